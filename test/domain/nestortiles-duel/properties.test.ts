import { describe, expect, it } from 'vitest';
import type { Random } from '../../../domain/engine/random.ts';
import { engine } from '../../../domain/games/nestortiles-duel/index.ts';
import { laws } from '../../../domain/games/nestortiles-duel/laws.ts';
import { tiles } from '../../../domain/games/nestortiles-duel/tiles.ts';
import type { Event, Move, Options, State } from '../../../domain/games/nestortiles-duel/types.ts';
import { oneOf, randomFor, runSeed } from '../../support/seed.ts';
import { areaOf } from './support.ts';

interface Playout {
  readonly options: Options;
  /** The states at the beginning of each turn, and the last one. */
  readonly turns: readonly State[];
  readonly events: readonly Event[];
}

type Choose = (legalMoves: readonly Move[], random: Random) => Move;

const anyMove: Choose = (legalMoves, random) => oneOf(random, legalMoves);

/** Exchanges 1s for as long as the rules allow it. */
const discardOnes: Choose = (legalMoves, random) =>
  legalMoves.find((move) => move.type === 'discard' && move.tile.endsWith('-1')) ??
  anyMove(legalMoves, random);

/** One match to its end; fails where that takes more moves than were proved to be enough. */
const playout = (options: Options, match: number, choose: Choose): Playout => {
  const random = randomFor(runSeed, 'nestortiles-duel', match);
  const events = [...engine.start(options, 2, random)];
  let state = events.reduce(engine.evolve, engine.initial());
  const turns = [state];
  for (let moves = 0; moves <= laws.maxMoves(options, 2); moves++) {
    if (state.rolls) return { options, turns: [...turns, state], events };
    const { seat, number } = state.turn;
    const decided = engine.decide(state, seat, choose(engine.legalMoves(state, seat), random), random);
    if (!decided.ok) return expect.fail(decided.error.message);
    state = decided.value.reduce(engine.evolve, state);
    events.push(...decided.value);
    if (state.turn.number > number) turns.push(state);
  }
  return expect.fail(`match ${match} of seed ${runSeed} goes on after its proved number of moves`);
};

/** A quarter of the matches is played by seats that exchange 1s. */
const playouts = laws.samples.flatMap(({ options }, sample) =>
  Array.from({ length: 40 }, (_, match) =>
    playout(options, 1000 * sample + match, match < 10 ? discardOnes : anyMove),
  ),
);

describe(`random matches of seed ${runSeed}`, () => {
  it('all 60 tiles are kept, and every bound holds', () => {
    for (const { turns } of playouts) {
      for (const state of turns) {
        expect(laws.inventory(state)).toEqual(tiles);
        expect(laws.breach(state)).toBeUndefined();
      }
    }
  });

  it('the area changes by the identities of the rules page', () => {
    for (const { turns } of playouts) {
      for (const [index, after] of turns.slice(1).entries()) {
        const before = turns[index] ?? expect.fail('no turn');
        const { seat, discarded, drawn, built } = after.rolls
          ? after.turn
          : (after.lastTurn ?? expect.fail('no turn'));
        const hand = before.hands[seat]?.length ?? 0;
        const change = areaOf(after) - areaOf(before);
        if (built) {
          expect(change).toBe(hand - 6);
          expect(after.hands[seat]).toEqual([]);
        } else expect(change).toBe(discarded === null ? -1 : 1 - drawn.length);
        if (discarded === null) expect(change).toBe(-1);
        if (discarded === null || !discarded.endsWith('-1')) expect(change).toBeLessThanOrEqual(-1);
        else expect(change).toBe(0);
      }
    }
  });

  it('nine or ten dice are built, and each is rolled once', () => {
    for (const { turns } of playouts) {
      const end = turns[turns.length - 1] ?? expect.fail('no end');
      const dice = end.dice.map((own) => own.length);
      expect([9, 10]).toContain(end.dice.flat().length);
      expect(end.rolls?.map((rolls) => rolls.length)).toEqual(dice);
      for (const [seat, rolls] of (end.rolls ?? []).entries()) {
        for (const [die, tile] of rolls.entries()) expect(end.dice[seat]?.[die]).toContain(tile);
      }
    }
  });

  it('never more than the cap of turns in a row discard a 1', () => {
    for (const { options, events } of playouts) {
      let run = 0;
      for (const event of events) {
        if (event.type === 'turn-ended') run = event.oneDiscardRun;
        expect(run).toBeLessThanOrEqual(options.oneDiscardCap);
      }
    }
  });
});
