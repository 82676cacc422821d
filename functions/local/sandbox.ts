/**
 * The sandbox of the local runner, never of the deployed API: it moves the clock of matches forward and fixes the deal of the next match,
 * so that a client's author sees time-outs and reminders in seconds. Signatures, token expiry and retries stay on wall time.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { Hono } from 'hono';
import { type Instant, parseDuration } from '../../domain/match/instant.ts';
import { durationSchema } from '../../domain/match/settings.ts';
import type { ApiDeps } from '../api/deps.ts';
import { type Operation, operation, problem, reply, serve } from '../api/operation.ts';
import { problemResponse } from '../api/problems.ts';
import { type Clock, isoTime, systemClock } from '../shared/clock.ts';
import { CannotStart } from './cannot-start.ts';

/** What the sandbox changes for everything else on this machine. */
export interface Sandbox {
  readonly clock: Clock;
  /** The server seed of the next match: the one that was set, once, or a fresh one. */
  readonly freshSeed: () => string;
  /** Moves the clock of matches to an instant; false for one that has passed. It stays there, less what goes by, after a restart. */
  readonly moveTo: (instant: Instant) => Promise<boolean>;
  readonly setSeed: (seed: string) => void;
}

const offsetFile = 'sandbox.json';
const offsetSchema = z.strictObject({ offsetMs: z.int().min(0) });

const readOffset = async (folder: string | undefined): Promise<number> => {
  if (folder === undefined) return 0;
  const path = join(folder, offsetFile);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return 0;
  try {
    return offsetSchema.parse(JSON.parse(text)).offsetMs;
  } catch (error) {
    throw new CannotStart(
      `${path}, where the sandbox keeps its clock, is damaged. Remove it to begin at the real time.`,
      {
        cause: error,
      },
    );
  }
};

/** A sandbox that keeps how far its clock is ahead in a data folder, or in memory if there is none. */
export const openSandbox = async (folder: string | undefined): Promise<Sandbox> => {
  let offsetMs = await readOffset(folder);
  let seed: string | undefined;
  const clock: Clock = { now: () => systemClock.now() + offsetMs, wall: systemClock.wall };

  const keep = async (ahead: number): Promise<void> => {
    if (folder === undefined) return;
    const path = join(folder, offsetFile);
    await writeFile(`${path}.new`, JSON.stringify({ offsetMs: ahead }));
    await rename(`${path}.new`, path);
  };

  const moveTo: Sandbox['moveTo'] = async (instant) => {
    const ahead = instant - systemClock.now();
    if (ahead < offsetMs) return false;
    await keep(ahead);
    offsetMs = Math.max(offsetMs, ahead);
    return true;
  };

  const freshSeed = (): string => {
    const next = seed ?? randomBytes(32).toString('hex');
    seed = undefined;
    return next;
  };

  return {
    clock,
    freshSeed,
    moveTo,
    setSeed: (next) => {
      seed = next;
    },
  };
};

/** Far from the end of what keys and dates of four digits hold. */
const latest = Date.UTC(9000, 0, 1);

const clockBody = z.union([
  z.strictObject({ advance: durationSchema }),
  z.strictObject({ now: z.iso.datetime().openapi({ example: '2027-01-01T00:00:00Z' }) }),
]);

const fault = (pointer: string, detail: string) =>
  problem('validation-failed', undefined, { members: { errors: [{ pointer, detail }] } });

const moveClock = (sandbox: Sandbox, settle: () => Promise<void>): Operation =>
  operation(
    {
      operationId: 'moveSandboxClock',
      method: 'post',
      path: '/sandbox/clock',
      tag: 'sandbox',
      summary: 'Move the clock of matches forward',
      description:
        'By a duration (`advance`) or to an instant (`now`). Time-outs and reminders that are due have happened when it answers.',
      access: { kind: 'anyone' },
      body: clockBody,
      status: 200,
      success: 'Where the clock stands now.',
      answer: z.object({ now: z.iso.datetime() }),
    },
    async ({ body }) => {
      const instant =
        'now' in body ? Date.parse(body.now) : sandbox.clock.now() + (parseDuration(body.advance) ?? 0);
      const pointer = 'now' in body ? '/now' : '/advance';
      if (instant > latest) return fault(pointer, `the clock goes to ${isoTime(latest)} at the most`);
      if (!(await sandbox.moveTo(instant))) return fault(pointer, 'the clock only goes forward');
      await settle();
      return reply({ now: isoTime(sandbox.clock.now()) });
    },
  );

const fixSeed = (sandbox: Sandbox): Operation =>
  operation(
    {
      operationId: 'setSandboxSeed',
      method: 'post',
      path: '/sandbox/seed',
      tag: 'sandbox',
      summary: 'Fix the server seed of the next match',
      description: 'The next match that anyone creates has it: with the same nonces, the same deal.',
      access: { kind: 'anyone' },
      body: z.strictObject({
        seed: z.string().regex(/^[0-9a-f]{64}$/, '32 bytes in lower-case hexadecimal'),
      }),
      status: 204,
      success: 'The next match has it.',
    },
    async ({ body }) => {
      sandbox.setSeed(body.seed);
      return reply(undefined);
    },
  );

/** The sandbox's operations, and the API behind them. `settle` does what is due and tells the players. */
export const withSandbox = (
  api: Pick<Hono, 'fetch'>,
  deps: ApiDeps,
  sandbox: Sandbox,
  settle: () => Promise<void>,
): Hono<{ Bindings: object }> => {
  const app = new Hono<{ Bindings: object }>();
  for (const served of [moveClock(sandbox, settle), fixSeed(sandbox)]) {
    const { path, method } = served.contract;
    app.all(path, async (c) => {
      const place = { publicUrl: deps.publicUrl, path: c.req.path };
      if (c.req.method !== method.toUpperCase()) {
        return problemResponse(
          { code: 'method-not-allowed', headers: { Allow: method.toUpperCase() } },
          place,
        );
      }
      const answer = await serve(c, served, deps);
      return answer.ok ? answer.value : problemResponse(answer.error, place);
    });
  }
  app.all('*', (c) => api.fetch(c.req.raw, c.env));
  app.onError((error, c) => {
    deps.logger.error('the sandbox failed', { path: c.req.path, error });
    return problemResponse({ code: 'internal' }, { publicUrl: deps.publicUrl, path: c.req.path });
  });
  return app;
};
