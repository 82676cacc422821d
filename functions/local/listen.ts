/** `npm run giliran -- listen`: a ready receiver. It registers an endpoint, verifies and prints each notice. */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ApiRefused, callerOf, newEndpointSchema, registeredSchema } from './client.ts';
import { openReceiver, type ReceivedNotice } from './notices.ts';

const lineOf = ({ id, type, timestamp, data }: ReceivedNotice): string => {
  const facts = Object.entries(data)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name}=${value}`);
  return [timestamp, type, ...facts, `(verified, ${id})`].join('  ');
};

const optionsOf = (args: readonly string[]): { api: string; token?: string } | undefined => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { api: { type: 'string', default: 'http://127.0.0.1:8787' }, token: { type: 'string' } },
    });
    return URL.canParse(values.api) ? values : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Listens for the notices of a player (`--token`; a new one is registered without it) of the server at `--api` until it is
 * interrupted: 0 then, 1 if the server refuses or isn't there, 2 for wrong arguments.
 */
export const listen = async (args: readonly string[]): Promise<number> => {
  const options = optionsOf(args);
  if (!options) {
    console.error('listen takes --api <address of a server> and --token <token of a player>.');
    return 2;
  }
  const receiver = await openReceiver(
    (notice) => console.log(lineOf(notice)),
    (reason) => console.log(`refused: ${reason}`),
  );
  try {
    const token = options.token ?? (await registerListener(options.api));
    const { call } = callerOf(options.api, token);
    const endpoint = await call('POST', '/v1/webhooks', newEndpointSchema, {
      url: receiver.url,
      description: 'giliran listen',
    });
    receiver.trust(endpoint.secret);
    console.log(`Listening at ${receiver.url} as ${endpoint.id}. Ctrl-C ends it.`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await call('DELETE', `/v1/webhooks/${endpoint.id}`, z.undefined());
    console.log(`Deleted ${endpoint.id}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await receiver.close();
  }
};

const registerListener = async (api: string): Promise<string> => {
  const { player, token } = await callerOf(api).call('POST', '/v1/players', registeredSchema, {
    name: 'Listener',
  });
  console.log(`Registered ${player.name} (${player.id}). Their token, to play with: ${token}`);
  return token;
};
