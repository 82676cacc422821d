/** `npm start`: everything on one machine. */
import { createLog } from '../shared/log.ts';
import { CannotStart } from './cannot-start.ts';
import { type LocalServer, runLocal } from './run.ts';

const portOf = (text: string): number => {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CannotStart(
    `PORT must be a number from 0 (any free port) to 65535, not ${JSON.stringify(text)}.`,
  );
};

const databaseOf = (text: string | undefined): { databaseEndpoint?: string } => {
  if (!text) return {};
  if (/^https?:/.test(text) && URL.canParse(text)) return { databaseEndpoint: text };
  throw new CannotStart(
    `DYNAMODB_ENDPOINT must be an address like http://127.0.0.1:8000, not ${JSON.stringify(text)}.`,
  );
};

let server: LocalServer | undefined;

/** Before the server is up nothing was acknowledged, so that there is nothing to wait for. */
const stop = async (): Promise<void> => {
  await server?.stop();
  process.exit(0);
};
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());

const dataFolder = process.env.GILIRAN_DATA || 'data';
const logger = createLog((line) => process.stderr.write(line), Date.now);
try {
  server = await runLocal({
    dataFolder,
    port: portOf(process.env.PORT || '8787'),
    ...databaseOf(process.env.DYNAMODB_ENDPOINT),
    logger,
  });
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exit(1);
}

console.log(`Giliran is up.

  API      ${server.url}
  docs     ${server.url}/docs
  data     ${dataFolder}

Try next:
  curl -s -X POST ${server.url}/v1/players -H 'Content-Type: application/json' -d '{"name":"Ayu"}'
`);
