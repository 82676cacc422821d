import { z } from 'zod';
import type { OrderTemplate } from '../../engine/engine.ts';
import { cities, countCities, type Face, faces } from './cards.ts';
import { score } from './scoring.ts';
import { type Move, of, opponent, takeSize, type View } from './types.ts';

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
  answer: (view, legalMoves, { atLeast }) => (view.row.length >= atLeast ? findTake(legalMoves) : undefined),
};

const gainParameters = z.strictObject({
  atLeast: z.int().min(1).max(50).default(5).describe('By how many points my lead must grow.'),
});

const takeWhenItPays: OrderTemplate<Move, View, z.infer<typeof gainParameters>> = {
  id: 'take-when-it-pays',
  decision: 'turn',
  title: 'Take when it pays',
  description: 'Takes as soon as that betters my lead by so many points, or wins with the three City cards.',
  parameters: gainParameters,
  answer: (view, legalMoves, { atLeast }) => {
    if (view.toMove === null) return undefined;
    const own = of(view.seats, view.toMove).pile;
    const other = of(view.seats, opponent(view.toMove)).pile;
    const taken = [...own, ...view.row.slice(-takeSize)];
    const pays = countCities(taken) === cities.length || lead(taken, other) - lead(own, other) >= atLeast;
    return pays ? findTake(legalMoves) : undefined;
  },
};

const playParameters = z.strictObject({
  faces: z
    .array(z.enum(faces))
    .min(1)
    .max(faces.length)
    .default(['-3', '-2', '-1'])
    .describe('The cards to play, most urgent first.'),
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
export const orders: readonly OrderTemplate<Move, View>[] = [takeWhenRowIsFull, takeWhenItPays, playInOrder];

const findTake = (legalMoves: readonly Move[]): Move | undefined =>
  legalMoves.find((move) => move.type === 'take');

const lead = (pile: readonly Face[], other: readonly Face[]): number =>
  score(pile, other).total - score(other, pile).total;
