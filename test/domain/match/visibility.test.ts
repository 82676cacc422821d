import { describe, expect, test } from 'vitest';
import type { Viewer } from '../../../domain/engine/engine.ts';
import { engineOf } from '../../../domain/match/commit.ts';
import { seedCommitment } from '../../../domain/match/digest.ts';
import { isVisibleTo, redactEvent, summarizeEvent, viewerOf } from '../../../domain/match/visibility.ts';
import { by, creation, day, given, join, monday, moveOf, started, type Table, when } from './support.ts';

const viewers: readonly Viewer[] = ['spectator', { seat: 0 }, { seat: 1 }, { seat: 2 }];

/** All that a viewer learns from the log. */
const learns = ({ match, commits }: Table, viewer: Viewer): string => {
  const engine = engineOf(match);
  const events = commits.flatMap(({ steps }) => steps.flatMap((step) => step.events));
  return JSON.stringify(
    events.map((event) => [redactEvent(engine, event, viewer), summarizeEvent(engine, event, viewer)]),
  );
};

const decline = { type: 'decline', player: 'dan', reason: 'other-options' } as const;

/** A match of three with everything that may be told wrongly, until its end. */
const eventful = (): Table => {
  let table = given({
    game: 'dandelions',
    seats: 3,
    joinCode: 'sesame',
    invited: ['dan'],
    settings: { visibility: 'unlisted', clock: { kind: 'per-move', allowance: 'P1D' } },
  });
  table = when(table, { type: 'set-nonce', player: 'ann', nonce: 'anns-own-chance' });
  table = when(table, join('cho', { code: 'sesame' }));
  table = when(table, by('leave', 'cho'));
  table = when(table, join('ben', { code: 'sesame', nonce: 'bens-own-chance' }));
  table = when(table, decline);
  table = when(table, join('cho', { code: 'sesame' }));
  table = when(table, { type: 'pause', player: 'ben', pause: { from: monday, until: monday + day } });
  table = when(table, by('offer-draw', 'ann'));
  table = when(table, moveOf(table));
  table = when(table, by('resign', 'cho'));
  return when(table, by('resign', 'ben'));
};

describe('the redacted log', () => {
  test.each(viewers)('never tells %j the seed, a nonce, the join code or who was invited', (viewer) => {
    const told = learns(eventful(), viewer);
    for (const secret of [creation().serverSeed, 'anns-own-chance', 'bens-own-chance', 'sesame']) {
      expect(told).not.toContain(secret);
    }
    expect(told).not.toContain('"invited"');
  });

  test('tells everyone the seed’s commitment, and that a seat has a nonce', () => {
    for (const viewer of viewers) {
      const told = learns(eventful(), viewer);
      expect(told).toContain(seedCommitment(creation().serverSeed));
      expect(told).toContain('"hasNonce":true');
    }
  });

  test('tells the creator alone who declined, and why', () => {
    const table = eventful();
    expect(learns(table, { seat: 0 })).toContain('other-options');
    for (const viewer of viewers.filter((other) => other === 'spectator' || other.seat !== 0)) {
      expect(learns(table, viewer)).not.toMatch(/declined|other-options|"dan"/);
    }
  });

  test('keeps the other events of the match as they are, with a line for each', () => {
    const table = eventful();
    const engine = engineOf(table.match);
    const events = table.commits.flatMap(({ steps }) => steps.flatMap((step) => step.events));
    for (const event of events.filter(({ type }) => type.startsWith('match.'))) {
      expect(summarizeEvent(engine, event, { seat: 0 })).toMatch(/^[A-Z].*\.$/);
      if (!['match.created', 'match.joined', 'match.nonce-set'].includes(event.type)) {
        expect(redactEvent(engine, event, { seat: 0 })).toEqual(event);
      }
    }
  });

  test('leaves the game’s own events to its engine: nobody sees another’s hand', () => {
    const table = started();
    const engine = engineOf(table.match);
    const [dealt] =
      table.commits.at(-1)?.steps[0]?.events.filter(({ type }) => !type.startsWith('match.')) ?? [];
    expect(dealt && redactEvent(engine, dealt, 'spectator')).toEqual(
      dealt && engine.redact(dealt, 'spectator'),
    );
  });
});

describe('who may know of a match', () => {
  const of = (visibility: 'public' | 'unlisted' | 'private') =>
    given({ game: 'dandelions', seats: 3, invited: ['ben', 'cho'], settings: { visibility } });

  test.each(['public', 'unlisted'] as const)('%s: everyone', (visibility) => {
    expect(
      [undefined, 'eve', 'ben', 'ann'].map((player) => isVisibleTo(of(visibility).match, player)),
    ).toEqual(Array(4).fill(true));
  });

  test('private: who sits there or is invited', () => {
    const { match } = of('private');
    expect([undefined, 'eve', '', 'ben', 'cho', 'ann'].map((player) => isVisibleTo(match, player))).toEqual([
      ...[false, false, false],
      ...[true, true, true],
    ]);
  });

  test('private: not who declined or left', () => {
    const declined = when(of('private'), { ...decline, player: 'ben' });
    expect(isVisibleTo(declined.match, 'ben')).toBe(false);
    const left = when(when(of('private'), join('cho')), by('leave', 'cho'));
    expect(isVisibleTo(left.match, 'cho')).toBe(false);
  });

  test('who has no seat looks as a spectator, invited or not', () => {
    const { match } = of('public');
    expect([viewerOf(match, 'ann'), viewerOf(match, 'ben'), viewerOf(match, undefined)]).toEqual([
      { seat: 0 },
      'spectator',
      'spectator',
    ]);
  });

  test('who resigned still looks from that seat', () => {
    expect(viewerOf(when(started(), by('resign', 'ben')).match, 'ben')).toEqual({ seat: 1 });
  });
});
