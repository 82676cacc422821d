import { z } from 'zod';
import type { OrderTemplate } from '../../engine/engine.ts';
import type { Move, View } from './types.ts';

type Template = OrderTemplate<Move, View>;
type Answer = Template['answer'];

const noParameters = z.strictObject({});

const always =
  (type: Move['type']): Answer =>
  (_view, legalMoves) =>
    legalMoves.find((move) => move.type === type);

const declineUnlessMelds: Answer = (_view, legalMoves) =>
  legalMoves.some((move) => move.type === 'meld')
    ? undefined
    : legalMoves.find((move) => move.type === 'decline');

/** What a player may leave to the server. */
export const orders: readonly Template[] = [
  {
    id: 'decline-unless-melds',
    decision: 'offered',
    title: 'Decline offered cards that I cannot meld',
    description:
      'Declines every card that comes from my opponent, unless it completes a meld of mine: then I decide.',
    parameters: noParameters,
    answer: declineUnlessMelds,
  },
  {
    id: 'pass-unless-melds',
    decision: 'turned',
    title: 'Pass on turned-up cards that I cannot meld',
    description: 'Passes every card that I turn up, unless it completes a meld of mine: then I decide.',
    parameters: noParameters,
    answer: declineUnlessMelds,
  },
  {
    id: 'always-allow',
    decision: 'force',
    title: 'Never force',
    description: 'Always lets my opponent decline a card that fits on its melds.',
    parameters: noParameters,
    answer: always('allow'),
  },
  {
    id: 'always-force',
    decision: 'force',
    title: 'Always force',
    description:
      'Always forces my opponent to meld a card that fits on its melds, even if that lets it go out.',
    parameters: noParameters,
    answer: always('force'),
  },
];
