import { isSeat, type Seat } from '../../engine/engine.ts';
import type { EngineLaws } from '../../engine/laws.ts';
import { expectDefined } from '../../engine/result.ts';
import { cities, countCities, type Face, sorted } from './cards.ts';
import { allMoves } from './legal.ts';
import { scoreBoth } from './scoring.ts';
import { handSize, type Move, type Options, rounds, type State, takeSize, turnsPerRound } from './types.ts';

/** What the conformance suite must know of District Noir. */
export const laws: EngineLaws<Options, State, Move> = {
  samples: [
    { options: { firstSeat: 'random' }, seats: 2 },
    { options: { firstSeat: 0 }, seats: 2 },
    { options: { firstSeat: 1 }, seats: 2 },
  ],
  maxMoves: () => rounds * turnsPerRound,
  resampleHidden: (state, viewer, random) => {
    const hidden = state.hands.filter((_, seat) => !isSeat(viewer, seat)).flat();
    const pool = random.shuffle([...state.removed, ...state.deck, ...hidden]);
    const redeal = (hand: readonly Face[], seat: Seat) =>
      isSeat(viewer, seat) ? hand : sorted(pool.splice(0, hand.length));
    return {
      ...state,
      hands: [redeal(state.hands[0], 0), redeal(state.hands[1], 1)],
      removed: pool.splice(0, state.removed.length),
      deck: pool,
    };
  },
  inventory: ({ removed, deck, row, hands, piles }) =>
    sorted([...removed, ...deck, ...row, ...hands.flat(), ...piles.flat()]),
  breach: (state) => invariants.find(({ holds }) => !holds(state))?.law,
  normalize: (move) => move,
  strayMove: (_state, _seat, random) => expectDefined(allMoves[random.int(allMoves.length)], 'a move'),
};

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const invariants: readonly { readonly law: string; readonly holds: (state: State) => boolean }[] = [
  { law: 'three cards are removed', holds: ({ removed }) => removed.length === 3 },
  {
    law: 'the deck holds the hands of the rounds to come',
    holds: ({ deck, round }) => deck.length === (rounds - round) * 2 * handSize,
  },
  {
    law: 'after turn t of a round, plays and takes together are t',
    holds: ({ turn, hands, hasTaken }) =>
      turn - 1 === total(hands.map((hand) => handSize - hand.length)) + hasTaken.filter(Boolean).length,
  },
  {
    law: 'a round ends with empty hands after a take by each seat',
    holds: ({ turn, hands, hasTaken }) =>
      turn <= turnsPerRound || (hands.flat().length === 0 && hasTaken.every(Boolean)),
  },
  {
    law: 'a round starts with two cards in the row at least',
    holds: ({ turn, row }) => turn > 1 || row.length >= 2,
  },
  { law: 'the row holds twenty cards at most', holds: ({ row }) => row.length <= 20 },
  {
    law: 'a seat takes five cards a round at most',
    holds: ({ piles, round }) => piles.every((pile) => pile.length <= round * takeSize),
  },
  {
    law: 'the game is over only after the last turn or with three City cards in one pile',
    holds: ({ outcome, round, turn, piles }) =>
      outcome === null ||
      (round === rounds && turn > turnsPerRound) ||
      piles.some((pile) => countCities(pile) === cities.length),
  },
  {
    law: 'a score lies between -17 and 59',
    holds: ({ piles }) => scoreBoth(piles).every((score) => score.total >= -17 && score.total <= 59),
  },
];
