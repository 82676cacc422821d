import { describe, expect, test } from 'vitest';
import type { Random } from '../../../domain/engine/random.ts';
import { type Card, pack, suits } from '../../../domain/games/conquian/cards.ts';
import { engine } from '../../../domain/games/conquian/index.ts';
import { type Arrangement, arrangements, canonical, isMeld } from '../../../domain/games/conquian/melds.ts';
import type { State } from '../../../domain/games/conquian/types.ts';
import { oneOf, randomFor, runSeed, someOf } from '../../support/seed.ts';
import { countArrangements, isValid } from './brute-force.ts';
import { given, melds, show } from './support.ts';

/** All subsets of the items, or all of one size. */
const subsetsOf = <T>(items: readonly T[], size?: number): readonly (readonly T[])[] => {
  const [first, ...rest] = items;
  if (first === undefined) return size ? [] : [[]];
  if (size === 0) return [[]];
  const withFirst = subsetsOf(rest, size === undefined ? undefined : size - 1).map((subset) => [
    first,
    ...subset,
  ]);
  return [...withFirst, ...subsetsOf(rest, size)];
};

/** Eleven cards, mostly from four to seven neighbouring ranks, where melds overlap in many ways. */
const elevenCards = (random: Random): readonly Card[] => {
  const start = 4 * random.int(7);
  const near = pack.slice(start, start + 4 * (4 + random.int(4)));
  return someOf(random, random.int(4) === 0 ? pack : near, 11);
};

/** A decision about the first of eleven cards; some of the others are melded already, and the rest are in the hand. */
const randomPosition = (random: Random): State => {
  const [centre, ...ten] = elevenCards(random);
  const table = oneOf(random, [[], ...arrangements([], ten)]);
  const hand = ten.filter((card) => !table.flat().includes(card));
  return given({ centre: `${centre}`, hands: [hand.join(' '), ''], tables: [show(table), ''] });
};

const told = (state: State): string =>
  `seed ${runSeed}: table ${show(state.tables[0])}, centre ${state.centre}, hand ${state.hands[0].join(' ')}`;

const listedMelds = (state: State): readonly Arrangement[] =>
  engine.legalMoves(state, 0).flatMap((move) => (move.type === 'meld' ? [move.melds] : []));

describe('the legal melds', () => {
  test('II.3: exactly the valid sets of cards are melds, among all of three and all of one suit', () => {
    const ofOneSuit = suits.flatMap((suit) => subsetsOf(pack.filter((card) => card.endsWith(suit))));
    const wrong = [...subsetsOf(pack, 3), ...ofOneSuit].filter((some) => isMeld(some) !== isValid(some));
    expect(wrong).toEqual([]);
  });

  test('are as many as brute force counts, each valid, different and in canonical form', () => {
    const random = randomFor(runSeed, 'arrangements');
    for (let index = 0; index < 2000; index++) {
      const state = randomPosition(random);
      const listed = listedMelds(state);
      const required = [...state.tables[0].flat(), ...(state.centre ? [state.centre] : [])];
      expect(listed.length, told(state)).toBe(countArrangements(required, state.hands[0]));
      expect(new Set(listed.map(show)).size, told(state)).toBe(listed.length);
      const wrong = listed.filter((laid) => !laid.every(isValid) || show(canonical(laid)) !== show(laid));
      expect(wrong, told(state)).toEqual([]);
    }
  });

  test('are exactly those that are accepted, in any order, of all that the eleven cards allow', () => {
    const random = randomFor(runSeed, 'proposals');
    for (let index = 0; index < 700; index++) {
      const state = randomPosition(random);
      const eleven = [...state.tables[0].flat(), ...state.hands[0], ...(state.centre ? [state.centre] : [])];
      const listed = new Set(listedMelds(state).map(show));
      const thinkable = [...arrangements([], eleven)].filter((laid) => laid.length > 0);
      for (const laid of someOf(random, thinkable, 4)) {
        const proposal = random.shuffle(laid.map((meld) => random.shuffle(meld)));
        const decided = engine.decide(state, 0, { type: 'meld', melds: proposal }, random);
        expect(decided.ok, `${told(state)}, proposal ${show(proposal)}`).toBe(listed.has(show(laid)));
      }
    }
  });

  test('an accepted meld is recorded in canonical form, whatever its order', () => {
    const state = given({ tables: ['3H 4H 5H', ''], hands: ['QS QD AC', ''], centre: 'QC' });
    const move = { type: 'meld', melds: melds('QC QS QD | 5H 3H 4H') } as const;
    expect(engine.decide(state, 0, move, randomFor(runSeed))).toMatchObject({
      value: [{ table: melds('3H 4H 5H | QS QD QC'), fromHand: ['QS', 'QD'], card: 'QC' }],
    });
  });
});
