import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** How a process ended, and all that it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of its own that runs one of our programs. */
export interface TestProcess {
  readonly pid: number;
  readonly stdout: () => string;
  /** The first match in what it says on standard output; throws what it said when it ends, or says nothing of the kind, before. */
  readonly says: (pattern: RegExp, withinMs?: number) => Promise<RegExpExecArray>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const lookEveryMs = 5;

/** Runs a TypeScript program of the repository, with arguments, in an environment. */
export const runProgram = (
  program: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): TestProcess => {
  const child: ChildProcess = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  let isOver = false;
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    isOver = true;
    return { code, signal, stdout, stderr };
  });

  const says: TestProcess['says'] = async (pattern, withinMs = 15_000) => {
    for (const end = Date.now() + withinMs; ; await sleep(lookEveryMs)) {
      const found = pattern.exec(stdout);
      if (found) return found;
      if (isOver || Date.now() > end)
        throw new Error(`${program} never said ${pattern}, but:\n${stdout}\n${stderr}`);
    }
  };

  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    says,
    kill: (signal) => void child.kill(signal),
    ended,
  };
};

/** `npm start` on a data folder, up and answering. */
export const runServer = async (
  dataFolder: string,
  port: number,
): Promise<TestProcess & { readonly url: string }> => {
  const server = runProgram('functions/local/main.ts', [], { GILIRAN_DATA: dataFolder, PORT: String(port) });
  const [, url = ''] = await server.says(/API +(http:\S+)/);
  return { ...server, url };
};

/** A port that nobody listens on now. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
