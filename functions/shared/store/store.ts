import type { Accounts } from './accounts.ts';
import type { MatchLog } from './match-log.ts';
import type { Inbox, Webhooks } from './notices.ts';
import type { Orders } from './orders.ts';
import type { Talk } from './talk.ts';

/** Everything that is kept, behind its ports. */
export interface Store {
  readonly log: MatchLog;
  readonly accounts: Accounts;
  readonly inbox: Inbox;
  readonly webhooks: Webhooks;
  readonly talk: Talk;
  readonly orders: Orders;
  /** Closes the connections. */
  readonly close: () => void;
}
