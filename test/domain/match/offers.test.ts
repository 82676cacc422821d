import { describe, expect, test, vi } from 'vitest';
import {
  by,
  eventTypes,
  given,
  last,
  minute,
  monday,
  moveOf,
  resultOf,
  started,
  type Table,
  told,
  when,
} from './support.ts';
import { go, ofToy, turns } from './toy.ts';

vi.mock('../../../domain/engine/registry.ts', async (original) =>
  (await import('./registry.ts')).withToy(original),
);

const accept = (player: string, offer: string) => ({ type: 'accept-draw', player, offer }) as const;
const decline = (player: string, offer: string) => ({ type: 'decline-draw', player, offer }) as const;
const rematch = (player: string, id = 'mat_2') => ({ type: 'offer-rematch', player, rematch: id }) as const;
const offerDraw = (player: string) => by('offer-draw', player);

const two = () => started(ofToy());
const three = () => started({ ...ofToy(), seats: 3 });
const move = (table: Table, next = turns(0)) => when(table, moveOf(table, 0, go(next)));

describe('a draw offer', () => {
  test('stands under an id, and the others that play are told', () => {
    const table = when(two(), offerDraw('ben'));
    expect(table.match.drawOffer).toEqual({ id: '3.1', seat: 1, accepted: [] });
    expect(told(table)).toEqual(['draw.offered ann']);
  });

  test('accepted by the other ends the match as drawn', () => {
    const over = when(when(two(), offerDraw('ben')), accept('ann', '3.1'), monday + minute);
    expect(over.match).toMatchObject({
      status: 'finished',
      endedAt: monday + minute,
      open: [],
      drawOffer: null,
      outcome: { kind: 'drawn', reason: 'agreement' },
    });
    expect(eventTypes(over)).toEqual([['match.draw-accepted', 'match.ended']]);
  });

  test('takes all who play to accept', () => {
    const one = when(when(three(), offerDraw('ben')), accept('ann', '4.1'));
    expect(one.match).toMatchObject({ status: 'active', drawOffer: { accepted: [0] } });
    expect(when(one, accept('cho', '4.1')).match.outcome).toEqual({ kind: 'drawn', reason: 'agreement' });
  });

  test('doesn’t wait for who has left', () => {
    const table = when(when(three(), by('resign', 'cho')), offerDraw('ben'));
    expect(told(table)).toEqual(['draw.offered ann']);
    expect(resultOf(table, accept('cho', '5.1'))).toBe('match-over');
    expect(when(table, accept('ann', '5.1')).match.status).toBe('finished');
  });

  test('declined by one is closed', () => {
    const table = when(when(two(), offerDraw('ben')), decline('ann', '3.1'));
    expect(table.match.drawOffer).toBeNull();
    expect(resultOf(table, accept('ann', '3.1'))).toBe('offer-closed');
  });

  test('may be taken back by who made it', () => {
    const table = when(when(two(), offerDraw('ben')), decline('ben', '3.1'));
    expect(table.match.drawOffer).toBeNull();
  });

  test('lapses with the next move, whoever makes it', () => {
    const table = move(when(two(), offerDraw('ben')));
    expect(table.match.drawOffer).toBeNull();
    expect(resultOf(table, accept('ann', '3.1'))).toBe('offer-closed');
    expect(resultOf(table, decline('ann', '3.1'))).toBe('offer-closed');
  });

  test('lapses when a seat leaves: who has accepted has agreed on another match', () => {
    const table = when(when(when(three(), offerDraw('ben')), accept('ann', '4.1')), by('resign', 'cho'));
    expect(table.match).toMatchObject({ status: 'active', drawOffer: null });
    expect(resultOf(table, offerDraw('ann'))).toBe('append');
  });

  test('is made once at a time: again by the same seat changes nothing, by another is refused', () => {
    const table = when(two(), offerDraw('ben'));
    expect(resultOf(table, offerDraw('ben'))).toBe('unchanged');
    expect(resultOf(table, offerDraw('ann'))).toBe('offer-closed');
  });

  test('is made three times a seat, declined or lapsed, and not a fourth', () => {
    let table = two();
    for (let round = 0; round < 3; round++) table = move(when(table, offerDraw('ben')));
    expect(resultOf(table, offerDraw('ben'))).toBe('limit-reached');
    expect(resultOf(table, offerDraw('ann'))).toBe('append');
  });

  test('is no answer to its own: the others accept it', () => {
    expect(resultOf(when(two(), offerDraw('ben')), accept('ben', '3.1'))).toBe('forbidden');
  });

  test.each(['3.0', '2.1', '', 'constructor'])('under another id (%j) is none', (id) => {
    const table = when(two(), offerDraw('ben'));
    expect([resultOf(table, accept('ann', id)), resultOf(table, decline('ann', id))]).toEqual([
      'offer-closed',
      'offer-closed',
    ]);
  });

  test('is for the players alone', () => {
    const table = when(two(), offerDraw('ben'));
    expect(
      [offerDraw('eve'), accept('eve', '3.1'), decline('eve', '3.1')].map((command) =>
        resultOf(table, command),
      ),
    ).toEqual(Array(3).fill('forbidden'));
  });

  test('is nothing after the end', () => {
    const over = when(when(two(), offerDraw('ben')), by('resign', 'ann'));
    expect(over.match.drawOffer).toBeNull();
    expect(
      [offerDraw('ann'), accept('ann', '3.1'), decline('ann', '3.1')].map((command) =>
        resultOf(over, command),
      ),
    ).toEqual(Array(3).fill('match-over'));
  });
});

describe('the same answer to an offer again changes nothing', () => {
  test('accepting, while it stands, after the end, and after it lapsed', () => {
    const one = when(when(three(), offerDraw('ben')), accept('ann', '4.1'));
    expect(resultOf(one, accept('ann', '4.1'))).toBe('unchanged');
    expect(resultOf(move(one), accept('ann', '4.1'))).toBe('unchanged');
    const over = when(one, accept('cho', '4.1'));
    expect(resultOf(over, accept('cho', '4.1'))).toBe('unchanged');
  });

  test('declining; but it is no answer of another seat', () => {
    const table = when(when(three(), offerDraw('ben')), decline('ann', '4.1'));
    expect(resultOf(table, decline('ann', '4.1'))).toBe('unchanged');
    expect(resultOf(move(table), decline('ann', '4.1'))).toBe('unchanged');
    expect(resultOf(table, decline('cho', '4.1'))).toBe('offer-closed');
  });
});

describe('calling a match off after its start', () => {
  test('is an offer that the others confirm by the same call', () => {
    const asked = when(two(), by('cancel', 'ann'));
    expect(asked.match).toMatchObject({ status: 'active', cancelOffers: [0] });
    expect(told(asked)).toEqual(['cancel.offered ben']);
    const off = when(asked, by('cancel', 'ben'), monday + minute);
    expect(off.match).toMatchObject({
      status: 'cancelled',
      endedAt: monday + minute,
      outcome: null,
      open: [],
    });
    expect(last(off).steps[0]?.events.at(-1)).toEqual({ type: 'match.cancelled', v: 1, by: 'agreement' });
  });

  test('takes all who play', () => {
    const asked = when(when(three(), by('cancel', 'ann')), by('cancel', 'cho'));
    expect(asked.match.status).toBe('active');
    expect(when(asked, by('cancel', 'ben')).match.status).toBe('cancelled');
  });

  test('again changes nothing, also once it is off', () => {
    const asked = when(two(), by('cancel', 'ann'));
    expect(resultOf(asked, by('cancel', 'ann'))).toBe('unchanged');
    expect(resultOf(when(asked, by('cancel', 'ben')), by('cancel', 'ann'))).toBe('unchanged');
  });

  test('lapses with the next move, and when a seat leaves', () => {
    expect(move(when(two(), by('cancel', 'ann'))).match.cancelOffers).toEqual([]);
    const left = when(when(when(three(), by('cancel', 'ann')), by('cancel', 'ben')), by('resign', 'cho'));
    expect(left.match).toMatchObject({ status: 'active', cancelOffers: [] });
  });

  test('isn’t undone by a declined draw', () => {
    const asked = when(when(two(), by('cancel', 'ann')), offerDraw('ben'));
    expect(when(asked, decline('ann', '4.1')).match.cancelOffers).toEqual([0]);
  });

  test('takes a seat, and a match that isn’t over', () => {
    expect(resultOf(two(), by('cancel', 'eve'))).toBe('forbidden');
    expect(resultOf(when(two(), by('resign', 'ann')), by('cancel', 'ann'))).toBe('match-over');
  });
});

describe('a rematch', () => {
  const over = () => when(two(), by('resign', 'ann'));

  test('is made by the last to ask, under the id that this call brings', () => {
    const asked = when(over(), rematch('ann', 'mat_a'));
    expect(asked.match).toMatchObject({ rematchOffers: [0], rematch: null });
    expect(told(asked)).toEqual(['rematch.offered ben']);
    const made = when(asked, rematch('ben', 'mat_b'));
    expect(made.match).toMatchObject({ status: 'finished', rematch: 'mat_b' });
    expect(eventTypes(made)).toEqual([['match.rematch-offered', 'match.rematched']]);
  });

  test('asked for again changes nothing, also once it is made', () => {
    const asked = when(over(), rematch('ann', 'mat_a'));
    expect(resultOf(asked, rematch('ann', 'mat_c'))).toBe('unchanged');
    expect(resultOf(when(asked, rematch('ben')), rematch('ann', 'mat_c'))).toBe('unchanged');
  });

  test('takes all who sat there, also who resigned', () => {
    const end = when(when(three(), by('resign', 'cho')), by('resign', 'ben'));
    const asked = when(when(end, rematch('ann')), rematch('ben'));
    expect(asked.match.rematch).toBeNull();
    expect(when(asked, rematch('cho', 'mat_c')).match.rematch).toBe('mat_c');
  });

  test('is for a match that was played to its end', () => {
    expect(resultOf(two(), rematch('ann'))).toBe('offer-closed');
    expect(resultOf(when(given(), by('cancel', 'ann')), rematch('ann'))).toBe('match-over');
    expect(resultOf(over(), rematch('eve'))).toBe('forbidden');
  });
});
