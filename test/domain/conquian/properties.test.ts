import { describe, expect, test } from 'vitest';
import { engine } from '../../../domain/games/conquian/index.ts';
import { laws } from '../../../domain/games/conquian/laws.ts';
import { openDecision } from '../../../domain/games/conquian/progress.ts';
import type { Event, Options, State } from '../../../domain/games/conquian/types.ts';
import { oneOf, randomFor, runSeed } from '../../support/seed.ts';
import { deal, endRounds, given, play } from './support.ts';

/** One event of a match, with the states before and after it. */
type Step = { readonly before: State; readonly event: Event; readonly after: State };

/** Plays a match of random moves, half of them melds of the first kind listed where there are any. */
const playout = (
  options: Partial<Options>,
  label: string,
): { readonly steps: readonly Step[]; readonly moves: number } => {
  const [chance, choice] = [randomFor(runSeed, label, 'chance'), randomFor(runSeed, label, 'choice')];
  const steps: Step[] = [];
  let state = deal(options, chance);
  for (let moves = 0; ; moves++) {
    const open = openDecision(state);
    if (!open) return { steps, moves };
    const listed = engine.legalMoves(state, open.seat);
    const move = oneOf(choice, choice.int(2) === 0 ? listed.slice(0, 1) : listed);
    for (const event of play(state, open.seat, move, chance).events) {
      const after = engine.evolve(state, event);
      steps.push({ before: state, event, after });
      state = after;
    }
  }
};

const holdsAll = (whole: readonly string[], part: readonly string[]): boolean =>
  part.every((card) => whole.includes(card));

describe('II.10', () => {
  test('what always holds does, after every event, and a match ends within its bound', () => {
    for (const [index, { options }] of laws.samples.entries()) {
      for (let match = 0; match < 10; match++) {
        const { steps, moves } = playout(options, `sample ${index}, match ${match}`);
        const breaches = steps.flatMap(
          ({ event, after }) =>
            laws.breach(after) ?? (laws.inventory(after).length === 40 ? [] : JSON.stringify(event)),
        );
        expect(breaches, `seed ${runSeed}, sample ${index}, match ${match}`).toEqual([]);
        expect(moves, `seed ${runSeed}, sample ${index}, match ${match}`).toBeLessThanOrEqual(
          laws.maxMoves(options, 2),
        );
      }
    }
  });

  test('in a round no card ever leaves a table or the dead pile, or enters a hand or the stock', () => {
    for (let match = 0; match < 20; match++) {
      const wrong = playout({ rounds: 2 }, `flow ${match}`).steps.filter(
        ({ before, event, after }) =>
          event.type !== 'round-dealt' &&
          !(
            holdsAll(after.tables.flat(2), before.tables.flat(2)) &&
            holdsAll(after.dead, before.dead) &&
            holdsAll(before.hands.flat(), after.hands.flat()) &&
            holdsAll(before.stock, after.stock)
          ),
      );
      expect(wrong, `seed ${runSeed}, match ${match}`).toEqual([]);
    }
  });

  test('a round is won exactly if eleven cards lie melded', () => {
    for (let match = 0; match < 30; match++) {
      for (const { before, event } of playout({}, `win ${match}`).steps) {
        if (event.type !== 'round-ended') continue;
        const melded = before.tables.map((table) => table.flat().length);
        expect(event.winner === null ? null : melded[event.winner], `seed ${runSeed}, match ${match}`).toBe(
          melded.includes(11) ? 11 : null,
        );
      }
    }
  });

  test('the longest match ends, and keeps its state under 3 KB', () => {
    const draws = Array.from({ length: 25 }, () => null);
    const last = endRounds(
      given({ options: { rounds: 21, extraRounds: 5, stake: 1000 }, stake: 1000 }),
      ...draws,
    );
    expect(last).toMatchObject({ phase: 'turned', round: 26, stake: 1000 * 2 ** 25 });
    expect(JSON.stringify(last).length).toBeLessThan(3000);
    expect(endRounds(last, null).phase).toBe('over');
  });
});
