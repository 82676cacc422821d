import { describe, expect, test } from 'vitest';
import { gameIds } from '../../../domain/engine/engine.ts';
import { engines, findEngine, latestEngine } from '../../../domain/engine/registry.ts';

describe('the registry', () => {
  test('has an engine for each game of the catalogue, and no two of one version', () => {
    expect([...new Set(engines.map(({ game }) => game))].sort()).toEqual([...gameIds].sort());
    const versions = engines.map(({ game, rulesVersion }) => `${game} ${rulesVersion}`);
    expect(new Set(versions).size).toBe(engines.length);
  });

  test.each(engines)('finds $game by game and rules version', (engine) => {
    expect(findEngine(engine.game, engine.rulesVersion)).toBe(engine);
  });

  test('finds nothing for another version or another game', () => {
    expect(findEngine('conquian', 0)).toBeUndefined();
    expect(findEngine('chess', 1)).toBeUndefined();
    expect(findEngine('__proto__', 1)).toBeUndefined();
  });

  test.each(gameIds)('new matches of %s are played by its greatest rules version', (game) => {
    const versions = engines.filter((engine) => engine.game === game).map((engine) => engine.rulesVersion);
    expect(latestEngine(game)?.rulesVersion).toBe(Math.max(...versions));
  });
});
