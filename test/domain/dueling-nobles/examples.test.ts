import { describe, expect, test } from 'vitest';
import { engine } from '../../../domain/games/dueling-nobles/index.ts';
import {
  accept,
  cards,
  declare,
  dice,
  duelled,
  endPhase,
  eventOf,
  given,
  play,
  played,
  refusal,
} from './support.ts';

/** The worked examples of the rules page, section 1.7, under their numbers. */
describe('example 2, Queen', () => {
  const duel = (queenCountsSelf: boolean) =>
    duelled(
      given({ court: 'QH+2C JH KH' }, { court: 'KS/1+2S', hand: '6C 9C' }, { options: { queenCountsSelf } }),
      'QH',
      'KS',
      dice(6, 3, 4),
    );

  test('her 29 beat the 28 of the last Noble of the other court, so the game is won', () => {
    const { events, state } = accept(played(duel(true), [0, play('')]), 1, play('6C'));
    expect(events[1]).toMatchObject({ type: 'duel-resolved', winner: 0, powers: [29, 28] });
    expect(engine.progress(state)).toMatchObject({
      kind: 'over',
      outcome: { kind: 'won', winners: [0], reason: 'court-destroyed' },
    });
    expect(state.nobleDiscard).toEqual(['KS']);
  });

  test('where she does not count herself, she has 26 and the King wins', () => {
    const { events, state } = accept(played(duel(false), [0, play('')]), 1, play('6C'));
    expect(events[1]).toMatchObject({ type: 'duel-resolved', winner: 1, powers: [26, 28] });
    expect(engine.progress(state).kind).toBe('awaiting');
  });
});

describe('example 3, Ace', () => {
  const duel = (aceMode: 'immediate' | 'both-tie') =>
    duelled(given({ hand: 'AD' }, { hand: 'AC 5C' }, { options: { aceMode } }), 'JH', 'KS', dice(3, 6, 6));

  test('14 against 25: the attacker’s Ace ends the duel without a card window for the defender', () => {
    expect(engine.view(duel('immediate'), 'spectator').duel).toMatchObject({
      attacker: { power: 14 },
      defender: { power: 25 },
    });
    const { events, state } = accept(duel('immediate'), 0, play('AD'));
    expect(events.map(({ type }) => type)).toEqual(['cards-played', 'duel-resolved', 'turn-started']);
    expect(state.players[0].tokens).toBe(1);
    expect(state.players[1].court.map(({ stamina }) => stamina)).toEqual([2, 2, 2]);
    expect(state.supportDiscard).toEqual(cards('AD'));
  });

  test('with `both-tie` the defender may answer with an Ace: both lose 1 stamina, nobody gets a token', () => {
    const state = played(duel('both-tie'), [0, play('AD')], [1, play('AC')]);
    expect(state.players.map(({ court }) => court.map(({ stamina }) => stamina))).toEqual([
      [1, 2, 3],
      [2, 2, 2],
    ]);
    // Seat 1 has the income of its own turn.
    expect(state.players.map(({ tokens }) => tokens)).toEqual([0, 1]);
    expect(state.supportDiscard).toEqual(cards('AD AC'));
  });

  test('if the attacker passes, the defender’s Ace wins', () => {
    const passed = played(duel('immediate'), [0, play('')]);
    expect(eventOf('duel-resolved', passed, 1, play('AC'))).toMatchObject({ winner: 1, by: 'ace' });
  });
});

describe('example 4, tie', () => {
  const duel = (attackers: string, defenders: string) =>
    played(
      duelled(
        given({ court: attackers, hand: '6S' }, { court: defenders, hand: '6H' }),
        'JD',
        'QC',
        dice(5, 1),
      ),
      [0, play('6S')],
      [1, play('6H')],
    );

  test('22 against 22 costs both a stamina and brings nobody a token', () => {
    const state = duel('JD', 'QC');
    expect(state.lastDuel).toMatchObject({ winner: null, attacker: { power: 22 }, defender: { power: 22 } });
    expect(state.players.map(({ court }) => court[0]?.stamina)).toEqual([1, 1]);
    // Seat 1 has the income of its own turn.
    expect(state.players.map(({ tokens }) => tokens)).toEqual([0, 1]);
  });

  test('with 1 stamina each and no other Noble the game is drawn', () => {
    expect(engine.progress(duel('JD/1', 'QC/1'))).toEqual({
      kind: 'over',
      outcome: {
        kind: 'drawn',
        reason: 'both-courts-destroyed',
        details: { turns: 5, nobles: [0, 0], stamina: [0, 0] },
      },
    });
  });
});

test('example 5, economy: 1, income 2, triple 5, tax 6, recruit 1, buy 0', () => {
  const before = given({}, { tokens: 1, court: 'JS KD', hand: '4C 9C 10C' }, { phase: 'duel' });
  const tokens: number[] = [];
  let state = played(before, [0, { type: 'skip-duel' }]);
  const step = (move: Parameters<typeof accept>[2]) => {
    tokens.push(state.players[1].tokens);
    state = accept(state, 1, move).state;
  };
  step({ type: 'discard-triple', cards: cards('4C 9C 10C') });
  step({ type: 'tax', king: 'KD' });
  step(endPhase);
  step({ type: 'recruit' });
  expect(refusal(state, 1, { type: 'buy', count: 2 })).toEqual(['too-few-tokens', 'DN-6']);
  step({ type: 'buy', count: 1 });
  expect([...tokens, state.players[1].tokens]).toEqual([2, 5, 6, 6, 1, 0]);
  expect(state.players[1].court.map(({ noble, stamina }) => [noble, stamina])).toContainEqual(['KD', 2]);
  expect(refusal(state, 1, { type: 'buy', count: 1 })).toEqual(['purchase-done', 'DN-6']);
});

test('example 6, swap: JH is swapped for QD for 2 of 3 tokens, then the dice follow', () => {
  const before = given({ court: 'KC' }, { court: 'JH/1 QD', tokens: 3 }, { phase: 'duel' });
  const challenged = played(before, [0, declare('KC', 'JH')]);
  const { events, state } = accept(challenged, 1, { type: 'swap', noble: 'QD' }, dice(2, 3, 4));
  expect(events).toEqual([
    { type: 'noble-swapped', v: 1, seat: 1, noble: 'QD', cost: 2 },
    { type: 'dice-rolled', v: 1, attacker: [2, 3], defender: [4] },
  ]);
  expect(state.players[1].tokens).toBe(1);
  expect(state.duel?.defender.noble).toBe('QD');
  expect(refusal(state, 0, declare('KC', 'JH'))).toEqual(['wrong-phase']);
});

test('example 7, Club: AS comes to the hand, then 6C goes to the pile, and can’t fetch itself', () => {
  const before = given({ hand: '6C' }, {}, { phase: 'suit', supportDiscard: cards('2D AS') });
  expect(refusal(before, 0, { type: 'club', card: '6C', target: '6C' })).toEqual([
    'target-not-discarded',
    'DN-8b',
  ]);
  const state = played(before, [0, { type: 'club', card: '6C', target: 'AS' }]);
  expect(state.players[0].hand).toEqual(cards('AS'));
  expect(state.supportDiscard).toEqual(cards('2D 6C'));
});
