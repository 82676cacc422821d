import { describe, expect, it, test } from 'vitest';
import { engine } from '../../../domain/games/nestortiles-duel/index.ts';
import {
  accept,
  areaOf,
  build,
  chance,
  discard,
  draw,
  given,
  open,
  played,
  refusal,
  some,
} from './support.ts';

const options = { faceUpDiscards: true };

describe('NT-9: the variant with face-up discards', () => {
  it('NT-9: is off by default: discards lie face down and no tile may be named', () => {
    const state = played(given({ hands: ['red-1', ''], faceDown: 5 }), discard('red-1'));
    expect([state.faceUp, engine.legalMoves(state, 1)]).toEqual([[], [draw()]]);
    expect(refusal(state, 1, draw('red-1'))).toEqual(['tile-not-face-up', 'NT-9']);
  });

  it('NT-9: a turn may draw a face-up tile or a face-down one', () => {
    const state = given({ faceDown: 'blue-1 blue-2', faceUp: 'pink-6 red-3', options });
    expect(engine.legalMoves(state, 0)).toEqual([draw(), draw('red-3'), draw('pink-6')]);
    const named = accept(state, draw('pink-6'));
    expect(named.events[0]).toMatchObject({ type: 'tiles-drawn', tiles: some('pink-6'), faceUp: true });
    expect(named.state).toMatchObject({ hands: [some('pink-6'), []], faceUp: some('red-3') });
    expect(accept(state, draw(), chance(1)).state).toMatchObject({
      hands: [some('blue-2'), []],
      faceDown: some('blue-1'),
      faceUp: some('red-3 pink-6'),
    });
  });

  it('NT-9: the draws for a discard are decided one by one, each after the last tile was seen', () => {
    const start = given({
      hands: ['white-3', ''],
      faceDown: 'blue-1 blue-2 blue-3',
      faceUp: 'red-5',
      options,
    });
    const discarded = accept(start, discard('white-3'));
    expect(discarded.events.map(({ type }) => type)).toEqual(['tile-discarded']);
    expect(discarded.state).toMatchObject({ setAside: 'white-3', drawsLeft: 3, hands: [[], []] });
    expect(open(discarded.state)).toBe('0 draw');

    const first = played(discarded.state, draw('red-5'));
    expect([first.drawsLeft, engine.legalMoves(first, 0)]).toEqual([2, [draw()]]);
    const second = accept(first, draw(), chance(2)).state;
    expect([second.drawsLeft, second.hands[0], second.faceUp]).toEqual([1, some('red-5 blue-3'), []]);

    const last = accept(second, draw(), chance(0));
    expect(last.events.map(({ type }) => type)).toEqual(['tiles-drawn', 'discard-returned', 'turn-ended']);
    expect(last.state).toMatchObject({
      hands: [some('red-5 blue-3 blue-1'), []],
      faceDown: some('blue-2'),
      faceUp: some('white-3'),
      setAside: null,
      drawsLeft: 0,
    });
    expect(open(last.state)).toBe('1 turn');
  });

  it('NT-3a: the tile discarded in the same action may not be drawn', () => {
    const state = played(given({ hands: ['white-2', ''], faceDown: 5, options }), discard('white-2'));
    expect(refusal(state, 0, draw('white-2'))).toEqual(['own-discard', 'NT-3a']);
    expect(areaOf(state)).toBe(5);
  });

  test.each(['blue-1', 'black-6'])('NT-9: a tile that does not lie face up (%s) may not be named', (code) => {
    const state = given({ hands: ['black-6', ''], faceDown: 'blue-1', faceUp: 'red-5', options });
    expect(refusal(state, 0, draw(code))).toEqual(['tile-not-face-up', 'NT-9']);
  });

  it('NT-9: without a face-down tile a face-up one must be named', () => {
    const state = given({ faceDown: 0, faceUp: 'red-5 red-6', options });
    expect(refusal(state, 0, draw())).toEqual(['no-face-down-tile', 'NT-9']);
    expect(engine.legalMoves(state, 0)).toEqual([draw('red-5'), draw('red-6')]);
    expect(engine.publiclyForced(given({ faceDown: 0, faceUp: 'red-5', options }))).toEqual({
      seat: 0,
      move: draw('red-5'),
    });
  });

  it('NT-9: only draws are accepted while draws are due, also with six tiles in the hand', () => {
    const hand = 'red-1 red-2 red-3 red-4 red-5';
    const state = played(
      given({ hands: [hand, ''], faceDown: 20, options }),
      discard('red-3'),
      draw(),
      draw(),
    );
    expect([state.hands[0].length, open(state)]).toEqual([6, '0 draw']);
    expect(refusal(state, 0, build(state.hands[0].join(' ')))).toEqual(['wrong-phase', undefined]);
    expect(refusal(state, 0, discard('red-1'))).toEqual(['wrong-phase', undefined]);
    expect(open(played(state, draw()))).toBe('0 build');
  });

  it('NT-9: leftovers of a die lie face up, after the discarded tile', () => {
    const hand = 'red-1 red-2 red-3 red-4 red-5';
    const state = played(
      given({ hands: [hand, ''], faceDown: 'blue-1 blue-2 blue-3 blue-4', options }),
      discard('red-3'),
      draw(),
      draw(),
      draw(),
    );
    expect(state.faceUp).toEqual(some('red-3'));
    const built = played(state, build('red-1 red-2 red-4 red-5 blue-1 blue-2'));
    expect([built.faceUp, built.faceDown, built.hands[0]]).toEqual([
      some('red-3 blue-3'),
      some('blue-4'),
      [],
    ]);
  });

  it('NT-5: value-1 discards are counted in the variant too, and its draw does not reset the count', () => {
    const state = played(
      given({ hands: ['red-1', ''], faceDown: 5, oneDiscardRun: 3, options }),
      discard('red-1'),
      draw(),
    );
    expect(state.oneDiscardRun).toBe(4);
  });
});
