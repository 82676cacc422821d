/** Standing orders, played for their owners (design §5). */
import type { GameMove } from '../../domain/engine/engine.ts';
import { ok } from '../../domain/engine/result.ts';
import { engineOf } from '../../domain/match/commit.ts';
import type { MatchState, OpenDecision } from '../../domain/match/state.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { loadMatch, matchDepsOf, runCommand } from './matches.ts';
import type { SeatOrders, StandingOrder } from './store/orders.ts';
import type { Store } from './store/store.ts';

/** What playing orders takes. */
export interface OrderDeps {
  readonly store: Pick<Store, 'log' | 'accounts' | 'orders'>;
  readonly clock: Clock;
  readonly logger: Log;
}

interface OrderAnswer {
  readonly player: string;
  readonly decision: string;
  readonly template: string;
  readonly move: GameMove;
}

/**
 * Answers one open decision by the standing order of its seat, if there is one that does. One is enough: its commit is consumed like any
 * other, and brings the next. Two players' orders that answer each other end with the game, whose length its rules bound.
 */
export const playOrders = async (deps: OrderDeps, matchId: string): Promise<void> => {
  const seats = (await deps.store.orders.list(matchId)).filter(({ orders }) => orders.length > 0);
  if (seats.length === 0) return;
  const match = await loadMatch(deps.store, matchId);
  if (!match) return;
  for (const { player, decision, move, template } of answersOf(deps, match, seats)) {
    const ran = await runCommand(
      matchDepsOf(deps),
      matchId,
      { receivedAt: deps.clock.now() },
      () => ok({ type: 'move', player, decision, move }),
      { order: template },
    );
    if (ran !== 'unknown' && ran.ok) return;
  }
};

/** What orders make of the open decisions of a match. Each looks at its owner's own view, and at nothing else. */
const answersOf = (
  deps: Pick<OrderDeps, 'logger'>,
  match: MatchState,
  seats: readonly SeatOrders[],
): readonly OrderAnswer[] =>
  match.open.flatMap((decision) => {
    const player = match.seats[decision.seat]?.player;
    const mine = seats.find((orders) => orders.seat === decision.seat && orders.player === player);
    for (const order of mine?.orders ?? []) {
      const move = answerOf(deps, match, decision, order);
      if (move && player !== undefined)
        return [{ player, decision: decision.id, template: order.template, move }];
    }
    return [];
  });

/** A template that fails leaves the decision to its owner, who is told as ever. */
const answerOf = (
  { logger }: Pick<OrderDeps, 'logger'>,
  match: MatchState,
  { seat, kind }: OpenDecision,
  order: StandingOrder,
): GameMove | undefined => {
  const engine = engineOf(match);
  const template = engine.orders.find(({ id }) => id === order.template);
  if (match.gameState === null || template?.decision !== kind) return undefined;
  const parameters = template.parameters.safeParse(order.parameters);
  if (!parameters.success) return undefined;
  try {
    return template.answer(
      engine.view(match.gameState, { seat }),
      engine.legalMoves(match.gameState, seat),
      parameters.data,
    );
  } catch (error) {
    logger.error('an order template failed', { matchId: match.id, template: order.template, error });
    return undefined;
  }
};

/** How far behind a commit an order's answer to it may stand: other seats' moves and offers may come between. */
const answersWithin = 16;

/** The decisions that standing orders answered soon after a version: their owners were not awaited, so they are not told. */
export const answeredByOrders = async (
  deps: Pick<OrderDeps, 'store'>,
  matchId: string,
  version: number,
): Promise<ReadonlySet<string>> => {
  const later = await deps.store.log.readAfter(matchId, version, answersWithin);
  const moves = later
    .filter(({ order }) => order !== undefined)
    .flatMap(({ steps }) =>
      steps.flatMap(({ command }) => (command.type === 'move' ? [command.decision] : [])),
    );
  return new Set(moves);
};
