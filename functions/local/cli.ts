/** `npm run giliran -- <command>`: what one does from a shell. Each command says with which code the process ends. */
import { listen } from './listen.ts';
import { verify } from './verify.ts';

interface Command {
  readonly usage: string;
  readonly run: (args: readonly string[]) => Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  listen: {
    usage:
      'listen [--api <address>] [--token <token>]         print each notice that a player gets, verified',
    run: listen,
  },
  verify: {
    usage: 'verify <transcript.json> [<noted digest> …]   check a match that is over, offline',
    run: verify,
  },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  process.exitCode = await command.run(args);
} else {
  const usages = Object.values(commands).map(({ usage }) => `  npm run giliran -- ${usage}`);
  console.error(`Usage:\n${usages.join('\n')}`);
  process.exitCode = 2;
}
