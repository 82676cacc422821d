import { describe, expect, test } from 'vitest';
import { engines } from '../../domain/engine/registry.ts';
import { fixturesOf, replayMoves, resultOf } from '../support/fixtures.ts';

describe.each(
  engines.map((engine) => ({ name: `${engine.game}, rules version ${engine.rulesVersion}`, engine })),
)('$name', ({ engine }) => {
  const fixtures = fixturesOf(engine);

  test('has at least 20 recorded matches', () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(20);
  });

  test.each(fixtures)(
    'the recorded match %s comes out as it did: outcome, events and state',
    (_name, fixture) => {
      const { events, eventsHash, outcome, stateHash } = fixture;
      expect(resultOf(engine, replayMoves(engine, fixture))).toEqual({
        events,
        eventsHash,
        outcome,
        stateHash,
      });
    },
  );
});
