import { describe, expect, test } from 'vitest';
import type { Seat } from '../../../domain/engine/engine.ts';
import { createRandom, type Random } from '../../../domain/engine/random.ts';
import { nobleCards, sorted, supportCards } from '../../../domain/games/dueling-nobles/cards.ts';
import type { Event } from '../../../domain/games/dueling-nobles/events.ts';
import { engine } from '../../../domain/games/dueling-nobles/index.ts';
import { laws } from '../../../domain/games/dueling-nobles/laws.ts';
import {
  type Move,
  type Options,
  optionsSchema,
  type State,
} from '../../../domain/games/dueling-nobles/types.ts';
import { deriveSeed, oneOf, randomFor, runSeed } from '../../support/seed.ts';

const again = `GILIRAN_SEED=${runSeed}`;

interface Step {
  readonly seat: Seat;
  readonly move: Move;
  readonly events: readonly Event[];
  readonly after: State;
}

/** Plays a match to its end; `choose` picks the moves. */
const playout = (
  options: Options,
  name: string,
  choose: (moves: readonly Move[], random: Random) => Move,
) => {
  const chance = createRandom(deriveSeed(runSeed, name, 'chance'), 0);
  const choice = randomFor(runSeed, name, 'choice');
  let state = engine.start(options, 2, chance).reduce(engine.evolve, engine.initial());
  const steps: Step[] = [];
  for (;;) {
    const progress = engine.progress(state);
    if (progress.kind === 'over') return { steps, outcome: progress.outcome };
    if (steps.length >= laws.maxMoves(options, 2))
      throw new Error(`no end after ${steps.length} moves, ${again}`);
    const { seat } = oneOf(choice, progress.decisions);
    const move = choose(engine.legalMoves(state, seat), choice);
    const decided = engine.decide(state, seat, move, chance);
    if (!decided.ok)
      throw new Error(`${JSON.stringify(move)} was refused: ${decided.error.message}, ${again}`);
    state = decided.value.reduce(engine.evolve, state);
    steps.push({ seat, move, events: decided.value, after: state });
  }
};

/** Any type of move with the same odds, then any move of that type. */
const lively = (moves: readonly Move[], random: Random): Move => {
  const type = oneOf(random, [...new Set(moves.map((move) => move.type))]);
  return oneOf(
    random,
    moves.filter((move) => move.type === type),
  );
};

/** Never duels unless it must, and recruits and heals whenever it can, so that matches last as long as possible. */
const passive = (moves: readonly Move[], random: Random): Move => {
  const preferred = ['skip-duel', 'discard-triple', 'recruit', 'heart', 'end-phase', 'keep'];
  const type = preferred.find((name) => moves.some((move) => move.type === name));
  const liked = moves.filter((move) => move.type === type);
  return oneOf(random, liked.length > 0 ? liked : moves);
};

const matches = laws.samples.flatMap(({ options }, sample) =>
  [1, 2, 3].map((number) => ({
    options,
    name: `sample ${sample}, match ${number}`,
    ...playout(options, `${sample}/${number}`, lively),
  })),
);

const eventsOf = (steps: readonly Step[]) => steps.flatMap(({ events }) => events);

describe.each(matches)(`random playouts, ${again}: $name`, ({ steps, options, outcome }) => {
  test('the packs of 40 and 12 are complete, and the invariants hold, after every move', () => {
    const packs = sorted([...supportCards, ...nobleCards]);
    for (const { after } of steps) {
      expect(laws.inventory(after)).toEqual(packs);
      expect(laws.breach(after)).toBeUndefined();
    }
  });

  test('the game goes on exactly while both courts hold a Noble and turns are left', () => {
    for (const { after } of steps) {
      if (after.turn === 0) continue;
      const bothStand = after.players.every(({ court }) => court.length > 0);
      expect(after.outcome === null || after.outcome.reason === 'turn-limit').toBe(bothStand);
    }
  });

  test('tokens come from income and wins and go into cards, recruits and swaps, and nowhere else', () => {
    const balance: [number, number] = [0, 0];
    const gained = (event: Event): readonly [Seat, number] | undefined => {
      if (event.type === 'duel-resolved')
        return event.winner === null ? undefined : [event.winner, event.reward];
      if ('income' in event) return [event.seat, event.income];
      return 'cost' in event ? [event.seat, -event.cost] : undefined;
    };
    for (const event of eventsOf(steps)) {
      const [seat, gain] = gained(event) ?? [0, 0];
      balance[seat === 0 ? 0 : 1] += gain;
    }
    expect(steps.at(-1)?.after.players.map(({ tokens }) => tokens)).toEqual(balance);
  });

  test('a turn has at most 17 moves and one for each moved weapon', () => {
    const counts = new Map<number, number>();
    for (const [index, { move }] of steps.entries()) {
      const turn = steps[index - 1]?.after.turn ?? 0;
      if (move.type !== 'move-weapon') counts.set(turn, (counts.get(turn) ?? 0) + 1);
    }
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(17);
  });

  test('every duel takes stamina, and there are 30 of them at most', () => {
    const duels = eventsOf(steps).filter((event) => event.type === 'duel-resolved');
    for (const { wounds } of duels) expect(wounds.length).toBeGreaterThanOrEqual(1);
    if (options.suitLimit === 'per-game') expect(duels.length).toBeLessThanOrEqual(30);
  });

  test('the outcome’s figures are those of the table', () => {
    const courts = steps.at(-1)?.after.players.map(({ court }) => court) ?? [];
    expect(outcome.details).toEqual({
      turns: steps.at(-1)?.after.turn,
      nobles: courts.map((court) => court.length),
      stamina: courts.map((court) => court.reduce((sum, { stamina }) => sum + stamina, 0)),
    });
  });
});

test(`players who avoid duels still end within the proved bound of turns, ${again}`, () => {
  for (const idleLimit of [1, 5, 20]) {
    const { steps, outcome } = playout(optionsSchema.parse({ idleLimit }), `passive ${idleLimit}`, passive);
    expect(outcome.reason).not.toBe('turn-limit');
    expect(steps.at(-1)?.after.turn).toBeLessThanOrEqual(30 * (idleLimit + 1));
  }
});

test(`players who avoid duels are drawn at \`maxTurns\` with suits per turn, ${again}`, () => {
  const options = optionsSchema.parse({ suitLimit: 'per-turn', maxTurns: 60, idleLimit: 100 });
  const { steps, outcome } = playout(options, 'drawn', passive);
  expect(outcome).toMatchObject({ kind: 'drawn', reason: 'turn-limit' });
  expect(steps.at(-1)?.after.turn).toBe(60);
});
