import { z } from 'zod';
import type { OrderTemplate } from '../../engine/engine.ts';
import { faces } from './cards.ts';
import type { Move, View } from './types.ts';

const rowMax = 20;

const rowParameters = z.strictObject({
  atLeast: z.int().min(1).max(rowMax).default(5).describe('How many cards must lie in the row.'),
});

const takeWhenRowIsFull: OrderTemplate<Move, View, z.infer<typeof rowParameters>> = {
  id: 'take-when-row-is-full',
  decision: 'turn',
  title: 'Take when the row is full',
  description: 'Takes as soon as I may and at least so many cards lie in the row.',
  parameters: rowParameters,
  answer: (view, legalMoves, { atLeast }) =>
    view.row.length >= atLeast ? legalMoves.find((move) => move.type === 'take') : undefined,
};

const playParameters = z.strictObject({
  faces: z.array(z.enum(faces)).min(1).max(faces.length).describe('The cards to play, most urgent first.'),
});

const playInOrder: OrderTemplate<Move, View, z.infer<typeof playParameters>> = {
  id: 'play-in-order',
  decision: 'turn',
  title: 'Play these cards first',
  description:
    'Plays the first card of my list that I hold, and leaves the turn to me once I hold none of them.',
  parameters: playParameters,
  answer: (_view, legalMoves, parameters) =>
    parameters.faces
      .map((face) => legalMoves.find((move) => move.type === 'play' && move.card === face))
      .find((move) => move !== undefined),
};

/** The standing orders of this game. */
export const orders: readonly OrderTemplate<Move, View>[] = [takeWhenRowIsFull, playInOrder];
