/**
 * How often a match waits for a person, with and without standing orders (issue 4.5): the same matches, move for move, in which the players
 * do by hand what their orders would have done. A wait is a seat that becomes awaited and that a person must answer for; publicly
 * forced moves wait for nobody. `npm run bench:waits`, `MATCHES=200` for another number of matches.
 */
import type { GameId, GameMove, Seat } from '../../domain/engine/engine.ts';
import { createRandom, type Random } from '../../domain/engine/random.ts';
import { latestEngine } from '../../domain/engine/registry.ts';
import { expectDefined } from '../../domain/engine/result.ts';
import type { GameState, SealedEngine } from '../../domain/engine/sealed.ts';
import type { StandingOrder } from '../../functions/shared/store/orders.ts';
import { fold, greedyPlayer, type Player, randomPlayer } from '../support/engines.ts';
import { eagerOrders } from '../support/orders.ts';
import { countFromEnv, deriveSeed, oneOf, randomFor, runSeed } from '../support/seed.ts';

const matches = countFromEnv('MATCHES', 100);
const movesMax = 5_000;
const players: { readonly [name: string]: Player } = { random: randomPlayer, greedy: greedyPlayer };

/** What a person would leave to the server: all but the choices that make a match another one. */
const sensible = (game: GameId): readonly StandingOrder[] =>
  eagerOrders[game].filter(({ template }) => template !== 'skip-duel');

interface Waits {
  readonly without: number;
  readonly with: number;
  readonly decisions: number;
}

const orderedMove = (
  engine: SealedEngine,
  state: GameState,
  seat: Seat,
  kind: string,
  orders: readonly StandingOrder[],
): GameMove | undefined => {
  for (const { template: id, parameters } of orders) {
    const template = engine.orders.find((known) => known.id === id && known.decision === kind);
    const move = template?.answer(
      engine.view(state, { seat }),
      engine.legalMoves(state, seat),
      template.parameters.parse(parameters),
    );
    if (move) return move;
  }
  return undefined;
};

const play = (engine: SealedEngine, player: Player, playSeed: string, choice: Random): Waits => {
  const chance = createRandom(playSeed, 0);
  const seats = engine.seats.min;
  const options = engine.schemas.options.parse({});
  let state = fold(engine, engine.initial(), engine.start(options, seats, chance));
  let decisions = 0;
  const waits = { without: 0, with: 0 };
  /** By seat while it is awaited: whether a person has had to answer since it became so. */
  const stretches = new Map<Seat, boolean>();
  const step = (seat: Seat, move: GameMove): void => {
    const decided = engine.decide(state, seat, move, chance);
    if (!decided.ok) throw new Error(`${engine.game} refuses ${JSON.stringify(move)}`);
    state = fold(engine, state, decided.value);
  };
  for (let moves = 0; moves < movesMax; moves++) {
    const progress = engine.progress(state);
    if (progress.kind === 'over') return { ...waits, decisions };
    const forced = engine.publiclyForced(state);
    if (forced) {
      step(forced.seat, forced.move);
      continue;
    }
    for (const seat of stretches.keys()) {
      if (!progress.decisions.some((decision) => decision.seat === seat)) stretches.delete(seat);
    }
    for (const { seat } of progress.decisions) {
      if (stretches.has(seat)) continue;
      stretches.set(seat, false);
      waits.without += 1;
    }
    const { seat, kind } = oneOf(choice, progress.decisions);
    const ordered = orderedMove(engine, state, seat, kind, sensible(engine.game));
    if (!ordered && !stretches.get(seat)) {
      stretches.set(seat, true);
      waits.with += 1;
    }
    decisions += 1;
    step(seat, ordered ?? player(engine.legalMoves(state, seat), choice));
  }
  throw new Error(`${engine.game} did not end within ${movesMax} moves`);
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

console.log(`GILIRAN_SEED=${runSeed}, ${matches} matches each, means a match`);
const games: readonly GameId[] = ['conquian', 'dueling-nobles'];
const rows = games.flatMap((game) =>
  Object.entries(players).map(([name, player]) => {
    const engine = expectDefined(latestEngine(game), `${game} is not registered`);
    const played = Array.from({ length: matches }, (_, match) =>
      play(
        engine,
        player,
        deriveSeed(runSeed, 'waits', game, name, match),
        randomFor(runSeed, 'waits of players', game, name, match),
      ),
    );
    const without = mean(played.map((waits) => waits.without));
    const withOrders = mean(played.map((waits) => waits.with));
    return {
      game,
      players: name,
      decisions: mean(played.map(({ decisions }) => decisions)).toFixed(1),
      'waits without orders': without.toFixed(1),
      'waits with orders': withOrders.toFixed(1),
      spared: `${(100 * (1 - withOrders / without)).toFixed(0)} %`,
    };
  }),
);
console.table(rows);
