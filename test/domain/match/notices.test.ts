import { describe, expect, test, vi } from 'vitest';
import { commitNoticeTypes } from '../../../domain/match/commit.ts';
import {
  by,
  day,
  given,
  hour,
  join,
  last,
  monday,
  moveOf,
  started,
  type Table,
  told,
  when,
} from './support.ts';
import { go, ofToy, turns } from './toy.ts';

vi.mock('../../../domain/engine/registry.ts', async (original) =>
  (await import('./registry.ts')).withToy(original),
);

const play = (table: Table, seat: number, next: Parameters<typeof go>[0], more?: Parameters<typeof go>[1]) =>
  when(table, moveOf(table, seat, go(next, more)));

describe('before the start', () => {
  test('the invited are told, each once', () => {
    expect(told(given({ game: 'dandelions', seats: 3, invited: ['ben', 'cho'] }))).toEqual([
      'match.invited ben',
      'match.invited cho',
    ]);
  });

  test('who sits there is told who joins; who joins isn’t', () => {
    const one = when(given({ game: 'dandelions', seats: 3 }), join('ben'));
    expect(told(one)).toEqual(['match.joined ann']);
    expect(told(when(one, join('cho'))).slice(0, 5)).toEqual([
      ...['match.joined ann', 'match.joined ben'],
      ...['match.started ann', 'match.started ben', 'match.started cho'],
    ]);
  });

  test('the creator alone is told of a declined invitation', () => {
    const table = when(given({ game: 'dandelions', seats: 3, invited: ['ben'] }), join('cho'));
    expect(told(when(table, { type: 'decline', player: 'ben', reason: 'no-time' }))).toEqual([
      'invitation.declined ann',
    ]);
  });

  test('who waits, seated or invited, is told that nothing comes of it', () => {
    const table = given({ invited: ['ben'] });
    expect(told(when(table, by('cancel', 'ann')))).toEqual(['match.cancelled ann', 'match.cancelled ben']);
    expect(told(when(table, { type: 'expire' }, monday + 14 * day))).toEqual([
      'match.expired ann',
      'match.expired ben',
    ]);
  });

  test.each(['leave', 'set-nonce'] as const)('nobody is told of %s', (type) => {
    const table = when(given({ game: 'dandelions', seats: 3 }), join('ben'));
    expect(told(when(table, { type, player: 'ben', nonce: 'abc' }))).toEqual([]);
  });
});

describe('the turn', () => {
  test('is told to the seat that became awaited, with its decision and its deadline', () => {
    const table = started({ ...ofToy(), settings: { clock: { kind: 'per-move', allowance: 'PT6H' } } });
    expect(last(table).notices.at(-1)).toEqual({
      type: 'turn.started',
      player: 'ann',
      seat: 0,
      decision: '2.0',
      kind: 'turn',
      deadlineAt: monday + 6 * hour,
    });
    expect(told(play(table, 0, turns(1)))).toEqual(['turn.started ben']);
  });

  test('without a clock bears no deadline', () => {
    expect(last(started(ofToy())).notices.at(-1)).not.toHaveProperty('deadlineAt');
  });

  test('isn’t told again between a seat’s own consecutive decisions', () => {
    expect(told(play(started(ofToy()), 0, turns(0)))).toEqual([]);
  });

  test('of two at once is told to both, and not again to the one that still decides', () => {
    const table = started(ofToy(turns(0, 1)));
    expect(told(table).slice(-2)).toEqual(['turn.started ann', 'turn.started ben']);
    expect(told(play(table, 0, turns(1)))).toEqual([]);
  });

  test('that was forced is told to nobody; only what is open when the commit is made counts', () => {
    const table = play(started(ofToy()), 0, turns(1), { forced: 2 });
    expect(told(table)).toEqual(['turn.started ben']);
  });

  test('is told to nobody after the end', () => {
    expect(told(play(started(ofToy()), 0, []))).toEqual(['match.ended ann', 'match.ended ben']);
  });

  test('isn’t told by offers, vacations and resignations that leave it as it is', () => {
    const table = started({ ...ofToy(), seats: 3 });
    const away = { type: 'pause', player: 'ann', pause: { from: monday, until: monday + day } } as const;
    expect(told(when(table, away))).toEqual([]);
    expect(told(when(table, by('resign', 'cho')))).toEqual([]);
    expect(told(when(table, by('offer-draw', 'ann')))).toEqual(['draw.offered ben', 'draw.offered cho']);
  });
});

describe('notices', () => {
  test('are the same, in the same order, whenever they are made from the same commit: their ids are stable', () => {
    const play3 = () => when(started({ game: 'dandelions', seats: 3 }), by('resign', 'ben'));
    expect(play3().commits.map(({ notices }) => notices)).toEqual(
      play3().commits.map(({ notices }) => notices),
    );
  });

  test('are each of a known type, and no two of one commit tell a player the same', () => {
    for (const { notices } of when(started({ game: 'dandelions', seats: 3 }), by('resign', 'ben')).commits) {
      const all = notices.map(({ type, player, decision }) => `${type} ${player} ${decision}`);
      expect(new Set(all).size).toBe(all.length);
      for (const { type } of notices) expect(commitNoticeTypes).toContain(type);
    }
  });

  test('hold no view, no move and no secret', () => {
    for (const { notices } of when(given({ ...ofToy(), joinCode: 'sesame' }), join('ben', { code: 'sesame' }))
      .commits) {
      for (const notice of notices) {
        const known = ['type', 'player', 'seat', 'decision', 'kind', 'deadlineAt'];
        expect(Object.keys(notice).filter((key) => !known.includes(key))).toEqual([]);
      }
    }
  });
});
