import { describe, expect, test } from 'vitest';
import type { Seat, Viewer } from '../../../domain/engine/engine.ts';
import type { Random } from '../../../domain/engine/random.ts';
import { allCards, cities, sorted } from '../../../domain/games/district-noir/cards.ts';
import { engine } from '../../../domain/games/district-noir/index.ts';
import { laws } from '../../../domain/games/district-noir/laws.ts';
import { toMove } from '../../../domain/games/district-noir/progress.ts';
import { score } from '../../../domain/games/district-noir/scoring.ts';
import { type Move, of, type State } from '../../../domain/games/district-noir/types.ts';
import { canonicalJson } from '../../support/json.ts';
import { oneOf, randomFor, runSeed } from '../../support/seed.ts';

const matches = 2_000;

interface Turn {
  readonly seat: Seat;
  readonly before: State;
  readonly move: Move;
  readonly after: State;
}

const playRandomly = (random: Random): readonly Turn[] => {
  let before = engine.start({ firstSeat: 'random' }, 2, random).reduce(engine.evolve, engine.initial());
  const turns: Turn[] = [];
  while (before.outcome === null) {
    const seat = toMove(before);
    const move = oneOf(random, engine.legalMoves(before, seat));
    const decided = engine.decide(before, seat, move, random);
    if (!decided.ok) throw new Error(decided.error.message);
    const after = decided.value.reduce(engine.evolve, before);
    turns.push({ seat, before, move, after });
    before = after;
  }
  return turns;
};

const playouts = Array.from({ length: matches }, (_, index) => {
  const name = `match ${index} of GILIRAN_SEED=${runSeed}`;
  return { name, turns: playRandomly(randomFor(runSeed, 'district-noir', index)) };
});

/** The name of the first match that breaks a law; undefined if it holds in all. */
const broken = (holds: (turns: readonly Turn[]) => boolean): string | undefined =>
  playouts.find(({ turns }) => !holds(turns))?.name;

const finalOf = (turns: readonly Turn[]): State => turns.at(-1)?.after ?? expect.fail('no turn was played');

const wonByCities = (turns: readonly Turn[]): boolean => finalOf(turns).outcome?.reason === 'cities';

const between = (number: number, min: number, max: number): boolean => number >= min && number <= max;

describe(`in ${matches} random matches`, () => {
  test('the 45 cards are always all there', () => {
    const all = sorted(allCards).join();
    expect(
      broken((turns) => turns.every(({ after }) => laws.inventory(after).join() === all)),
    ).toBeUndefined();
  });

  test('the invariants of the rules page hold after every turn', () => {
    expect(broken((turns) => turns.every(({ after }) => laws.breach(after) === undefined))).toBeUndefined();
  });

  test('a match has 48 turns, and fewer only if City cards win it', () => {
    expect(
      broken((turns) => (wonByCities(turns) ? turns.length <= 48 : turns.length === 48)),
    ).toBeUndefined();
  });

  test('in a complete round each seat plays five cards and takes once', () => {
    const countsOf = (turns: readonly Turn[], round: number, seat: Seat) => {
      const own = turns.filter((turn) => turn.before.round === round && turn.seat === seat);
      return { all: own.length, takes: own.filter(({ move }) => move.type === 'take').length };
    };
    expect(
      broken((turns) => {
        const complete = [1, 2, 3, 4].filter((round) => finalOf(turns).round > round || !wonByCities(turns));
        return complete.every((round) =>
          [0, 1]
            .map((seat) => countsOf(turns, round, seat))
            .every(({ all, takes }) => all === 6 && takes === 1),
        );
      }),
    ).toBeUndefined();
  });

  test('a round starts with two to ten cards in the row, and as many are left at the end', () => {
    expect(
      broken((turns) => {
        const openings = turns.map(({ before }) => before).filter(({ turn }) => turn === 1);
        const rows = wonByCities(turns) ? openings : [...openings, finalOf(turns)];
        return rows.every(({ row }) => between(row.length, 2, 10));
      }),
    ).toBeUndefined();
  });

  test('a seat with an empty hand finds six to twenty cards to take, so it is never stuck', () => {
    expect(
      broken((turns) =>
        turns.every(
          ({ before, seat }) => of(before.hands, seat).length > 0 || between(before.row.length, 6, 20),
        ),
      ),
    ).toBeUndefined();
  });

  test('the City cards win exactly when a take brings the last of them', () => {
    expect(
      broken((turns) =>
        turns.every(({ move, seat, after }) => {
          const complete =
            move.type === 'take' && cities.every((city) => of(after.piles, seat).includes(city));
          const { outcome } = after;
          return complete
            ? outcome?.reason === 'cities' && outcome.winners[0] === seat
            : outcome?.reason !== 'cities';
        }),
      ),
    ).toBeUndefined();
  });

  test('a scored match goes to the higher total', () => {
    expect(
      broken((turns) => {
        const { outcome, piles } = finalOf(turns);
        const lead = score(piles[0], piles[1]).total - score(piles[1], piles[0]).total;
        switch (outcome?.reason) {
          case undefined:
            return false;
          case 'cities':
            return true;
          case 'score':
            return outcome.winners[0] === (lead > 0 ? 0 : 1) && lead !== 0;
          case 'tiebreak':
          case 'shared':
            return lead === 0;
        }
      }),
    ).toBeUndefined();
  });

  test('a move that everyone can see is forced is the only legal one', () => {
    expect(
      broken((turns) =>
        turns.every(({ before, seat }) => {
          const forced = engine.publiclyForced(before);
          if (forced === undefined) return of(before.hands, seat).length > 0;
          const moves = engine.legalMoves(before, seat);
          return forced.seat === seat && canonicalJson(moves) === canonicalJson([forced.move]);
        }),
      ),
    ).toBeUndefined();
  });

  test('no view changes when the cards that are hidden from its viewer are dealt anew', () => {
    const random = randomFor(runSeed, 'district-noir', 'hidden');
    expect(
      broken((turns) => {
        const { after } = oneOf(random, turns);
        const viewer = oneOf<Viewer>(random, ['spectator', { seat: 0 }, { seat: 1 }]);
        const other = laws.resampleHidden(after, viewer, random);
        return canonicalJson(engine.view(other, viewer)) === canonicalJson(engine.view(after, viewer));
      }),
    ).toBeUndefined();
  });
});
