/** The one switch over what the consumer hears of: from the table's stream on AWS, from the local runner's tail on one machine. */
import { playOrders } from '../shared/orders.ts';
import type { Written } from '../shared/store/written.ts';
import { tellVacation } from '../shared/vacations.ts';
import { type ConsumerDeps, consumeCommit } from './consume.ts';
import { consumeMessage } from './messages.ts';

/** Does all that follows from something that was written. Any order, each possibly twice (design §3). */
export const consumeWritten = (deps: ConsumerDeps, written: Written): Promise<void> => {
  switch (written.kind) {
    case 'commit':
      return consumeCommit(deps, written.commit);
    case 'message':
      return consumeMessage(deps, written.message);
    case 'orders':
      return playOrders(deps, written.matchId);
    case 'vacation':
      return tellVacation(deps, written.player);
  }
};

/** The match or the player that something which was written belongs to: what belongs to one is best consumed in order. */
export const subjectOf = (written: Written): string => {
  switch (written.kind) {
    case 'commit':
      return written.commit.matchId;
    case 'message':
      return written.message.matchId;
    case 'orders':
      return written.matchId;
    case 'vacation':
      return written.player;
  }
};
