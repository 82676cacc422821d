import { describe, expect, test } from 'vitest';
import { engine } from '../../../domain/games/district-noir/index.ts';
import { laws } from '../../../domain/games/district-noir/laws.ts';
import type { State } from '../../../domain/games/district-noir/types.ts';
import { canonicalJson } from '../../support/json.ts';
import { randomFor, runSeed } from '../../support/seed.ts';
import { cards, given, lastTurn, play, take } from './support.ts';

const lastCard = (position: Partial<State>): State =>
  given({ round: 4, turn: 12, deck: [], hasTaken: [true, true], row: cards('7'), ...position });

const positions: readonly {
  readonly why: string;
  readonly state: State;
  readonly move: object | undefined;
}[] = [
  { why: 'an empty hand: the take', state: lastTurn(), move: take },
  {
    why: 'one last card, which only its owner knows',
    state: lastCard({ hands: [[], cards('8')], removed: cards('8 8 7') }),
    move: undefined,
  },
  {
    why: 'one last card, equal to all that nobody has seen',
    state: lastCard({ hands: [[], cards('8')], removed: cards('8 8 8') }),
    move: play('8'),
  },
  {
    why: 'all unseen cards are equal, and the row is empty',
    state: lastCard({
      turn: 9,
      row: [],
      hands: [cards('8 8'), cards('8')],
      removed: cards('8x3'),
      hasTaken: [false, true],
    }),
    move: play('8'),
  },
  {
    why: 'all unseen cards are equal, but a take is possible',
    state: lastCard({
      turn: 9,
      hands: [cards('8 8'), cards('8')],
      removed: cards('8x3'),
      hasTaken: [false, true],
    }),
    move: undefined,
  },
  {
    why: 'the hand is one face, but the other hand differs',
    state: lastCard({ turn: 11, hands: [cards('8'), cards('7')], removed: cards('8x3') }),
    move: undefined,
  },
  {
    why: 'the deck differs',
    state: given({
      hands: [cards('8'), []],
      removed: cards('8x3'),
      deck: cards('8 8 7'),
      hasTaken: [true, true],
    }),
    move: undefined,
  },
  {
    why: 'the game is over',
    state: lastTurn({ outcome: { kind: 'won', reason: 'cities', winners: [0] } }),
    move: undefined,
  },
];

describe('a move is publicly forced exactly where a spectator knows the only legal one', () => {
  test.each(positions)('$why', ({ state, move }) => {
    expect(engine.publiclyForced(state)?.move).toEqual(move);
  });

  test.each(positions)('it is so in every state that looks the same: $why', ({ state, move }) => {
    const random = randomFor(runSeed, 'publicly-forced');
    const alike = [
      state,
      ...Array.from({ length: 100 }, () => laws.resampleHidden(state, 'spectator', random)),
    ];
    const soleMoves = new Set(
      alike.map((other) => {
        expect(engine.publiclyForced(other)?.move).toEqual(move);
        const moves = [0, 1].flatMap((seat) => engine.legalMoves(other, seat));
        return moves.length === 1 ? canonicalJson(moves[0]) : 'none';
      }),
    );
    const known = soleMoves.size === 1 && !soleMoves.has('none');
    expect(known, `GILIRAN_SEED=${runSeed}`).toBe(move !== undefined);
  });
});
