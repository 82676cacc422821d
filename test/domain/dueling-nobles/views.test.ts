import { describe, expect, test } from 'vitest';
import type { Viewer } from '../../../domain/engine/engine.ts';
import { createRandom } from '../../../domain/engine/random.ts';
import type { NobleCard } from '../../../domain/games/dueling-nobles/cards.ts';
import type { Event } from '../../../domain/games/dueling-nobles/events.ts';
import { engine } from '../../../domain/games/dueling-nobles/index.ts';
import { laws } from '../../../domain/games/dueling-nobles/laws.ts';
import { type Move, optionsSchema, type State } from '../../../domain/games/dueling-nobles/types.ts';
import {
  accept,
  cards,
  declare,
  dice,
  duelled,
  endPhase,
  given,
  keep,
  play,
  played,
  reversing,
  skipDuel,
} from './support.ts';

const seat0: Viewer = { seat: 0 };
const seat1: Viewer = { seat: 1 };

const opening = engine
  .start(optionsSchema.parse({ firstSeat: 0 }), 2, createRandom('beef', 0))
  .reduce(engine.evolve, engine.initial());
const [mine, theirs] = opening.players.map(({ dealt }) => [...dealt]) as [NobleCard[], NobleCard[]];
const chooses = (six: readonly NobleCard[]): Move => ({ type: 'choose-nobles', nobles: six.slice(0, 3) });

const seen = (events: readonly Event[], viewer: Viewer) =>
  events.map((event) => engine.redact(event, viewer));

describe('while courts are chosen', () => {
  const chosen = accept(opening, 0, chooses(mine));

  test('each seat sees its own six Nobles, a spectator none', () => {
    const dealt = (viewer: Viewer) => engine.view(opening, viewer).seats.map((seat) => seat.dealt);
    expect(dealt(seat0)).toEqual([mine, null]);
    expect(dealt(seat1)).toEqual([null, theirs]);
    expect(dealt('spectator')).toEqual([null, null]);
  });

  test('that a seat has chosen is public, what it chose only its own', () => {
    const choices = (viewer: Viewer) =>
      engine.view(chosen.state, viewer).seats.map(({ chosen, hasChosen }) => [chosen, hasChosen]);
    expect(choices(seat0)).toEqual([
      [mine.slice(0, 3), true],
      [null, false],
    ]);
    for (const viewer of [seat1, 'spectator'] as const) {
      expect(choices(viewer)).toEqual([
        [null, true],
        [null, false],
      ]);
      expect(seen(chosen.events, viewer)).toEqual([{ type: 'nobles-chosen', v: 1, seat: 0, nobles: 3 }]);
    }
  });

  test('the deal of the Nobles tells each seat its own six, a spectator none', () => {
    const deal: Event = { type: 'nobles-dealt', v: 1, nobles: [mine, theirs] };
    expect(engine.redact(deal, seat0)).toMatchObject({ nobles: [mine, 6] });
    expect(engine.redact(deal, seat1)).toMatchObject({ nobles: [6, theirs] });
    expect(engine.redact(deal, 'spectator')).toMatchObject({ nobles: [6, 6] });
  });

  test('opening the courts tells neither the order of the piles nor the other hand', () => {
    const { events, state } = accept(chosen.state, 1, chooses(theirs), reversing);
    const hands = state.players.map(({ hand }) => hand);
    expect(seen(events, seat1).slice(1, 3)).toEqual([
      { type: 'courts-revealed', v: 1, courts: [mine.slice(0, 3), theirs.slice(0, 3)], pile: 6 },
      { type: 'hands-dealt', v: 1, hands: [6, hands[1]], pile: 28 },
    ]);
    expect(seen(events, 'spectator')[2]).toMatchObject({ hands: [6, 6], pile: 28 });
  });
});

describe('hands and piles', () => {
  const state = given(
    { hand: '9D AH', tokens: 3 },
    { hand: '2C 8S 7H' },
    { phase: 'reinforce', supportPile: cards('9S'), supportDiscard: cards('2H 3H 4H') },
  );
  const hands = (of: State, viewer: Viewer) =>
    engine.view(of, viewer).seats.map(({ hand, handCount }) => [hand, handCount]);

  test('a hand is seen by its owner and counted by all others', () => {
    expect(hands(state, seat0)).toEqual([
      [['9D', 'AH'], 2],
      [null, 3],
    ]);
    expect(hands(state, 'spectator')).toEqual([
      [null, 2],
      [null, 3],
    ]);
    expect(hands(state, { seat: 2 })).toEqual(hands(state, 'spectator'));
  });

  test('piles are counts, discard piles open', () => {
    expect(engine.view(state, seat0)).toMatchObject({
      supportPileCount: 1,
      supportDiscard: ['2H', '3H', '4H'],
      noblePileCount: 6,
      nobleDiscard: [],
    });
  });

  test('drawn cards are told to the drawer, a reshuffled pile to nobody', () => {
    const { events } = accept(state, 0, { type: 'buy', count: 3 }, reversing);
    const bought = { type: 'cards-bought', v: 1, seat: 0, cost: 3 };
    expect(seen(events, seat0)).toEqual([{ ...bought, drawn: ['9S', '4H', '3H'], reshuffled: 3 }]);
    expect(seen(events, seat1)).toEqual([{ ...bought, drawn: 3, reshuffled: 3 }]);
  });

  test('what was hidden stays hidden after the end', () => {
    const over = played({ ...given({ court: 'KH/1', hand: '9D' }, { hand: '2C' }) }, [
      0,
      { type: 'tax', king: 'KH' },
    ]);
    expect(engine.view(over, seat1)).toMatchObject({ phase: 'over', active: null });
    expect(hands(over, seat1)).toEqual([
      [null, 1],
      [['2C'], 1],
    ]);
    expect(engine.view(over, 'spectator').seats.map(({ hand }) => hand)).toEqual([null, null]);
  });
});

describe('DN-8c, a look at the other hand', () => {
  const { events, state } = accept(given({ hand: '5S' }, { hand: '9D 2C' }, { phase: 'suit' }), 0, {
    type: 'spade',
    card: '5S',
  });

  test('is an event that its viewer keeps; all others, the owner of the hand too, see a count', () => {
    expect(seen(events, seat0)).toEqual([
      { type: 'spade-played', v: 1, seat: 0, card: '5S', seen: ['9D', '2C'] },
    ]);
    for (const viewer of [seat1, 'spectator'] as const)
      expect(seen(events, viewer)).toEqual([{ type: 'spade-played', v: 1, seat: 0, card: '5S', seen: 2 }]);
  });

  test('stays in its viewer’s view as it was, when the hand has changed', () => {
    const later = played({ ...state, phase: 'duel' }, [0, skipDuel]);
    const armed = played({ ...later, phase: 'weapon' }, [
      1,
      { type: 'play-weapon', card: '2C', noble: 'JS' },
    ]);
    const looks = (viewer: Viewer) => engine.view(armed, viewer).seats.map(({ lastLook }) => lastLook);
    expect(looks(seat0)).toEqual([{ turn: 5, cards: ['9D', '2C'] }, null]);
    expect(looks(seat1)).toEqual([null, null]);
    expect(looks('spectator')).toEqual([null, null]);
  });
});

test('dealing the hidden anew changes the other hand and the piles, but not what a look has shown', () => {
  const state = given(
    { hand: '5S' },
    { hand: '9D 2C' },
    { phase: 'suit', supportPile: cards('9S 8S 7S 6S 5H') },
  );
  const looked = played(state, [0, { type: 'spade', card: '5S' }]);
  const later = {
    ...looked,
    players: [looked.players[0], { ...looked.players[1], hand: cards('9D 2C 4D') }] as const,
  };
  const random = createRandom('ab', 0);
  const worlds = Array.from({ length: 40 }, () => laws.resampleHidden(later, seat0, random));
  const hands = worlds.map(({ players }) => players[1].hand);
  expect(hands.every((hand) => hand.includes('9D') && hand.includes('2C'))).toBe(true);
  expect(new Set(hands.flat())).toEqual(new Set(cards('9D 2C 4D 9S 8S 7S 6S 5H')));
  expect(new Set(worlds.map(({ noblePile }) => noblePile.join())).size).toBeGreaterThan(1);
  for (const world of worlds) expect(engine.view(world, seat0)).toEqual(engine.view(later, seat0));
});

test('the view tells a duel’s dice, cards and totals, and keeps the last duel', () => {
  const duel = duelled(given({ hand: '9S' }), 'JH', 'KS', dice(4, 1, 2));
  expect(engine.view(duel, 'spectator').duel).toEqual({
    attacker: { seat: 0, noble: 'JH', dice: [4], cards: [], power: 15 },
    defender: { seat: 1, noble: 'KS', dice: [1, 2], cards: [], power: 16 },
    swapped: false,
  });
  const over = engine.view(played(duel, [0, play('9S')], [1, play('')]), 'spectator');
  expect(over.duel).toBeNull();
  expect(over.lastDuel).toEqual({
    turn: 5,
    attacker: { seat: 0, noble: 'JH', dice: [4], cards: ['9S'], power: 24 },
    defender: { seat: 1, noble: 'KS', dice: [1, 2], cards: [], power: 16 },
    swapped: false,
    winner: 0,
    by: 'power',
  });
});

describe('publicly forced moves', () => {
  const cases: readonly [name: string, state: State, forced: ReturnType<typeof engine.publiclyForced>][] = [
    [
      'income with two cards in hand and no King',
      given({ court: 'JH', hand: '2H 3H' }),
      { seat: 0, move: endPhase },
    ],
    [
      'income with three cards in hand, even of three suits',
      given({ court: 'JH', hand: '2H 3D 4C' }),
      undefined,
    ],
    [
      'income with three cards in hand where no three hidden cards are of one suit',
      given({ court: 'JH', hand: '2H 3D 4C' }, { hand: '3H 2D' }, { supportPile: cards('2C 2S 3S') }),
      { seat: 0, move: endPhase },
    ],
    ['income with a King', given({ court: 'KH' }), undefined],
    ['reinforce without tokens', given({}, {}, { phase: 'reinforce' }), { seat: 0, move: endPhase }],
    ['reinforce with a token', given({ tokens: 1 }, {}, { phase: 'reinforce' }), undefined],
    ['weapon with an empty hand', given({}, {}, { phase: 'weapon' }), { seat: 0, move: endPhase }],
    ['weapon with a card in hand, even a 9', given({ hand: '9H' }, {}, { phase: 'weapon' }), undefined],
    [
      'weapon with a card in hand, where no 2 or 3 is hidden',
      given(
        { court: 'JH+2H KH', hand: '9H' },
        {},
        { phase: 'weapon', supportPile: [], thisTurn: { ...given().thisTurn, weaponsMoved: ['2H'] } },
      ),
      { seat: 0, move: endPhase },
    ],
    ['suit with an empty hand', given({}, { hand: '2H' }, { phase: 'suit' }), { seat: 0, move: endPhase }],
    [
      'suit with a card in hand, even of a used suit',
      given({ hand: '9D', suitsUsed: ['D'] }, { hand: '2H' }, { phase: 'suit' }),
      undefined,
    ],
    [
      'suit with a card in hand and all suits used',
      given({ hand: '9D', suitsUsed: ['H', 'D', 'C', 'S'] }, { hand: '2H' }, { phase: 'suit' }),
      { seat: 0, move: endPhase },
    ],
    ['a duel that can be skipped', given({ court: 'JH' }, { court: 'JS' }, { phase: 'duel' }), undefined],
    [
      'a compulsory duel of two last Nobles',
      given({ court: 'JH' }, { court: 'JS' }, { phase: 'duel', idleTurns: 20 }),
      { seat: 0, move: declare('JH', 'JS') },
    ],
    [
      'a swap that can’t be paid',
      played(given({}, { tokens: 1 }, { phase: 'duel' }), [0, declare('JH', 'JS')]),
      { seat: 1, move: keep },
    ],
    [
      'a swap that can be paid',
      played(given({}, { tokens: 2 }, { phase: 'duel' }), [0, declare('JH', 'JS')]),
      undefined,
    ],
    [
      'the attacker’s window with an empty hand',
      duelled(given(), 'JH', 'JS', dice(1, 1)),
      { seat: 0, move: play('') },
    ],
    ['the attacker’s window with a card', duelled(given({ hand: '2C' }), 'JH', 'JS', dice(1, 1)), undefined],
    ['the choice of courts', opening, undefined],
    ['the end', played(given({ court: 'KH/1' }), [0, { type: 'tax', king: 'KH' }]), undefined],
  ];

  test.each(cases)('%s', (_name, state, forced) => {
    expect(engine.publiclyForced(state)).toEqual(forced);
  });
});

describe('summaries', () => {
  const lines = (events: readonly Event[], viewer: Viewer) =>
    events.map((event) => engine.summarize(event, viewer)).filter((line) => line !== undefined);

  test('tell the set-up, each seat its own', () => {
    const start = engine.start(optionsSchema.parse({}), 2, { ...reversing, die: dice(2, 2, 5, 3).die });
    expect(lines(start, seat1)).toEqual([
      'Seat 0 rolls 5, Seat 1 rolls 3. Seat 0 takes the first turn.',
      'Six Nobles are dealt to each seat. Seat 1 gets KD, QD, JD, KH, QH, JH.',
    ]);
    expect(lines(start, 'spectator')[1]).toBe('Six Nobles are dealt to each seat.');
    const pinned = engine.start(optionsSchema.parse({ firstSeat: 1 }), 2, reversing);
    expect(lines(pinned, 'spectator')[0]).toBe('Seat 1 takes the first turn.');
  });

  test('tell what is drawn or seen to those who may know it', () => {
    const bought = accept(
      given({ tokens: 2 }, {}, { phase: 'reinforce', supportPile: cards('9S'), supportDiscard: cards('2H') }),
      0,
      { type: 'buy', count: 2 },
      reversing,
    ).events;
    expect(lines(bought, seat0)).toEqual([
      'Seat 0 pays 2 tokens and draws 2 cards (9S, 2H) from the reshuffled discard pile.',
    ]);
    expect(lines(bought, seat1)).toEqual([
      'Seat 0 pays 2 tokens and draws 2 cards from the reshuffled discard pile.',
    ]);
  });

  test('tell a duel step by step', () => {
    const state = given({ hand: '9S' }, { court: 'JS/1 QS' }, { phase: 'duel' });
    const declared = accept(state, 0, declare('JH', 'JS'));
    const kept = accept(declared.state, 1, keep, dice(4, 1));
    const attacked = accept(kept.state, 0, play('9S'));
    const resolved = accept(attacked.state, 1, play(''));
    const events = [declared, kept, attacked, resolved].flatMap((step) => step.events);
    expect(lines(events, 'spectator')).toEqual([
      'Seat 0 declares a duel: JH against JS.',
      'Seat 1 keeps its Noble.',
      'The dice: 4 for the attacker, 1 for the defender.',
      'Seat 0 plays 9S in the duel.',
      'Seat 1 plays no card in the duel.',
      'Seat 0 wins the duel, 24 to 12, and gets 1 token. JS: destroyed.',
      'Turn 6: Seat 1 gets 1 token.',
    ]);
  });
});
