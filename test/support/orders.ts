import type { GameId } from '../../domain/engine/engine.ts';
import type { StandingOrder } from '../../functions/shared/store/orders.ts';

/** Orders of each game that answer all they can. */
export const eagerOrders: { readonly [game in GameId]: readonly StandingOrder[] } = {
  conquian: [
    { template: 'decline-unless-melds', parameters: {} },
    { template: 'pass-unless-melds', parameters: {} },
    { template: 'always-allow', parameters: {} },
  ],
  dandelions: [
    { template: 'keep-unless-pool-is-low', parameters: { averageUnder: 4 } },
    { template: 'gust-one-way', parameters: { direction: 'clockwise' } },
  ],
  'district-noir': [
    { template: 'take-when-row-is-full', parameters: { atLeast: 5 } },
    { template: 'take-when-it-pays', parameters: { atLeast: 3 } },
    { template: 'play-in-order', parameters: { faces: ['-3', '-2', '-1'] } },
  ],
  'dueling-nobles': [
    { template: 'keep-noble', parameters: {} },
    { template: 'skip-duel', parameters: {} },
    { template: 'no-card-in-lost-duel', parameters: { fightForTie: false } },
    { template: 'end-income', parameters: { evenIfICouldAct: false } },
    { template: 'end-reinforce', parameters: { evenIfICouldAct: false } },
    { template: 'end-weapon', parameters: { evenIfICouldAct: false } },
    { template: 'end-suit', parameters: { evenIfICouldAct: false } },
  ],
  'nestortiles-duel': [
    { template: 'draw-while-hand-under', parameters: { count: 4 } },
    { template: 'draw-face-down', parameters: {} },
    { template: 'build-most-pips', parameters: {} },
  ],
};
