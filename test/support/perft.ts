/** Perft tables, as chess engines have them: how many distinct states lie n moves from an opening. */
import { createRandom } from '../../domain/engine/random.ts';
import type { GameState, SealedEngine } from '../../domain/engine/sealed.ts';
import { canonicalJson } from '../../domain/match/digest.ts';
import { awaitedSeats, fold, type Sample } from './engines.ts';
import { deriveSeed } from './seed.ts';

/** Distinct states at depth 0, 1, 2, … from a fixed opening, counted until a level is larger than `levelMax`. */
export const perft = (
  engine: SealedEngine,
  sample: Sample,
  label: number,
  levelMax = 600,
  depthMax = 12,
): readonly number[] => {
  const playSeed = deriveSeed('perft', engine.game, label);
  const chance = createRandom(playSeed, 0);
  const opening = fold(engine, engine.initial(), engine.start(sample.options, sample.seats, chance));
  let level = new Map<string, { state: GameState; drawn: number }>([
    ['', { state: opening, drawn: chance.drawn() }],
  ]);
  const counts = [1];
  while (counts.length <= depthMax && level.size <= levelMax) {
    const next: typeof level = new Map();
    for (const { state, drawn } of level.values()) {
      for (const seat of awaitedSeats(engine, state)) {
        for (const move of engine.legalMoves(state, seat)) {
          const random = createRandom(playSeed, drawn);
          const decided = engine.decide(state, seat, move, random);
          if (!decided.ok) throw new Error(`a listed move is refused: ${decided.error.reason}`);
          const after = fold(engine, state, decided.value);
          next.set(`${random.drawn()} ${canonicalJson(after)}`, { state: after, drawn: random.drawn() });
        }
      }
    }
    counts.push(next.size);
    level = next;
  }
  return counts;
};
