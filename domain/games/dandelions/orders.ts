import { z } from 'zod';
import type { OrderTemplate } from '../../engine/engine.ts';
import { directions, type Move, type View } from './types.ts';

const alwaysKeep: OrderTemplate<Move, View> = {
  id: 'always-keep',
  decision: 'reroll',
  title: 'Always keep my dice',
  description: 'Keeps the unused dice whenever the token lands on the start space.',
  parameters: z.strictObject({}),
  answer: (_view, legalMoves) => legalMoves.find(({ type }) => type === 'keep'),
};

const alwaysReroll: OrderTemplate<Move, View> = {
  id: 'always-reroll',
  decision: 'reroll',
  title: 'Always reroll my dice',
  description: 'Rerolls the unused dice whenever the token lands on the start space.',
  parameters: z.strictObject({}),
  answer: (_view, legalMoves) => legalMoves.find(({ type }) => type === 'reroll'),
};

const lowPool = z.strictObject({
  averageUnder: z
    .int()
    .min(2)
    .max(6)
    .describe('Reroll if the unused dice show fewer pips than this on average; fair dice show 3.5.'),
});

const keepUnlessPoolIsLow: OrderTemplate<Move, View> = {
  id: 'keep-unless-pool-is-low',
  decision: 'reroll',
  title: 'Keep my dice unless they are low',
  description: 'Rerolls where the unused dice show few pips on average, and keeps them otherwise.',
  parameters: lowPool,
  answer: ({ pending, seats }, legalMoves, parameters) => {
    const { averageUnder } = lowPool.parse(parameters);
    const pool = (pending && seats[pending.seat]?.pool) ?? [];
    const isLow = pool.reduce<number>((sum, face) => sum + face, 0) < averageUnder * pool.length;
    return legalMoves.find(({ type }) => type === (isLow ? 'reroll' : 'keep'));
  },
};

const blow = z.strictObject({ direction: z.enum(directions) });

const gustOneWay: OrderTemplate<Move, View> = {
  id: 'gust-one-way',
  decision: 'gust',
  title: 'Always blow the same way',
  description: 'Sends every gust the same way round the ring of cards.',
  parameters: blow,
  answer: (_view, legalMoves, parameters) => {
    const { direction } = blow.parse(parameters);
    return legalMoves.find((move) => move.type === 'gust' && move.direction === direction);
  },
};

/** What a player of this game may have answered in its absence. */
export const orders: readonly OrderTemplate<Move, View>[] = [
  alwaysKeep,
  alwaysReroll,
  keepUnlessPoolIsLow,
  gustOneWay,
];
