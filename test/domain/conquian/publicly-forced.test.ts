import { describe, expect, test } from 'vitest';
import type { Random } from '../../../domain/engine/random.ts';
import { type Card, othersThan, pack } from '../../../domain/games/conquian/cards.ts';
import { engine } from '../../../domain/games/conquian/index.ts';
import { type Arrangement, fitsOn, melds } from '../../../domain/games/conquian/melds.ts';
import type { State } from '../../../domain/games/conquian/types.ts';
import { oneOf, randomFor, runSeed } from '../../support/seed.ts';
import { decline, force, given, meld, playAll, show } from './support.ts';

const runOfTen = '4D 5D 6D 7D JD QD KD | AD 2D 3D';

describe('a publicly forced move', () => {
  test('is to decline, where the hand is empty and the card can not be worked in', () => {
    const position = given({ tables: [runOfTen, ''], centre: '5H' });
    expect(engine.publiclyForced(position)).toEqual({ seat: 0, move: decline });
  });

  test('is to decline, where no unseen card could go with the centre card', () => {
    const position = given({
      tables: ['', 'KS KD KC | QS QH QD QC'],
      hands: ['AS 3S', ''],
      centre: 'KH',
      phase: 'turned',
    });
    expect(engine.publiclyForced(position)).toEqual({ seat: 0, move: decline });
  });

  test('is no decline, where some hand could meld: that this one can not is a secret', () => {
    const position = given({ hands: ['AS 3S', ''], centre: 'KH' });
    expect(engine.legalMoves(position, 0)).toEqual([decline]);
    expect(engine.publiclyForced(position)).toBeUndefined();
  });

  test('is the meld of a forced card, where the hand is empty and there is one arrangement', () => {
    const forced = playAll(
      given({ tables: ['4S 4H 4C | AD 2D 3D 4D 5D 6D 7D', ''], centre: 'JD' }),
      [0, decline],
      [1, force],
    );
    expect(engine.publiclyForced(forced)).toBeUndefined();
    const sole = playAll(
      given({ tables: ['4S 4H 4C | 5S 5H 5C | KS KH KC KD', ''], centre: '5D' }),
      [0, decline],
      [1, force],
    );
    expect(engine.publiclyForced(sole)).toEqual({
      seat: 0,
      move: meld('4S 4H 4C | 5S 5H 5D 5C | KS KH KD KC'),
    });
  });

  test('is never a choice between force and allow, nor a discard', () => {
    const asked = playAll(given({ tables: ['3H 4H 5H', ''], hands: ['KS', ''], centre: '6H' }), [0, decline]);
    expect(engine.publiclyForced(asked)).toBeUndefined();
    const discarding = playAll(asked, [1, force], [0, meld('3H 4H 5H 6H')]);
    expect(engine.legalMoves(discarding, 0)).toHaveLength(1);
    expect(engine.publiclyForced(discarding)).toBeUndefined();
  });

  test('is the only one for every hand that a spectator can not rule out', () => {
    const random = randomFor(runSeed, 'forced');
    const found = { decline: 0, meld: 0 };
    for (let index = 0; index < 300; index++) {
      const state = almostDone(random);
      const thinkable = thinkableMoves(state);
      const told = engine.publiclyForced(state);
      const position = `seed ${runSeed}: ${JSON.stringify(state)}`;
      expect(
        told === undefined
          ? thinkable.size > 1
          : thinkable.size === 1 && thinkable.has(JSON.stringify(told.move)),
        position,
      ).toBe(true);
      if (told?.move.type === 'decline' || told?.move.type === 'meld') found[told.move.type]++;
    }
    expect(Math.min(found.decline, found.meld), `seed ${runSeed}`).toBeGreaterThan(0);
  });
});

/** Every move that is legal with some hand of at most one card that does not lie open. */
const thinkableMoves = (state: State): ReadonlySet<string> => {
  const unseen = othersThan([...state.tables.flat(2), ...(state.centre ? [state.centre] : [])]);
  const hands = state.hands[0].length === 0 ? [[]] : unseen.map((card) => [card]);
  const moves = hands.flatMap((hand) => engine.legalMoves({ ...state, hands: [hand, []] }, 0));
  return new Set(moves.map((move) => JSON.stringify(move)));
};

/** Nine or ten cards of seat 0 lie melded, and perhaps some of seat 1; a card that fits may be forced. */
const almostDone = (random: Random): State => {
  const own = lay(random, pack, oneOf(random, [9, 10]));
  const opposite = lay(random, othersThan(own.flat()), random.int(11));
  const melded = own.flat().length;
  if (melded < 9) return almostDone(random);
  const left = othersThan([...own, ...opposite].flat());
  const fitting = left.filter((card) => fitsOn(own, card));
  const centre = oneOf(random, fitting.length > 0 && random.int(2) === 0 ? fitting : left);
  const held =
    melded === 9
      ? oneOf(
          random,
          left.filter((card) => card !== centre),
        )
      : '';
  const state = given({ centre, hands: [held, ''], tables: [show(own), show(opposite)] });
  return { ...state, forced: fitsOn(own, centre) && random.int(2) === 0 };
};

/** Melds of free cards, chosen one by one up to that many cards. */
const lay = (random: Random, free: readonly Card[], most: number): Arrangement => {
  let laid: Arrangement = [];
  for (let tries = 0; tries < 40; tries++) {
    const { cards } = oneOf(random, melds);
    const fits = laid.flat().length + cards.length <= most;
    if (fits && cards.every((card) => free.includes(card) && !laid.flat().includes(card)))
      laid = [...laid, cards];
  }
  return laid;
};
