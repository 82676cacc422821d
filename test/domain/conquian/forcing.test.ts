import { describe, expect, test } from 'vitest';
import { engine } from '../../../domain/games/conquian/index.ts';
import {
  allow,
  decline,
  discard,
  eventsOf,
  force,
  given,
  legalMelds,
  legalTypes,
  meld,
  playAll,
  refusal,
} from './support.ts';

describe('CQ-R14: what may be forced', () => {
  test.each([
    ['a card offered after a discard', { phase: 'offered' }],
    ['a card just turned up', { phase: 'turned' }],
  ] as const)('%s, at the moment when it is declined', (_name, { phase }) => {
    const declined = playAll(given({ tables: ['3H 4H 5H', ''], centre: '6H', phase }), [0, decline]);
    expect(engine.progress(declined)).toEqual({ kind: 'awaiting', decisions: [{ seat: 1, kind: 'force' }] });
    expect(declined).toMatchObject({ centre: '6H', dead: [], active: 0 });
    expect(legalTypes(declined, 1)).toEqual(['force', 'allow']);
  });

  test('a card that was turned up and passed', () => {
    const passed = playAll(given({ active: 1, tables: ['3H 4H 5H', ''], centre: '6H', phase: 'turned' }), [
      1,
      decline,
    ]);
    expect(playAll(passed, [0, decline]).phase).toBe('force');
  });

  test.each([
    ['the set is complete', '3S 3H 3D 3C', '2S'],
    ['the run has eight cards', 'AH 2H 3H 4H 5H 6H 7H JH', 'QH'],
    ['only cards of the hand would take it', '4S 5S 6S', '6H'],
    ['the table is empty', '', '6H'],
  ])('not where %s', (_name, table, centre) => {
    const position = given({ tables: [table, ''], hands: ['6D 6C 4H 5H', ''], centre });
    expect(playAll(position, [0, decline]).phase).toBe('turned');
  });

  test('not where only a rearrangement would take it, which is a legal meld all the same', () => {
    const position = given({ tables: ['5S 6S 7S JS | 5D 6D 7D JD', ''], hands: ['AH KC', ''], centre: 'JH' });
    expect(legalMelds(position)).toEqual(['5S 6S 7S | 5D 6D 7D | JS JH JD']);
    expect(playAll(position, [0, decline]).phase).toBe('turned');
  });

  test('the melds of the player who may force do not matter', () => {
    expect(playAll(given({ tables: ['', '3H 4H 5H'], centre: '6H' }), [0, decline]).phase).toBe('turned');
  });
});

describe('forcing', () => {
  const declined = playAll(
    given({ tables: ['3H 4H 5H', ''], hands: ['6S 6D 7H JH KS QC 2S', ''], centre: '6H', stock: 'AS' }),
    [0, decline],
  );

  test('CQ-R14: it is an option; allowed, an offered card is dead and the next is turned up', () => {
    expect(eventsOf(declined, 1, allow)).toEqual(['decline-allowed', 'card-buried', 'card-turned']);
    expect(playAll(declined, [1, allow])).toMatchObject({
      phase: 'turned',
      active: 0,
      centre: 'AS',
      forced: false,
    });
  });

  test('CQ-R14: allowed, a turned-up card becomes an offered one of the player who allowed it', () => {
    const turned = playAll(
      given({ tables: ['3H 4H 5H', ''], centre: '6H', phase: 'turned' }),
      [0, decline],
      [1, allow],
    );
    expect(turned).toMatchObject({ phase: 'offered', active: 1, centre: '6H', turn: 6 });
  });

  test('CQ-R14: a player is asked at most twice a turn, for the offered and for the turned-up card', () => {
    const twice = given({ tables: ['3H 4H 5H', ''], centre: '6H', stock: '2H' });
    const turned = playAll(twice, [0, decline], [1, allow]);
    expect(playAll(turned, [0, decline], [1, allow])).toMatchObject({ phase: 'offered', active: 1 });
  });

  test('CQ-R15: a forced player may not decline, but may use the card in any legal meld', () => {
    const forced = playAll(declined, [1, force]);
    expect(forced).toMatchObject({ phase: 'offered', active: 0, forced: true });
    expect(refusal(forced, 0, decline)).toMatchObject({ ruling: 'CQ-R15', reason: 'forced' });
    expect(legalTypes(forced)).toEqual(['meld']);
    expect(legalMelds(forced)).toEqual([
      '3H 4H 5H 6H',
      '3H 4H 5H 6H 7H',
      '3H 4H 5H 6H 7H JH',
      '3H 4H 5H | 6H 7H JH',
      '3H 4H 5H | 6S 6H 6D',
    ]);
  });

  test('CQ-R16: after the forced meld the forced player chooses its discard, and the force has ended', () => {
    const melded = playAll(declined, [1, force], [0, meld('3H 4H 5H 6H')]);
    expect(melded).toMatchObject({ phase: 'discard', active: 0, forced: false });
    expect(engine.legalMoves(melded, 0)).toHaveLength(7);
  });

  test('CQ-R17, II.7-9: a forced player with one card in hand must discard it, or goes out with it', () => {
    const trapped = (hand: string) =>
      playAll(
        given({ tables: ['3H 4H 5H | QS QD QC | AC 2C 3C', ''], hands: [hand, ''], centre: '6H' }),
        [0, decline],
        [1, force],
      );
    expect(legalMelds(trapped('KS'))).toEqual(['AC 2C 3C | 3H 4H 5H 6H | QS QD QC']);
    expect(playAll(trapped('7H'), [0, meld('3H 4H 5H 6H 7H | QS QD QC | AC 2C 3C')]).phase).toBe('over');
    const last = playAll(trapped('KS'), [0, meld('3H 4H 5H 6H | QS QD QC | AC 2C 3C')]);
    expect(engine.legalMoves(last, 0)).toEqual([discard('KS')]);
  });
});
