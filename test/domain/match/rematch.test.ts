import { expect, test } from 'vitest';
import { gameIds } from '../../../domain/engine/engine.ts';
import { expectDefined } from '../../../domain/engine/result.ts';
import { engineOf } from '../../../domain/match/commit.ts';
import { decide } from '../../../domain/match/decide.ts';
import { rematchOf } from '../../../domain/match/rematch.ts';
import { playLog } from '../../store/logs.ts';
import { deriveSeed, runSeed } from '../../support/seed.ts';

test.each(gameIds)(
  'a rematch of %s starts at once: the same players and options, and the first seat by the rule of the game',
  (game) => {
    for (let label = 0; label < 3; label++) {
      const { match } = playLog(game, 4_000, label);
      const engine = engineOf(match);
      const state = expectDefined(match.gameState ?? undefined, 'a game');
      const expected = engine.nextFirstSeat({
        firstSeat: engine.firstSeat(state),
        seats: match.seats.length,
        outcome: expectDefined(match.outcome ?? undefined, `an outcome, seed ${runSeed}`),
      });
      const players = match.seats.map((holder) => expectDefined(holder?.player, 'a player'));
      const command = rematchOf(match, {
        serverSeed: deriveSeed(runSeed, 'rematch'),
        names: new Map([[expectDefined(players[1], 'two players'), 'New name']]),
        vacations: [],
      });
      expect(command.options).toEqual({ ...match.options, firstSeat: expected });
      const decided = decide({ id: 'mat_rematch' }, command, { version: 1, at: 1, receivedAt: 1 });
      if (!decided.ok || decided.value.kind !== 'append') throw new Error('no rematch');
      const made = decided.value.match;
      expect(made).toMatchObject({ status: 'active', rematchOf: match.id, settings: match.settings });
      expect(made.seats.map((holder) => holder?.player)).toEqual(players);
      expect(made.seats.map((holder) => holder?.name).slice(0, 2)).toEqual([
        match.seats[0]?.name,
        'New name',
      ]);
      const began = engine.firstSeat(expectDefined(made.gameState ?? undefined, 'a game'));
      if (expected !== 'random') expect(began).toBe(expected);
    }
  },
);
