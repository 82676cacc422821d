import { describe, expect, test } from 'vitest';
import { engines } from '../../../domain/engine/registry.ts';
import { replay } from '../../../domain/engine/replay.ts';
import { expectDefined, Fault } from '../../../domain/engine/result.ts';
import { loadLaws, playMatch } from '../../support/engines.ts';
import { throughJson } from '../../support/json.ts';
import { deriveSeed, randomFor } from '../../support/seed.ts';

const played = await Promise.all(
  engines.map(async (engine) => {
    const laws = await loadLaws(engine.game);
    const sample = expectDefined(laws.samples[0], 'a sample');
    const seed = deriveSeed('replay', engine.game);
    return { engine, game: engine.game, playout: playMatch(engine, laws, sample, seed, randomFor(seed)) };
  }),
);

describe.each(played)('replaying $game', ({ engine, playout }) => {
  const events = [...playout.start, ...playout.steps.flatMap((step) => step.events)];
  const [first] = events;

  test('folds stored events into the final state', () => {
    expect(replay(engine, throughJson(events))).toEqual(playout.final);
  });

  test('goes on from a snapshot', () => {
    const { start, opening } = playout;
    expect(replay(engine, events.slice(start.length), throughJson(opening))).toEqual(playout.final);
  });

  test('no events are the initial state', () => {
    expect(replay(engine, [])).toEqual(engine.initial());
  });

  test('an event of an unknown type is a Fault', () => {
    expect(() => replay(engine, [{ type: 'table-burnt', v: 1 }])).toThrow(Fault);
  });

  test('an event of an unknown version is a Fault', () => {
    expect(() => replay(engine, [{ ...expectDefined(first, 'an event'), v: 2 }])).toThrow(Fault);
  });
});
