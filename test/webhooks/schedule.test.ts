import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../functions/dispatcher/attempt.ts';
import {
  afterAttempt,
  attemptDelaysMs,
  type EndpointHealth,
  healthy,
  pacingOf,
  type Verdict,
} from '../../functions/dispatcher/schedule.ts';
import { countFromEnv, randomFor, runSeed } from '../support/seed.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const now = Date.UTC(2026, 10, 30, 12);

const attempt = (part: Partial<Attempt>): Attempt => ({
  status: null,
  error: null,
  durationMs: 1,
  retryAfterMs: null,
  responseBytes: 0,
  ...part,
});
const success = attempt({ status: 204 });
const failure = attempt({ status: 500, error: 'http' });
const gone = attempt({ status: 410, error: 'gone' });

const waitAfter = (verdict: Verdict, at: number): number => (verdict.nextAttemptAt ?? Number.NaN) - at;

/** Plays a delivery to an endpoint that answers what `answer` says, from `startAt` on; every attempt's time, and the last verdict. */
const play = (
  id: string,
  startAt: number,
  answer: (at: number) => Attempt,
  begun: EndpointHealth = healthy,
) => {
  const times: number[] = [];
  let at: number | null = startAt;
  let health = begun;
  let verdict: Verdict | undefined;
  while (at !== null) {
    verdict = afterAttempt({ id, attempt: times.length }, health, answer(at), at);
    times.push(at);
    health = verdict.health;
    at = verdict.nextAttemptAt;
  }
  return { times, verdict };
};

describe('the retry schedule', () => {
  it('is the ten attempts of Standard Webhooks: at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    expect(attemptDelaysMs).toEqual([
      0,
      5 * secondMs,
      5 * minuteMs,
      30 * minuteMs,
      2 * hourMs,
      5 * hourMs,
      10 * hourMs,
      14 * hourMs,
      20 * hourMs,
      24 * hourMs,
    ]);
  });

  it('gives a delivery up after the tenth failure, each wait within 20 % of its place in the schedule', () => {
    const rounds = countFromEnv('GILIRAN_ROUNDS', 300);
    const random = randomFor(runSeed, 'schedule');
    const shares: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { times, verdict } = play(`dlv_${random.int(2 ** 31)}`, now, () => failure);
      expect(times, `seed ${runSeed}`).toHaveLength(10);
      expect(verdict).toMatchObject({ status: 'failed', nextAttemptAt: null });
      times.slice(1).forEach((at, index) => {
        shares.push((at - (times[index] ?? 0)) / (attemptDelaysMs[index + 1] ?? 0));
      });
    }
    const [least, most] = [Math.min(...shares), Math.max(...shares)];
    expect(least, `seed ${runSeed}`).toBeGreaterThanOrEqual(0.8);
    expect(least).toBeLessThan(0.82);
    expect(most, `seed ${runSeed}`).toBeLessThanOrEqual(1.2);
    expect(most).toBeGreaterThan(1.18);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeCloseTo(1, 1);
  });

  it('is the same for the same delivery and attempt, so that a repeat after a crash plans the same moment', () => {
    const plan = (id: string, count: number) => afterAttempt({ id, attempt: count }, healthy, failure, now);
    expect(plan('dlv_1', 3)).toEqual(plan('dlv_1', 3));
    expect(plan('dlv_1', 3).nextAttemptAt).not.toBe(plan('dlv_2', 3).nextAttemptAt);
  });

  it('ends with the first success: a receiver that was down for an hour gets its notice when it is back', () => {
    const { times, verdict } = play('dlv_1', now, (at) => (at < now + hourMs ? failure : success));
    expect(verdict).toEqual({ status: 'succeeded', nextAttemptAt: null, health: healthy, effect: null });
    expect(times).toHaveLength(5);
    expect((times.at(-1) ?? 0) - now).toBeLessThan(4 * hourMs);
  });

  it.each<[string, Partial<Attempt>]>([
    ['a timeout', { error: 'timeout' }],
    ['a blocked target', { error: 'blocked-target' }],
    ['a redirect', { status: 301, error: 'redirect' }],
    ['a 404', { status: 404, error: 'http' }],
    ['a 429', { status: 429, error: 'http' }],
  ])('tries again after %s', (_name, part) => {
    const verdict = afterAttempt({ id: 'dlv_1', attempt: 0 }, healthy, attempt(part), now);
    expect(verdict).toMatchObject({ status: 'pending', effect: null });
  });

  it('counts a 2xx as success even if its body was cut off', () => {
    const cutOff = attempt({ status: 200, error: 'too-large' });
    expect(afterAttempt({ id: 'dlv_1', attempt: 0 }, healthy, cutOff, now).status).toBe('succeeded');
  });
});

describe('Retry-After', () => {
  const scheduled = waitAfter(afterAttempt({ id: 'dlv_1', attempt: 1 }, healthy, failure, now), now);
  const waitFor = (retryAfterMs: number) => {
    const asking = attempt({ status: 429, error: 'http', retryAfterMs });
    return waitAfter(afterAttempt({ id: 'dlv_1', attempt: 1 }, healthy, asking, now), now);
  };

  it('S37: slows us down, up to twice the scheduled wait', () => {
    expect(waitFor(scheduled + 7_000)).toBe(scheduled + 7_000);
    expect(waitFor(10 * scheduled)).toBeCloseTo(2 * scheduled, -1);
  });

  it.each([0, 1, scheduled - 1])('never makes us faster (%d ms)', (retryAfterMs) => {
    expect(waitFor(retryAfterMs)).toBe(scheduled);
  });

  it('cannot put a notice off for ever', () => {
    expect(waitFor(Number.MAX_SAFE_INTEGER)).toBeCloseTo(2 * scheduled, -1);
  });
});

describe('the health of an endpoint', () => {
  const since = now - 200 * hourMs;
  const failing = (hours: number, part: Partial<EndpointHealth> = {}): EndpointHealth => ({
    failingSince: now - hours * hourMs,
    failedMessages: 10,
    warnings: 0,
    ...part,
  });
  const failAt = (health: EndpointHealth, count = 3) =>
    afterAttempt({ id: 'dlv_1', attempt: count }, health, failure, now);

  it('begins to fail with the first failure, and counts each message once', () => {
    const first = failAt(healthy, 0);
    expect(first.health).toEqual({ failingSince: now, failedMessages: 1, warnings: 0 });
    expect(failAt(first.health, 1).health).toBe(first.health);
    expect(failAt(first.health, 0).health.failedMessages).toBe(2);
  });

  it('is restored by any success, and left alone by a success of a healthy endpoint', () => {
    const succeed = (health: EndpointHealth) =>
      afterAttempt({ id: 'dlv_1', attempt: 4 }, health, success, now).health;
    expect(succeed(failing(100, { warnings: 2 }))).toEqual(healthy);
    const well = { ...healthy };
    expect(succeed(well)).toBe(well);
  });

  it.each([
    [23.99, 0, false],
    [24, 0, true],
    [24, 1, false],
    [95.99, 1, false],
    [96, 1, true],
    [96, 2, false],
    [119.99, 2, false],
  ])('S37: after %d h without success and %d warnings, warns: %s', (hours, warnings, warns) => {
    expect(failAt(failing(hours, { warnings })).effect).toEqual(warns ? { type: 'warn' } : null);
  });

  it('takes no warning back where clocks disagree', () => {
    const warned = failing(23, { warnings: 1 });
    expect(failAt(warned).health).toBe(warned);
  });

  it('warns once where both warnings are due at once', () => {
    const { health, effect } = failAt(failing(100));
    expect(effect).toEqual({ type: 'warn' });
    expect(health.warnings).toBe(2);
    expect(failAt(health).effect).toBeNull();
  });

  it.each([
    [119.99, 10, null],
    [120, 9, null],
    [120, 10, { type: 'disable', reason: 'failing' }],
    [500, 400, { type: 'disable', reason: 'failing' }],
  ])('after %d h without success and %d failed messages: %j', (hours, failedMessages, effect) => {
    expect(failAt(failing(hours, { failedMessages, warnings: 2 })).effect).toEqual(effect);
  });

  it('the message that makes it ten counts', () => {
    const verdict = failAt(failing(120, { failedMessages: 9, warnings: 2 }), 0);
    expect(verdict.effect).toEqual({ type: 'disable', reason: 'failing' });
  });

  it('a delivery whose failure disables its endpoint is given up', () => {
    expect(failAt(failing(120, { warnings: 2 }))).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });

  it('410 disables at once, however well the endpoint was', () => {
    const verdict = afterAttempt({ id: 'dlv_1', attempt: 0 }, healthy, gone, now);
    expect(verdict).toMatchObject({ status: 'failed', nextAttemptAt: null });
    expect(verdict.effect).toEqual({ type: 'disable', reason: 'gone' });
  });

  it('a dead endpoint with a notice each half day hears two warnings, and is disabled on the sixth day', () => {
    const effects: (readonly [number, string])[] = [];
    const due = Array.from({ length: 20 }, (_, n) => ({
      id: `dlv_${n}`,
      attempt: 0,
      at: since + n * 12 * hourMs,
    }));
    let health = healthy;
    while (!effects.some(([, type]) => type === 'disable')) {
      const delivery = due.sort((a, b) => a.at - b.at).shift();
      if (delivery === undefined) break;
      const verdict = afterAttempt(delivery, health, failure, delivery.at);
      health = verdict.health;
      if (verdict.effect) effects.push([Math.floor((delivery.at - since) / hourMs), verdict.effect.type]);
      if (verdict.nextAttemptAt)
        due.push({ ...delivery, attempt: delivery.attempt + 1, at: verdict.nextAttemptAt });
    }
    expect(effects.map(([, type]) => type)).toEqual(['warn', 'warn', 'disable']);
    const [first, second, disabled] = effects.map(([hours]) => hours);
    expect(first).toBeGreaterThanOrEqual(24);
    expect(first).toBeLessThan(36);
    expect(second).toBeGreaterThanOrEqual(96);
    expect(second).toBeLessThan(108);
    expect(disabled).toBeGreaterThanOrEqual(120);
    expect(disabled).toBeLessThan(132);
  });
});

describe('pacing', () => {
  const discord = new URL('https://discord.com/api/webhooks/1/secret?thread_id=7');

  it('keeps the distance that each service asks for', () => {
    expect(pacingOf('discord', discord).spacingMs).toBe(2_000);
    expect(pacingOf('slack', discord).spacingMs).toBe(1_000);
    expect(pacingOf('ntfy', discord).spacingMs).toBe(5_000);
    expect(pacingOf('standard', discord).spacingMs).toBe(0);
  });

  it('counts by webhook at Discord and Slack, whatever its query, and by server at ntfy', () => {
    expect(pacingOf('discord', discord).key).toBe('discord.com/api/webhooks/1/secret');
    expect(pacingOf('slack', new URL('https://hooks.slack.com/services/T/B/x')).key).toBe(
      'hooks.slack.com/services/T/B/x',
    );
    expect(pacingOf('ntfy', new URL('https://ntfy.sh/topic')).key).toBe('ntfy.sh');
  });
});
