import { describe, expect, it, test } from 'vitest';
import { engine } from '../../../domain/games/nestortiles-duel/index.ts';
import type { Move, State } from '../../../domain/games/nestortiles-duel/types.ts';
import { build, discard, draw, given, played } from './support.ts';

/** What a standing order of the awaited seat answers; parameters are parsed as the match does. */
const answer = (state: State, id: string, parameters: unknown): Move | undefined => {
  const order = engine.orders.find((template) => template.id === id) ?? expect.fail(`no order ${id}`);
  const { seat } = state.turn;
  return order.answer(
    engine.view(state, { seat }),
    engine.legalMoves(state, seat),
    order.parameters.parse(parameters),
  );
};

describe('standing orders', () => {
  test.each([
    { hand: '', count: 3, draws: true },
    { hand: 'red-1 red-2', count: 3, draws: true },
    { hand: 'red-1 red-2 red-3', count: 3, draws: false },
    { hand: 'red-1 red-2 red-3 red-4 red-5', count: 6, draws: true },
  ])('draw-while-hand-under $count with "$hand": $draws', ({ hand, count, draws }) => {
    const state = given({ hands: [hand, 'blue-1 blue-2 blue-3 blue-4'] });
    expect(answer(state, 'draw-while-hand-under', { count })).toEqual(draws ? draw() : undefined);
  });

  it("draw-while-hand-under looks at its owner's hand, not at the other one", () => {
    const state = played(given({ hands: ['red-1 red-2 red-3 red-4', ''] }), draw());
    expect(answer(state, 'draw-while-hand-under', { count: 1 })).toEqual(draw());
  });

  it('draw-while-hand-under leaves the choice among face-up tiles to its owner', () => {
    const state = given({ faceDown: 0, faceUp: 'red-1 red-2', options: { faceUpDiscards: true } });
    expect(answer(state, 'draw-while-hand-under', { count: 3 })).toBeUndefined();
  });

  it('draw-face-down makes the draws for a discard', () => {
    const options = { faceUpDiscards: true };
    const state = given({ hands: ['red-2', ''], faceDown: 5, faceUp: 'blue-6', options });
    expect(answer(played(state, discard('red-2')), 'draw-face-down', {})).toEqual(draw());
  });

  it('build-most-pips builds the six highest tiles', () => {
    const state = given({ hands: ['red-1 red-6 blue-5 blue-2 pink-6 pink-4 white-3 white-5', ''] });
    expect(answer(state, 'build-most-pips', {})).toEqual(build('red-6 blue-5 pink-4 pink-6 white-3 white-5'));
  });

  test.each([
    ['draw-while-hand-under', {}],
    ['draw-while-hand-under', { count: 0 }],
    ['draw-while-hand-under', { count: 7 }],
    ['draw-while-hand-under', { count: 3, more: 1 }],
    ['build-most-pips', { colour: 'red' }],
  ])('%s refuses the parameters %j', (id, parameters) => {
    const order = engine.orders.find((template) => template.id === id);
    expect(order?.parameters.safeParse(parameters).success).toBe(false);
  });
});
