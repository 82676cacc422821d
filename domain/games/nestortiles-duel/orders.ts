import { z } from 'zod';
import type { OrderTemplate } from '../../engine/engine.ts';
import { pips } from './tiles.ts';
import type { Move, View } from './types.ts';

const faceDownOf = (legalMoves: readonly Move[]): Move | undefined =>
  legalMoves.find((move) => move.type === 'draw' && move.tile === undefined);

const smallHand = z.strictObject({
  count: z.int().min(1).max(6).describe('Draw while the hand has fewer tiles than this.'),
});

const drawWhileHandUnder: OrderTemplate<Move, View> = {
  id: 'draw-while-hand-under',
  decision: 'turn',
  title: 'Draw while my hand is small',
  description: 'Draws a face-down tile as long as the hand has fewer tiles than the given number.',
  parameters: smallHand,
  answer: ({ pending, seats }, legalMoves, parameters) => {
    const { count } = smallHand.parse(parameters);
    const hand = (pending && seats[pending.seat]?.hand) ?? [];
    return hand.length < count ? faceDownOf(legalMoves) : undefined;
  },
};

const drawFaceDown: OrderTemplate<Move, View> = {
  id: 'draw-face-down',
  decision: 'draw',
  title: 'Draw face-down tiles',
  description: 'Makes the draws for a discard from the face-down tiles, while there are any.',
  parameters: z.strictObject({}),
  answer: (_view, legalMoves) => faceDownOf(legalMoves),
};

const buildMostPips: OrderTemplate<Move, View> = {
  id: 'build-most-pips',
  decision: 'build',
  title: 'Build the die with the most pips',
  description: 'Builds the six tiles of the hand with the highest sum.',
  parameters: z.strictObject({}),
  answer: (_view, legalMoves) => {
    const dice = legalMoves.filter((move) => move.type === 'build');
    const most = Math.max(...dice.map(({ tiles }) => pips(tiles)));
    return dice.find(({ tiles }) => pips(tiles) === most);
  },
};

/** What a player of this game may have answered in its absence. */
export const orders: readonly OrderTemplate<Move, View>[] = [drawWhileHandUnder, drawFaceDown, buildMostPips];
