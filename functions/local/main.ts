/** `npm start`: everything on one machine. */
import { createLog } from '../shared/log.ts';
import { runLocal } from './run.ts';

const dataFolder = process.env.GILIRAN_DATA ?? 'data';
const logger = createLog((line) => process.stderr.write(line), Date.now);
const server = await runLocal({ dataFolder, port: Number(process.env.PORT ?? 8787), logger });

console.log(`Giliran is up.

  API      ${server.url}
  docs     ${server.url}/docs
  data     ${dataFolder}

Try next:
  curl -s -X POST ${server.url}/v1/players -H 'Content-Type: application/json' -d '{"name":"Ayu"}'
`);

const stop = async (): Promise<void> => {
  await server.stop();
  process.exit(0);
};
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
