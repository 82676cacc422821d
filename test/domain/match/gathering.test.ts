import { describe, expect, test } from 'vitest';
import { expiresAt } from '../../../domain/match/gathering.ts';
import {
  by,
  creation,
  day,
  eventTypes,
  given,
  join,
  last,
  monday,
  resultOf,
  second,
  started,
  told,
  when,
} from './support.ts';

const three = { game: 'dandelions', seats: 3 } as const;
const seats = (table: ReturnType<typeof given>) => table.match.seats.map((holder) => holder?.player ?? null);

describe('creating', () => {
  test('seats the creator first and waits for the others', () => {
    const table = given();
    expect(table.match).toMatchObject({
      status: 'open',
      version: 1,
      createdBy: 'ann',
      createdAt: monday,
      open: [],
    });
    expect(seats(table)).toEqual(['ann', null]);
    expect(last(table).steps[0]).toMatchObject({ actor: { seat: 0 }, command: { type: 'create' } });
  });

  test('with every player at once (a rematch) it starts in the first commit', () => {
    const [ann, ben] = [join('ann'), join('ben')].map(({ player, name, nonce }) => ({ player, name, nonce }));
    const table = given({ joiners: [ann!, ben!], rematchOf: 'mat_0' });
    expect(table.match).toMatchObject({ status: 'active', version: 1, rematchOf: 'mat_0' });
    expect(eventTypes(table)[0]?.slice(0, 4)).toEqual([
      'match.created',
      'match.joined',
      'match.joined',
      'match.started',
    ]);
    expect(told(table)).not.toContain('match.joined ann');
  });

  test('is pinned to its rules and names its scheme of chance', () => {
    expect(given().match).toMatchObject({
      game: 'district-noir',
      rulesVersion: 1,
      rngScheme: 'hmac-sha256-draws-v1',
    });
  });
});

describe('joining', () => {
  test('takes the lowest free seat', () => {
    let table = when(when(given({ ...three, seats: 3 }), join('ben')), by('leave', 'ben'));
    table = when(table, join('cho'));
    expect(seats(table)).toEqual(['ann', 'cho', null]);
  });

  test('the last to join starts the match in the same commit', () => {
    const table = when(given(), join('ben'), monday + day);
    expect(table.match).toMatchObject({ status: 'active', startedAt: monday + day });
    expect(table.match.open).toHaveLength(1);
    expect(table.commits).toHaveLength(2);
    expect(last(table).steps[0]?.draws).toBeGreaterThan(0);
    expect(table.match.drawn).toBe(last(table).steps[0]?.draws);
  });

  test('a match of three starts with the third, not with the second', () => {
    const two = when(given(three), join('ben'));
    expect(two.match.status).toBe('open');
    expect(when(two, join('cho')).match.status).toBe('active');
  });

  test('who comes after the last seat was taken finds the match full', () => {
    expect(resultOf(started(), join('cho'))).toBe('match-full');
  });

  test('joining again changes nothing; with another nonce it is refused', () => {
    const table = when(given(three), join('ben', { nonce: 'n1' }));
    expect(resultOf(table, join('ben'))).toBe('unchanged');
    expect(resultOf(table, join('ben', { nonce: 'n1' }))).toBe('unchanged');
    expect(resultOf(table, join('ben', { nonce: 'n2' }))).toBe('already-seated');
    expect(resultOf(table, join('ann'))).toBe('unchanged');
  });

  test('joining again after the start or the end changes nothing', () => {
    const table = started();
    expect(resultOf(table, join('ben'))).toBe('unchanged');
    expect(resultOf(when(table, by('resign', 'ann')), join('ben'))).toBe('unchanged');
  });

  test('a match that was called off or has expired takes nobody', () => {
    expect(resultOf(when(given(), by('cancel', 'ann')), join('ben'))).toBe('match-over');
    expect(resultOf(when(given(), { type: 'expire' }, monday + 14 * day), join('ben'))).toBe('match-over');
  });

  test('seats that are kept for the invited are not given to others', () => {
    const table = given({ ...three, invited: ['ben'] });
    const joined = when(table, join('cho'));
    expect(resultOf(joined, join('dan'))).toBe('match-full');
    const full = when(joined, join('ben'));
    expect(full.match).toMatchObject({ status: 'active', invited: [] });
  });

  test('a private match takes the invited alone', () => {
    const table = given({ ...three, invited: ['ben', 'cho'], settings: { visibility: 'private' } });
    const declined = when(table, { type: 'decline', player: 'cho', reason: 'no-time' });
    expect(resultOf(declined, join('dan'))).toBe('forbidden');
    expect(resultOf(declined, join('ben'))).toBe('append');
  });

  test('an unlisted match takes strangers by its code, the invited without', () => {
    const table = given({
      ...three,
      joinCode: 'sesame',
      invited: ['ben'],
      settings: { visibility: 'unlisted' },
    });
    expect(resultOf(table, join('cho'))).toBe('forbidden');
    expect(resultOf(table, join('cho', { code: 'Sesame' }))).toBe('forbidden');
    expect(resultOf(table, join('cho', { code: 'sesame' }))).toBe('append');
    expect(resultOf(table, join('ben'))).toBe('append');
  });
});

describe('leaving before the start', () => {
  test('gives the seat back, for others too, with all that came with it', () => {
    const table = when(when(given(three), join('ben', { nonce: 'n1' })), by('leave', 'ben'));
    expect(seats(table)).toEqual(['ann', null, null]);
    expect(when(table, join('cho')).match.seats[1]).toMatchObject({ player: 'cho', nonce: null });
  });

  test('leaving again changes nothing; who never came is refused', () => {
    const table = when(when(given(three), join('ben')), by('leave', 'ben'));
    expect(resultOf(table, by('leave', 'ben'))).toBe('unchanged');
    expect(resultOf(table, by('leave', 'cho'))).toBe('forbidden');
  });

  test('who left may come back', () => {
    const table = when(when(when(given(three), join('ben')), by('leave', 'ben')), join('ben'));
    expect(seats(table)).toEqual(['ann', 'ben', null]);
    expect(resultOf(table, by('leave', 'ben'))).toBe('append');
  });

  test('the creator cancels instead, and after the start one resigns', () => {
    expect(resultOf(given(), by('leave', 'ann'))).toBe('forbidden');
    expect(resultOf(started(), by('leave', 'ben'))).toBe('match-started');
    expect(resultOf(when(started(), by('resign', 'ben')), by('leave', 'ben'))).toBe('match-over');
  });
});

describe('declining', () => {
  const decline = (player: string) => ({ type: 'decline', player, reason: 'other-clock' }) as const;
  const invited = () => given({ ...three, invited: ['ben'] });

  test('frees the seat that was kept', () => {
    const table = when(invited(), decline('ben'));
    expect(last(table).steps[0]).toMatchObject({
      actor: { player: 'ben' },
      events: [{ type: 'match.declined', player: 'ben', reason: 'other-clock' }],
    });
    expect(when(when(table, join('cho')), join('dan')).match.status).toBe('active');
  });

  test('declining again changes nothing; who was not invited is refused', () => {
    const table = when(invited(), decline('ben'));
    expect(resultOf(table, decline('ben'))).toBe('unchanged');
    expect(resultOf(table, decline('cho'))).toBe('forbidden');
  });

  test('who accepted leaves instead', () => {
    expect(resultOf(when(invited(), join('ben')), decline('ben'))).toBe('already-seated');
  });

  test('a match that was called off has nothing to decline', () => {
    expect(resultOf(when(invited(), by('cancel', 'ann')), decline('ben'))).toBe('match-over');
  });
});

describe('cancelling before the start', () => {
  test('is the creator’s alone', () => {
    const table = when(given(three), join('ben'));
    expect(resultOf(table, by('cancel', 'ben'))).toBe('forbidden');
    expect(resultOf(table, by('cancel', 'cho'))).toBe('forbidden');
    const cancelled = when(table, by('cancel', 'ann'), monday + second);
    expect(cancelled.match).toMatchObject({ status: 'cancelled', endedAt: monday + second });
    expect(last(cancelled).steps[0]?.events).toEqual([{ type: 'match.cancelled', v: 1, by: 'creator' }]);
  });

  test('cancelling again changes nothing', () => {
    expect(resultOf(when(given(), by('cancel', 'ann')), by('cancel', 'ann'))).toBe('unchanged');
  });
});

describe('expiring', () => {
  test('a match that never filled expires at its time, not a millisecond before', () => {
    const table = given({ settings: { expiry: 'P1D' } });
    expect(expiresAt(table.match)).toBe(monday + day);
    expect(resultOf(table, { type: 'expire' }, monday + day - 1)).toBe('unchanged');
    const expired = when(table, { type: 'expire' }, monday + day);
    expect(expired.match).toMatchObject({ status: 'expired', endedAt: monday + day });
    expect(last(expired).steps[0]?.actor).toEqual({ system: 'expiry' });
    expect(resultOf(expired, { type: 'expire' }, monday + day)).toBe('unchanged');
  });

  test('a match that has started never expires', () => {
    expect(resultOf(started(), { type: 'expire' }, monday + 365 * day)).toBe('unchanged');
  });
});

describe('nonces', () => {
  const nonce = (player: string, text: string) => ({ type: 'set-nonce', player, nonce: text }) as const;

  test('a seat adds its own once, before the start', () => {
    const table = when(given(), nonce('ann', 'abc'));
    expect(table.match.seats[0]?.nonce).toBe('abc');
    expect(resultOf(table, nonce('ann', 'abc'))).toBe('unchanged');
    expect(resultOf(table, nonce('ann', 'xyz'))).toBe('limit-reached');
    expect(resultOf(table, nonce('ben', 'xyz'))).toBe('forbidden');
  });

  test('after the start the play seed is fixed', () => {
    const table = when(when(given(), nonce('ann', 'abc')), join('ben'));
    expect(resultOf(table, nonce('ben', 'xyz'))).toBe('match-started');
    expect(resultOf(table, nonce('ann', 'abc'))).toBe('unchanged');
    expect(resultOf(when(table, by('resign', 'ann')), nonce('ben', 'xyz'))).toBe('match-over');
  });

  test('every nonce changes the play seed, and whose it is matters', () => {
    const seedOf = (ann: string | undefined, ben: string | undefined) => {
      const open = ann === undefined ? given() : when(given(), nonce('ann', ann));
      return when(open, join('ben', ben === undefined ? {} : { nonce: ben })).match.playSeed;
    };
    const seeds = [
      seedOf(undefined, undefined),
      seedOf('a', undefined),
      seedOf(undefined, 'a'),
      seedOf('a', 'b'),
      seedOf('b', 'a'),
    ];
    expect(new Set(seeds).size).toBe(seeds.length);
  });
});

describe('commands out of their time', () => {
  test.each([
    { type: 'resign', player: 'ann' },
    { type: 'offer-draw', player: 'ann' },
    { type: 'accept-draw', player: 'ann', offer: '2.1' },
    { type: 'decline-draw', player: 'ann', offer: '2.1' },
    { type: 'offer-rematch', player: 'ann', rematch: 'mat_2' },
    { type: 'move', player: 'ann', decision: '1.0', move: { type: 'take' } },
  ] as const)('$type before the start: match-not-started', (command) => {
    expect(resultOf(given(), command)).toBe('match-not-started');
  });

  test.each(['move', 'resign', 'offer-draw', 'offer-rematch'] as const)(
    '%s by a stranger: forbidden',
    (type) => {
      const command = { type, player: 'eve', decision: '2.0', move: {}, rematch: 'mat_2' };
      expect(resultOf(given(), command)).toBe('forbidden');
      expect(resultOf(started(), command)).toBe('forbidden');
    },
  );

  test('what is not there can only be created, and only once', () => {
    const table = given();
    expect(() => resultOf(table, creation())).toThrow('created once');
  });
});
