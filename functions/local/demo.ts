/** `npm run demo`: starts its own server and plays a match of each game, or of `--game`, to its end. */
import { parseArgs } from 'node:util';
import { type GameId, gameIds } from '../../domain/engine/engine.ts';
import { createLog } from '../shared/log.ts';
import { CannotStart } from './cannot-start.ts';
import { ApiRefused } from './client.ts';
import { DemoFailed, playDemo } from './demo/play.ts';
import { runLocal } from './run.ts';

const gamesOf = (args: readonly string[]): readonly GameId[] | string => {
  try {
    const { game } = parseArgs({ args: [...args], options: { game: { type: 'string' } } }).values;
    if (game === undefined) return gameIds;
    const known = gameIds.find((id) => id === game);
    return known ? [known] : `There is no game ${JSON.stringify(game)}. Games: ${gameIds.join(', ')}.`;
  } catch {
    return `npm run demo takes --game with one of: ${gameIds.join(', ')}.`;
  }
};

const demo = async (args: readonly string[]): Promise<number> => {
  const games = gamesOf(args);
  if (typeof games === 'string') {
    console.error(games);
    return 2;
  }
  const server = await runLocal({
    port: 0,
    logger: createLog((line) => process.stderr.write(line), Date.now),
  });
  try {
    console.log(`Giliran is up at ${server.url}, with a database in memory.
Two programs play over its HTTP API. Neither of them polls: each moves only when a signed
webhook says that it is its turn, and picks one of the legal moves that the API lists.`);
    for (const game of games) await playDemo(server.url, game);
    return 0;
  } catch (error) {
    if (!(error instanceof DemoFailed || error instanceof ApiRefused)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await server.stop();
  }
};

try {
  process.exitCode = await demo(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
