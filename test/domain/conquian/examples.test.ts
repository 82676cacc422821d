import { describe, expect, test } from 'vitest';
import { engine } from '../../../domain/games/conquian/index.ts';
import {
  allow,
  cards,
  decline,
  discard,
  endRounds,
  force,
  given,
  legalMelds,
  legalTypes,
  meld,
  melds,
  play,
  playAll,
  refusal,
} from './support.ts';

describe('CQ-E1: the first turn', () => {
  const opening = given({
    hands: ['5H 6H 2C 2D KS QS 7D 4C AS 3D', '2H 4H 6S JS KD AC 3C 5C 7C QC'],
    centre: '7H',
    phase: 'turned',
    turn: 1,
  });

  test('the starter has one meld', () => {
    expect(legalMelds(opening)).toEqual(['5H 6H 7H']);
  });

  test('having melded it discards, and the dealer is offered the discard', () => {
    const melded = playAll(opening, [0, meld('5H 6H 7H')]);
    expect(melded).toMatchObject({ phase: 'discard', active: 0, centre: null });
    expect(melded.hands[0]).toHaveLength(8);

    const discarded = playAll(melded, [0, discard('KS')]);
    expect(discarded).toMatchObject({ phase: 'offered', active: 1, turn: 2, centre: 'KS' });
    expect(discarded.hands[0]).toHaveLength(7);
    expect(discarded.tables[0].flat()).toHaveLength(3);
  });

  test('passing discards nothing: the dealer is offered the card itself', () => {
    const passed = playAll(opening, [0, decline]);
    expect(passed).toMatchObject({ phase: 'offered', active: 1, centre: '7H' });
    expect(passed.hands[0]).toHaveLength(10);
  });
});

test('CQ-E2: a chain of passes buries each offered card and turns up the next', () => {
  const opening = given({
    hands: ['AS AH 3H 4D 5S 6D 7C QS QH KH', 'AD AC 3C 4S 5H 6C 7H QD KD KS'],
    centre: 'JC',
    phase: 'turned',
    turn: 1,
    stock: '3S 2S 2H',
  });
  const dealerDeclined = playAll({ ...opening, dead: [] }, [0, decline], [1, decline]);
  expect(dealerDeclined).toMatchObject({ phase: 'turned', active: 1, centre: '3S', dead: ['JC'] });
  const offeredBack = playAll(dealerDeclined, [1, decline]);
  expect(offeredBack).toMatchObject({ phase: 'offered', active: 0, centre: '3S' });
  const declined = playAll(offeredBack, [0, decline]);
  expect(declined).toMatchObject({
    phase: 'turned',
    active: 0,
    centre: '2S',
    dead: ['JC', '3S'],
    stock: ['2H'],
  });
  expect(declined.hands.map((hand) => hand.length)).toEqual([10, 10]);
});

describe('CQ-E3: rearrangement', () => {
  const position = given({ tables: ['6S 7S JS', ''], hands: ['JH JD AC 3C 5C 7C QC', ''], centre: '5S' });

  test('the jack may stay in the run or leave it for a set', () => {
    expect(legalMelds(position)).toEqual(['5S 6S 7S JS', '5S 6S 7S | JS JH JD']);
  });

  test('the set takes two cards from the hand', () => {
    const melded = playAll(position, [0, meld('5S 6S 7S | JS JH JD')]);
    expect(melded.tables[0].flat()).toHaveLength(6);
    expect(melded.hands[0]).toHaveLength(5);
    expect(playAll(melded, [0, discard('AC')]).hands[0]).toHaveLength(4);
  });
});

describe('CQ-E4: forcing', () => {
  const position = given({
    active: 1,
    hands: ['AS 3S 5S 7S 7D JD AC 3C 5C 7C', 'KH KD 2S 2D'],
    tables: ['', '3H 4H 5H | QC QD QS'],
    centre: '6H',
  });

  test('the forced player has one meld, and must break a pair', () => {
    const forced = playAll(position, [1, decline], [0, force]);
    expect(legalMelds(forced)).toEqual(['3H 4H 5H 6H | QS QD QC']);
    expect(legalTypes(forced)).toEqual(['meld']);
    const melded = playAll(forced, [1, meld('3H 4H 5H 6H | QC QD QS')]);
    expect(melded.hands[1]).toEqual(cards('2S 2D KH KD'));
    const discarded = playAll(melded, [1, discard('2S')]);
    expect(discarded).toMatchObject({ phase: 'offered', active: 0, centre: '2S', forced: false });
    expect(discarded.hands[1]).toHaveLength(3);
  });

  test.each(['6H', '2H', 'QH'])('%s may be forced', (centre) => {
    const offered = given({ active: 1, tables: ['', '3H 4H 5H | QC QD QS'], centre });
    expect(playAll(offered, [1, decline]).phase).toBe('force');
  });

  test.each(['JS', '7H', '3C'])('%s may not be forced', (centre) => {
    const offered = given({ active: 1, tables: ['', '3H 4H 5H | QC QD QS'], centre });
    expect(playAll(offered, [1, decline]).phase).toBe('turned');
  });
});

describe('CQ-E6: going out', () => {
  const position = (hand: string) =>
    given({ tables: ['JS QS KS | 2D 2C 2H', ''], hands: [hand, ''], centre: 'JC' });

  test('eleven cards down win at once, without a discard', () => {
    const { events, state } = play(position('4C 5C 6C 7C'), 0, meld('JS QS KS | 2D 2C 2H | 4C 5C 6C 7C JC'));
    expect(events.map((event) => event.type)).toEqual(['cards-melded', 'round-ended', 'game-completed']);
    expect(engine.progress(state)).toMatchObject({
      kind: 'over',
      outcome: { winners: [0], reason: 'went-out' },
    });
  });

  test('with ten down the last card is discarded and play goes on', () => {
    const melded = playAll(position('5C 6C 7C 4D'), [0, meld('JS QS KS | 2D 2C 2H | 5C 6C 7C JC')]);
    expect(engine.legalMoves(melded, 0)).toEqual([discard('4D')]);
    expect(playAll(melded, [0, discard('4D')])).toMatchObject({ phase: 'offered', active: 1, centre: '4D' });
  });
});

describe('CQ-E8: exhaustion', () => {
  const hands = ['AS 3S 6S QS 3D 5D 7D JD 4H 6H', 'KS KH AC 2H 4D 6D 3C 5C 7C QC'] as const;
  const offered = given({ hands, centre: '4S', stock: 'KC' });
  const passed = playAll(offered, [0, decline], [0, decline]);

  test('the last card that is turned up is offered to the opponent', () => {
    expect(passed).toMatchObject({ phase: 'offered', active: 1, centre: 'KC', stock: [] });
  });

  test('(a) declining it draws the round', () => {
    const { events, state } = play(passed, 1, decline);
    expect(events.map((event) => event.type)).toEqual([
      'card-declined',
      'card-buried',
      'round-ended',
      'game-completed',
    ]);
    expect(engine.progress(state)).toMatchObject({ outcome: { kind: 'drawn', reason: 'stock-exhausted' } });
  });

  test('(b) melding it goes on: the discard is offered, and declining that draws the round', () => {
    const discarded = playAll(passed, [1, meld('KS KH KC')], [1, discard('2H')]);
    expect(discarded).toMatchObject({ phase: 'offered', active: 0, centre: '2H' });
    expect(playAll(discarded, [0, decline]).phase).toBe('over');
  });

  test('(b) unless the discard is forced: then the opponent is offered another one', () => {
    const discarded = playAll(passed, [1, meld('KS KH KC')], [1, discard('2H')]);
    const withTwos = { ...discarded, tables: [melds('2S 2D 2C'), discarded.tables[1]] as const };
    expect(playAll(withTwos, [0, decline], [1, allow]).phase).toBe('over');
    const forced = playAll(withTwos, [0, decline], [1, force], [0, meld('2S 2H 2D 2C')], [0, discard('4H')]);
    expect(forced).toMatchObject({ phase: 'offered', active: 1, centre: '4H' });
  });
});

describe('CQ-E9: illegal melds', () => {
  const position = given({ tables: ['3H 4H 5H', ''], hands: ['KH KD 2S QH AH', ''], centre: '6H' });

  test.each([
    ['the centre card is unused', '3H 4H 5H', 'CQ-R6'],
    ['the ranks have a gap', '3H 4H 6H', 'CQ-R9'],
    ['a table card is lost', '4H 5H 6H', 'CQ-R7'],
    ['the ace is high', 'QH KH AH | 3H 4H 5H 6H', 'CQ-R10'],
  ])('%s', (_why, proposal, ruling) => {
    expect(refusal(position, 0, meld(proposal)).ruling).toBe(ruling);
  });

  test('one meld is legal', () => {
    expect(legalMelds(position)).toEqual(['3H 4H 5H 6H']);
  });
});

test('II.9: a draw, a win at double stakes and a win at single stakes end 2 : 1', () => {
  const end = endRounds(given({ options: { rounds: 3 } }), null, 0, 1);
  expect(end.results).toEqual([
    { winner: null, stake: 1 },
    { winner: 0, stake: 2 },
    { winner: 1, stake: 1 },
  ]);
  expect(engine.progress(end)).toMatchObject({
    outcome: { kind: 'won', winners: [0], reason: 'more-stakes', details: { scores: [2, 1] } },
  });
});
