import { describe, expect, test } from 'vitest';
import type { NobleCard } from '../../../domain/games/dueling-nobles/cards.ts';
import { standingPower } from '../../../domain/games/dueling-nobles/duel.ts';
import { engine } from '../../../domain/games/dueling-nobles/index.ts';
import { type Move, optionsSchema } from '../../../domain/games/dueling-nobles/types.ts';
import {
  accept,
  cards,
  court,
  declare,
  dice,
  duelled,
  endPhase,
  eventOf,
  given,
  keep,
  listed,
  play,
  played,
  refusal,
  skipDuel,
} from './support.ts';

const defaults = optionsSchema.parse({});

describe('DN-10, Queen', () => {
  test.each([
    ['QH', true, 15],
    ['QH', false, 12],
    ['QH JH KH', true, 21],
    ['QH JH KH', false, 18],
    ['QH QD', true, 18],
    ['QH+3S QD', true, 21],
  ])(
    'DN-10 in the court %s, counting herself %s, she has %i before dice and cards',
    (text, queenCountsSelf, power) => {
      expect(standingPower(court(text), 'QH', { ...defaults, queenCountsSelf })).toBe(power);
    },
  );

  test('DN-10 counts after a swap, in the court of her own', () => {
    const state = given({ court: 'JH' }, { court: 'JS QS KS', tokens: 2 }, { phase: 'duel' });
    const rolled = played(state, [0, declare('JH', 'JS')], [1, { type: 'swap', noble: 'QS' }, dice(1, 1)]);
    expect(engine.view(rolled, 'spectator').duel?.defender.power).toBe(12 + 9 + 1);
  });
});

describe('DN-11, dice', () => {
  test('DN-11 a King rolls two dice that are added, others one, the attacker first', () => {
    const state = duelled(given(), 'KH', 'JS', dice(6, 5, 4));
    expect(state.duel).toMatchObject({ attacker: { dice: [6, 5] }, defender: { dice: [4] } });
    expect(engine.view(state, 'spectator').duel).toMatchObject({
      attacker: { power: 24 },
      defender: { power: 15 },
    });
  });
});

describe('DN-12, cards in a duel', () => {
  const power = (noble: NobleCard, hand: string) => {
    const state = duelled(given({ court: noble, hand }), noble, 'JS', dice(1, 1, 1));
    const before = engine.view(state, 'spectator').duel?.attacker.power ?? 0;
    const after = engine.view(played(state, [0, play(hand)]), 'spectator').duel?.attacker.power ?? 0;
    return after - before;
  };

  test.each([
    ['QH', '9S', 9],
    ['QH', '9H', 11],
    ['KH', '2D', 2],
    ['KD', '10D', 12],
    ['JC', '3C 4C', 11],
    ['JC', '3C 4H', 9],
  ] as const)('DN-12 for %s the cards %s add %i', (noble, hand, added) => {
    expect(power(noble, hand)).toBe(added);
  });

  test('DN-12 the defender answers last, knowing the attacker’s cards', () => {
    const state = duelled(given({ hand: '9S' }, { hand: '9C' }), 'JH', 'JS', dice(1, 1));
    expect(engine.progress(state)).toMatchObject({ decisions: [{ seat: 0, kind: 'attack-cards' }] });
    const attacked = played(state, [0, play('9S')]);
    expect(engine.progress(attacked)).toMatchObject({ decisions: [{ seat: 1, kind: 'defend-cards' }] });
    expect(engine.view(attacked, { seat: 1 }).duel?.attacker.cards).toEqual(['9S']);
  });

  test('DN-12 played cards are discarded, the attacker’s first, and no card need be played', () => {
    const state = duelled(given({ hand: '9S' }, { hand: '9C' }), 'JH', 'JS', dice(1, 1));
    expect(played(state, [0, play('9S')], [1, play('9C')]).supportDiscard).toEqual(cards('9S 9C'));
    expect(played(state, [0, play('')], [1, play('')]).supportDiscard).toEqual([]);
  });

  test('DN-12a a Jack alone brings two cards, attacking or defending', () => {
    const state = duelled(given({ hand: '4S 5S' }, { hand: '4C 5C' }), 'JH', 'JS', dice(1, 1));
    expect(listed(state, 0, 'play-cards')).toHaveLength(4);
    const attacked = played(state, [0, play('5S 4S')]);
    expect(attacked.duel?.attacker.cards).toEqual(cards('5S 4S'));
    expect(listed(attacked, 1, 'play-cards')).toHaveLength(4);
    const queens = duelled(given({ hand: '4S 5S' }), 'QH', 'QS', dice(1, 1));
    expect(refusal(queens, 0, play('4S 5S'))).toEqual(['one-card-only', 'DN-12a']);
    expect(listed(queens, 0, 'play-cards')).toHaveLength(3);
  });

  test('DN-12a a Jack can’t bring one card twice, nor cards of another hand', () => {
    const state = duelled(given({ hand: '4S' }, { hand: '4C' }), 'JH', 'JS', dice(1, 1));
    expect(refusal(state, 0, play('4S 4S'))).toEqual(['card-not-in-hand']);
    expect(refusal(state, 0, play('4C'))).toEqual(['card-not-in-hand']);
  });
});

describe('DN-12b, weapons', () => {
  const arm = (card: '2C' | '3C' | '4C', noble: NobleCard): Move => ({ type: 'play-weapon', card, noble });
  const shift = (from: NobleCard, to: NobleCard): Move => ({ type: 'move-weapon', from, to });

  test('DN-12b a 2 or 3 arms an own Noble without a weapon and adds its number, without a suit bonus', () => {
    const state = given({ court: 'JC+3S QH', hand: '2C 4C' }, {}, { phase: 'weapon' });
    expect(refusal(state, 0, arm('4C', 'QH'))).toEqual(['not-a-weapon', 'DN-12b']);
    expect(refusal(state, 0, arm('3C', 'QH'))).toEqual(['card-not-in-hand']);
    expect(refusal(state, 0, arm('2C', 'JC'))).toEqual(['already-armed', 'DN-12b']);
    expect(refusal(state, 0, arm('2C', 'JS'))).toEqual(['noble-not-in-court']);
    expect(listed(state, 0, 'play-weapon')).toEqual([arm('2C', 'QH')]);
    expect(played(state, [0, arm('2C', 'QH')]).players[0]).toMatchObject({
      court: court('JC+3S QH+2C'),
      hand: ['4C'],
    });
    expect(standingPower(court('JC+3C'), 'JC', defaults)).toBe(14);
  });

  test('DN-12b each weapon moves at most once a turn, also one played this turn, and only to an unarmed Noble', () => {
    const state = given({ court: 'JC+3S QH KH', hand: '2C' }, {}, { phase: 'weapon' });
    expect(refusal(state, 0, shift('QH', 'KH'))).toEqual(['no-weapon', 'DN-12b']);
    expect(refusal(state, 0, shift('JC', 'JC'))).toEqual(['already-armed', 'DN-12b']);
    expect(refusal(state, 0, shift('JC', 'JS'))).toEqual(['noble-not-in-court']);
    expect(refusal(state, 0, shift('JS', 'JC'))).toEqual(['noble-not-in-court']);
    const moved = played(state, [0, shift('JC', 'QH')]);
    expect(refusal(moved, 0, shift('QH', 'JC'))).toEqual(['weapon-moved', 'DN-12b']);
    const both = played(moved, [0, arm('2C', 'KH')], [0, shift('KH', 'JC')]);
    expect(both.players[0].court).toEqual(court('JC+2C QH+3S KH'));
    expect(listed(both, 0, 'move-weapon')).toEqual([]);
  });

  test('DN-12b a weapon leaves with its destroyed Noble, after the duel’s cards', () => {
    const state = duelled(given({ hand: '9S' }, { court: 'JS/1+2C KS', hand: '4D' }), 'JH', 'JS', dice(6, 1));
    const { events, state: over } = accept(played(state, [0, play('9S')]), 1, play('4D'));
    expect(over.supportDiscard).toEqual(cards('9S 4D 2C'));
    expect(over.nobleDiscard).toEqual(['JS']);
    expect(events[1]).toMatchObject({ wounds: [{ seat: 1, noble: 'JS', stamina: 0 }] });
    expect(over.players[1].court).toEqual(court('KS'));
  });

  test('DN-12b weapons of both destroyed Nobles are discarded, the attacker’s first', () => {
    const state = duelled(given({ court: 'JH/1+2H KH' }, { court: 'JS/1+2S KS' }), 'JH', 'JS', dice(2, 2));
    expect(played(state, [0, play('')], [1, play('')])).toMatchObject({
      supportDiscard: ['2H', '2S'],
      nobleDiscard: ['JH', 'JS'],
    });
  });

  test('DN-12c weapons come before suits, so a 2 drawn by a diamond is no weapon this turn', () => {
    const state = given({ hand: '5D' }, {}, { phase: 'weapon', supportPile: cards('2S 9S 8S') });
    const drawn = played(state, [0, endPhase], [0, { type: 'diamond', card: '5D' }]);
    expect(drawn.players[0].hand).toContain('2S');
    expect(refusal(drawn, 0, { type: 'play-weapon', card: '2S', noble: 'JH' })).toEqual(['wrong-phase']);
  });
});

describe('DN-13, Ace', () => {
  const duel = (aceMode: 'immediate' | 'both-tie', mine = 'AD', theirs = 'AC 10S') =>
    duelled(given({ hand: mine }, { hand: theirs }, { options: { aceMode } }), 'JH', 'JS', dice(1, 6));

  test('DN-13 the defender’s Ace beats the higher total', () => {
    const state = played(duelled(given({}, { hand: 'AC' }), 'KH', 'JS', dice(6, 6, 1)), [0, play('')]);
    expect(eventOf('duel-resolved', state, 1, play('AC'))).toMatchObject({
      winner: 1,
      by: 'ace',
      wounds: [{ seat: 0, noble: 'KH', stamina: 2 }],
      reward: 1,
    });
  });

  test('DN-13 a Jack’s second card beside an Ace changes nothing, and both are discarded', () => {
    const state = played(duel('immediate', 'AD 2D'), [0, play('2D AD')]);
    expect(state.lastDuel).toMatchObject({ winner: 0, by: 'ace' });
    expect(state.supportDiscard).toEqual(cards('2D AD'));
  });

  test('DN-13 with `both-tie` an attacker’s Ace leaves the defender the full card window', () => {
    const state = played(duel('both-tie'), [0, play('AD')]);
    expect(engine.progress(state)).toMatchObject({ decisions: [{ seat: 1, kind: 'defend-cards' }] });
    expect(listed(state, 1, 'play-cards')).toHaveLength(4);
  });

  test.each([
    ['AD', '', 0],
    ['AD', '10S', 0],
    ['AD', 'AC', null],
    ['AD', '10S AC', null],
    ['', 'AC', 1],
  ])('DN-13 with `both-tie` [%s] against [%s]: the winner is %s', (attack, defense, winner) => {
    const state = played(duel('both-tie'), [0, play(attack)]);
    expect(eventOf('duel-resolved', state, 1, play(defense))).toMatchObject({ winner, by: 'ace' });
  });

  test('DN-13 an Ace serves in suit abilities too', () => {
    const state = given({ hand: 'AS' }, { hand: '2C' }, { phase: 'suit' });
    expect(refusal(state, 0, { type: 'spade', card: 'AS' })).toBeUndefined();
  });
});

describe('DN-14, duels and ties', () => {
  const fight = (mine: number, theirs: number) =>
    played(duelled(given(), 'JH', 'JS', dice(mine, theirs)), [0, play('')], [1, play('')]);

  // Seat 1 has the income of its own turn on top.
  test.each([
    ['the higher total wins: 1 token, and 1 stamina from the loser', 5, 2, [1, 1], [2, 1]],
    ['a defender wins alike', 2, 5, [0, 2], [1, 2]],
    ['a tie wounds both and brings no token', 3, 3, [0, 1], [1, 1]],
  ])('DN-14 %s', (_name, mine, theirs, tokens, stamina) => {
    const state = fight(mine, theirs);
    expect(state.players.map((player) => player.tokens)).toEqual(tokens);
    expect(state.players.map((player) => player.court[0]?.stamina)).toEqual(stamina);
    expect(state).toMatchObject({ active: 1, phase: 'income', turn: 6, duel: null });
  });
});

describe('DN-15, duels are optional until they are compulsory', () => {
  const idle = (idleTurns: number) => given({}, {}, { phase: 'duel', idleTurns, options: { idleLimit: 3 } });

  test('DN-15 a skipped duel ends the turn and is counted, for both seats together', () => {
    const skipped = played(idle(0), [0, skipDuel]);
    expect(skipped).toMatchObject({ active: 1, idleTurns: 1 });
    expect(played({ ...skipped, phase: 'duel' }, [1, skipDuel]).idleTurns).toBe(2);
  });

  test('DN-15 after `idleLimit` duel-less turns in a row the duel can’t be skipped', () => {
    expect(refusal(idle(2), 0, skipDuel)).toBeUndefined();
    expect(refusal(idle(3), 0, skipDuel)).toEqual(['duel-compulsory', 'DN-15']);
    expect(engine.legalMoves(idle(3), 0).every(({ type }) => type === 'declare-duel')).toBe(true);
    expect(engine.view(idle(3), 'spectator').duelCompulsory).toBe(true);
    expect(engine.view(idle(2), 'spectator').duelCompulsory).toBe(false);
  });

  test('DN-15 a duel starts the count anew', () => {
    const fought = played(duelled(idle(3), 'JH', 'JS', dice(1, 2)), [0, play('')], [1, play('')]);
    expect(fought.idleTurns).toBe(0);
  });

  test('DN-15 only end-phase leaves the phases before the duel, and it is always legal there', () => {
    for (const phase of ['income', 'reinforce', 'weapon', 'suit'] as const) {
      expect(engine.legalMoves(given({}, {}, { phase }), 0)).toContainEqual(endPhase);
      expect(refusal(given({}, {}, { phase }), 0, skipDuel)).toEqual(['wrong-phase']);
    }
  });

  test('DN-15a the declarer picks both Nobles, one of each court', () => {
    expect(listed(idle(0), 0, 'declare-duel')).toHaveLength(9);
    expect(refusal(idle(0), 0, declare('JS', 'QS'))).toEqual(['noble-not-in-court', 'DN-15a']);
    expect(refusal(idle(0), 0, declare('JH', 'QH'))).toEqual(['noble-not-in-court', 'DN-15a']);
  });

  test('DN-15a the defender may swap once, for 2 tokens and another own Noble', () => {
    const challenged = (tokens: number, theirs = 'JS QS KS') =>
      played(given({}, { tokens, court: theirs }, { phase: 'duel' }), [0, declare('JH', 'JS')]);
    const swap = (noble: NobleCard): Move => ({ type: 'swap', noble });
    expect(engine.progress(challenged(2))).toMatchObject({ decisions: [{ seat: 1, kind: 'swap' }] });
    expect(engine.legalMoves(challenged(2), 1)).toEqual([swap('QS'), swap('KS'), keep]);
    expect(refusal(challenged(1), 1, swap('QS'))).toEqual(['too-few-tokens', 'DN-15a']);
    expect(refusal(challenged(2), 1, swap('JS'))).toEqual(['same-noble', 'DN-15a']);
    expect(refusal(challenged(2), 1, swap('QH'))).toEqual(['noble-not-in-court']);
    expect(engine.legalMoves(challenged(2, 'JS'), 1)).toEqual([keep]);
    const swapped = played(challenged(4), [1, swap('QS'), dice(1, 1)]);
    expect(swapped.players[1].tokens).toBe(2);
    expect(refusal(swapped, 1, swap('KS'))).toEqual(['not-awaited']);
  });
});

test('DN-17 both courts empty at once is a draw, also with five tokens in hand', () => {
  const state = duelled(
    given({ court: 'JH/1', tokens: 5 }, { court: 'JS/1', tokens: 5 }),
    'JH',
    'JS',
    dice(4, 4),
  );
  const over = played(state, [0, play('')], [1, play('')]);
  expect(engine.progress(over)).toMatchObject({
    kind: 'over',
    outcome: { kind: 'drawn', reason: 'both-courts-destroyed' },
  });
});

test('degenerate: with empty hands the card windows are still answered, by playing nothing', () => {
  const state = duelled(given(), 'JH', 'JS', dice(1, 2));
  expect(engine.legalMoves(state, 0)).toEqual([play('')]);
  expect(engine.legalMoves(played(state, [0, play('')]), 1)).toEqual([play('')]);
});
