import { describe, expect, test, vi } from 'vitest';
import { decisionId, seatOfDecision } from '../../../domain/match/commands.ts';
import { decide } from '../../../domain/match/decide.ts';
import {
  by,
  last,
  minute,
  monday,
  moveOf,
  openDecision,
  placeAt,
  refusalOf,
  resultOf,
  started,
  type Table,
  when,
} from './support.ts';
import { go, ofToy, turns } from './toy.ts';

vi.mock('../../../domain/engine/registry.ts', async (original) =>
  (await import('./registry.ts')).withToy(original),
);

const play = (table: Table, seat: number, next: Parameters<typeof go>[0], more?: Parameters<typeof go>[1]) =>
  when(table, moveOf(table, seat, go(next, more)));

const openIds = ({ match }: Table) => match.open.map(({ id }) => id);

describe('decisions', () => {
  test('have the id of the version that opened them and their seat', () => {
    const table = started(ofToy(turns(0, 1)));
    expect(openIds(table)).toEqual(['2.0', '2.1']);
    expect(openIds(play(table, 0, turns(0, 1)))).toEqual(['3.0', '2.1']);
  });

  test('another seat’s step leaves an open decision as it is', () => {
    const table = play(started(ofToy(turns(0, 1))), 0, turns(1));
    expect(table.match.open).toEqual([{ id: '2.1', seat: 1, kind: 'turn', openedAt: monday }]);
  });

  test('two seats that decide at the same time never hinder each other', () => {
    const table = started(ofToy(turns(0, 1)));
    const ben = moveOf(table, 1, go(turns(0)));
    const both = when(when(table, moveOf(table, 0, go(turns(1)))), ben);
    expect(openIds(both)).toEqual(['4.0']);
  });

  test('a decision of another kind is another decision', () => {
    const table = play(started(ofToy(turns(0, 1))), 0, [{ seat: 1, kind: 'answer' }]);
    expect(openIds(table)).toEqual(['3.1']);
  });

  test.each(['an offer', 'a pause'])('%s costs nobody a refusal: the decision stays open', (what) => {
    const table = started(ofToy());
    const ann = moveOf(table, 0, go(turns(1)));
    const pause = { type: 'pause', player: 'ann', pause: { from: monday, until: monday + minute } } as const;
    const interrupted = when(table, what === 'an offer' ? by('offer-draw', 'ben') : pause);
    expect(resultOf(interrupted, ann)).toBe('append');
  });

  test('ids that no seat has are told apart', () => {
    expect(seatOfDecision(decisionId(12, 1))).toBe(1);
    expect(
      ['', '1', '1.', '.0', '01.0', '1.10', '-1.0', '1.0 ', '1e3.0', '1.a', '9999999999.0'].map(
        seatOfDecision,
      ),
    ).toEqual(Array.from({ length: 11 }, () => undefined));
  });
});

describe('a decision is answered once', () => {
  test('the same seat again learns at which version it has answered, and with what it would now', () => {
    const table = started(ofToy());
    const ann = moveOf(table, 0, go(turns(1)));
    const after = when(table, ann);
    const again = decide(after.match, ann, placeAt(after.match, monday));
    expect(again).toEqual({ ok: true, value: { kind: 'answered', version: 3, move: go(turns(1)) } });
  });

  test('a move that says less, and means the same, is the same', () => {
    const table = started(ofToy());
    const after = when(table, moveOf(table, 0, go(turns(1))));
    const short = { type: 'go', next: turns(1) };
    const again = decide(after.match, { ...moveOf(table, 0), move: short }, placeAt(after.match, monday));
    expect(again.ok && again.value).toMatchObject({ kind: 'answered', move: go(turns(1)) });
  });

  test.each([
    ['no move of the game', { type: 'burn' }],
    ['8,000 lists in one another', JSON.parse('['.repeat(8_000) + ']'.repeat(8_000))],
    ['nothing', undefined],
  ])('%s for an answered decision is no repeat', (_, move) => {
    const table = started(ofToy());
    const after = when(table, moveOf(table, 0, go(turns(1))));
    const again = decide(after.match, { ...moveOf(table, 0), move }, placeAt(after.match, monday));
    expect(again.ok && again.value).toEqual({ kind: 'answered', version: 3, move: undefined });
  });

  test('it is known after the end too', () => {
    const table = started(ofToy());
    const ann = moveOf(table, 0, go([]));
    const over = when(table, ann);
    expect(over.match.status).toBe('finished');
    expect(resultOf(over, ann)).toBe('answered');
  });

  test('each seat’s last eight are kept, and none of before', () => {
    let table = started(ofToy());
    const sent = [];
    for (let turn = 0; turn < 10; turn++) {
      sent.push(moveOf(table, 0, go(turns(0))));
      table = when(table, sent.at(-1)!);
    }
    expect(table.match.answered.map((answers) => answers.length)).toEqual([8, 0]);
    expect(sent.map((command) => resultOf(table, command))).toEqual([
      ...['decision-closed', 'decision-closed'],
      ...Array.from({ length: 8 }, () => 'answered'),
    ]);
  });

  test('one seat’s answers don’t push out another’s', () => {
    let table = started(ofToy(turns(0, 1)));
    const ben = moveOf(table, 1, go(turns(0, 1)));
    table = when(table, ben);
    for (let turn = 0; turn < 9; turn++) table = play(table, 0, turns(0, 1));
    expect(resultOf(table, ben)).toBe('answered');
  });
});

describe('refusals, in their order', () => {
  test('without a seat: forbidden', () => {
    const table = started(ofToy());
    expect(resultOf(table, { ...moveOf(table), player: 'eve' })).toBe('forbidden');
  });

  test('another seat’s decision: not-your-turn', () => {
    const table = started(ofToy());
    expect(resultOf(table, { ...moveOf(table), player: 'ben' })).toBe('not-your-turn');
  });

  test('an own decision that isn’t open: decision-closed', () => {
    const table = started(ofToy());
    expect(resultOf(table, { ...moveOf(table, 0), decision: '1.0' })).toBe('decision-closed');
    expect(resultOf(table, { ...moveOf(table, 0), decision: '3.0' })).toBe('decision-closed');
    expect(resultOf(table, { ...moveOf(table, 0), player: 'ben', decision: '2.1' })).toBe('decision-closed');
  });

  test('after the end: match-over', () => {
    const table = when(started(ofToy()), by('resign', 'ann'));
    expect(resultOf(table, { type: 'move', player: 'ann', decision: '2.0', move: go([]) })).toBe(
      'match-over',
    );
  });

  test('who has left a match of three that goes on: match-over', () => {
    const table = when(started({ ...ofToy(turns(1)), seats: 3 }), by('resign', 'ann'));
    expect(table.match.status).toBe('active');
    expect(resultOf(table, { type: 'move', player: 'ann', decision: '4.0', move: go([]) })).toBe(
      'match-over',
    );
  });

  test('no move of the game: validation-failed, with where it fails', () => {
    const table = started(ofToy());
    const refusal = refusalOf(table, { ...moveOf(table), move: { type: 'go', next: [{ seat: 'a/b' }] } });
    expect(refusal.code).toBe('validation-failed');
    expect(refusal.errors?.map(({ pointer }) => pointer)).toEqual(['/move/next/0/seat', '/move/next/0/kind']);
  });

  test('a move against the rules: illegal-move, with the broken rule and what is legal', () => {
    const table = started(ofToy());
    expect(refusalOf(table, moveOf(table, 0, go(turns(1), { illegal: true })))).toMatchObject({
      code: 'illegal-move',
      violation: { reason: 'illegal', ruling: 'TOY-1' },
      legalMoves: [go(turns(0))],
    });
  });

  test('the decision comes before the rules, and the deadline before both', () => {
    const table = started({ ...ofToy(), settings: { clock: { kind: 'per-move', allowance: 'PT1M' } } });
    const bad = { type: 'burn' };
    expect(resultOf(table, { ...moveOf(table), move: bad }, monday + minute + 1)).toBe('deadline-passed');
    expect(resultOf(table, { ...moveOf(table), decision: '1.0', move: bad }, monday + minute + 1)).toBe(
      'decision-closed',
    );
    expect(resultOf(table, { ...moveOf(table), move: bad })).toBe('validation-failed');
  });
});

describe('chance', () => {
  test('a refused move draws nothing that the next would have drawn', () => {
    const table = started(ofToy());
    const drawing = moveOf(table, 0, go(turns(1), { draws: 3 }));
    const first = when(table, drawing);
    expect(resultOf(table, moveOf(table, 0, go(turns(1), { draws: 3, illegal: true })))).toBe('illegal-move');
    expect(last(when(table, drawing)).steps).toEqual(last(first).steps);
    expect(first.match.drawn).toBe(3);
  });

  test('a commit that draws nothing shifts no draw', () => {
    const table = started(ofToy());
    const drawing = (at: Table) => last(when(at, moveOf(at, 0, go(turns(1), { draws: 3 })))).steps[0]?.events;
    expect(drawing(when(table, by('offer-draw', 'ben')))).toEqual(drawing(table));
  });

  test('the next draws go on where the last ended', () => {
    const table = play(started(ofToy()), 0, turns(0), { draws: 2 });
    const apart = last(play(table, 0, turns(1), { draws: 1 })).steps[0]?.events[0];
    const atOnce = last(play(started(ofToy()), 0, turns(1), { draws: 3 })).steps[0]?.events[0];
    expect(apart).toMatchObject({ drawn: [(atOnce as unknown as { drawn: number[] }).drawn[2]] });
  });
});

describe('forced moves', () => {
  test('follow as steps of the same commit, each marked as the system’s', () => {
    const table = play(started(ofToy()), 0, turns(1), { forced: 3 });
    const { steps } = last(table);
    expect(steps.map(({ actor }) => actor)).toEqual([{ seat: 0 }, ...Array(3).fill({ system: 'forced' })]);
    expect(steps.slice(1).map(({ command }) => command)).toEqual(
      Array(3).fill(expect.objectContaining({ type: 'move', seat: 1, decision: '3.1' })),
    );
    expect(table.match).toMatchObject({ version: 3, drawn: 3 });
    expect(steps.map(({ draws }) => draws)).toEqual([undefined, 1, 1, 1]);
  });

  test('are at most fifteen beside the move; the seat that is left plays on', () => {
    const table = play(started(ofToy()), 0, turns(1), { forced: 40 });
    expect(last(table).steps).toHaveLength(16);
    expect(openIds(table)).toEqual(['3.1']);
    expect(resultOf(table, moveOf(table, 1, go(turns(0))))).toBe('append');
  });

  test('name the decision that they answer, when it was open before', () => {
    const table = play(started(ofToy(turns(0, 1))), 0, turns(1), { forced: 1 });
    expect(last(table).steps[1]?.command).toMatchObject({ seat: 1, decision: '2.1' });
  });

  test('are no answer of the seat: whoever names that decision finds it closed', () => {
    const table = started(ofToy(turns(0, 1)));
    const ben = moveOf(table, 1, go(turns(0)));
    const after = play(table, 0, turns(1), { forced: 1 });
    expect(after.match.answered[1]).toEqual([]);
    expect(resultOf(after, ben)).toBe('decision-closed');
  });

  test('none follow the move that ends the game', () => {
    const table = play(started(ofToy()), 0, [], { forced: 5 });
    expect(table.match).toMatchObject({ status: 'finished', open: [] });
    expect(last(table).steps).toHaveLength(1);
  });
});

describe('the end', () => {
  test('is told by the match in the step that brought the game to it', () => {
    const table = started(ofToy());
    const over = when(table, moveOf(table, 0, go([])), monday + minute);
    expect(last(over).steps[0]?.events.map(({ type }) => type)).toEqual(['went', 'match.ended']);
    expect(over.match).toMatchObject({
      status: 'finished',
      open: [],
      endedAt: monday + minute,
      outcome: { kind: 'won', winners: [0], reason: 'goal' },
    });
    expect(() => openDecision(over)).toThrow();
  });

  test('no instant of a log comes before another, whatever the gateways’ clocks say', () => {
    const table = when(started(ofToy()), by('offer-draw', 'ben'), monday + minute);
    const early = when(table, moveOf(table, 0, go(turns(1))), monday);
    expect(early.match.at).toBe(monday + minute);
  });
});
