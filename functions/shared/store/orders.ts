import type { Seat } from '../../../domain/engine/engine.ts';

/** One order of a seat: a template of the game with its parameters, as the template's schema parsed them. */
export interface StandingOrder {
  readonly template: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a player lets be answered on a seat (design §5). The first order that answers a decision does. */
export interface SeatOrders {
  readonly matchId: string;
  readonly seat: Seat;
  /** Before the start a seat may get another holder, to whom these orders mean nothing. */
  readonly player: string;
  /** Stays as an empty list when all are deleted, so that a late consumer knows that orders may have answered. */
  readonly orders: readonly StandingOrder[];
  /** Raised with every change; a change is conditional on it. */
  readonly revision: number;
}

/** Standing orders. All reads are strongly consistent. */
export interface Orders {
  readonly read: (matchId: string, seat: Seat) => Promise<SeatOrders | undefined>;
  /** Those of every seat that ever had any. */
  readonly list: (matchId: string) => Promise<readonly SeatOrders[]>;
  /** Writes the orders if their revision is still `revision - 1` (or there are none yet for 1); false if it isn't. */
  readonly write: (orders: SeatOrders) => Promise<boolean>;
}
