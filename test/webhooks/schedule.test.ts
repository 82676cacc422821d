import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../functions/dispatcher/attempt.ts';
import {
  afterAttempt,
  attemptDelaysMs,
  type EndpointHealth,
  healthy,
  putOffUntil,
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
    warnings: 0,
    warnedAt: null,
    isSlow: false,
    ...part,
  });
  const failAt = (health: EndpointHealth, count = 3) =>
    afterAttempt({ id: 'dlv_1', attempt: count }, health, failure, now);

  it('begins to fail with the first failure, and another one changes nothing', () => {
    const first = failAt(healthy, 0);
    expect(first.health).toEqual({ ...healthy, failingSince: now });
    expect(failAt(first.health, 1).health).toBe(first.health);
    expect(failAt(first.health, 0).health).toBe(first.health);
  });

  it('is slow from a failure of three seconds on, until a faster one or a success', () => {
    const end = (durationMs: number, health: EndpointHealth) =>
      afterAttempt({ id: 'dlv_1', attempt: 0 }, health, { ...failure, durationMs }, now).health.isSlow;
    expect(end(2_999, healthy)).toBe(false);
    expect(end(3_000, healthy)).toBe(true);
    expect(end(10, failing(1, { isSlow: true }))).toBe(false);
    expect(afterAttempt({ id: 'dlv_1', attempt: 0 }, failing(1, { isSlow: true }), success, now).health).toBe(
      healthy,
    );
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
    [119.99, 20, null],
    [120, 11.99, null],
    [120, 12, { type: 'disable', reason: 'failing' }],
    [500, 400, { type: 'disable', reason: 'failing' }],
  ])('after %d h without success, warned %d h ago: %j', (hours, warnedHoursAgo, effect) => {
    const warned = { warnings: 2, warnedAt: now - warnedHoursAgo * hourMs };
    expect(failAt(failing(hours, warned)).effect).toEqual(effect);
  });

  it('is warned before it is disabled, even where its first call in five days fails', () => {
    const { health, effect } = failAt(failing(200));
    expect(effect).toEqual({ type: 'warn' });
    expect(health.warnedAt).toBe(now);
    expect(failAt(health).effect).toBeNull();
  });

  it('a delivery whose failure disables its endpoint is given up', () => {
    const warned = { warnings: 2, warnedAt: now - 24 * hourMs };
    expect(failAt(failing(120, warned))).toMatchObject({ status: 'failed', nextAttemptAt: null });
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

describe('a delivery that is put off', () => {
  const ageOf = (ageMs: number, id = 'dlv_1', busyUntil = now) =>
    putOffUntil({ id, createdAt: now - ageMs }, busyUntil, now) - now;

  it('never looks again before its endpoint is free', () => {
    for (let n = 0; n < 100; n += 1)
      expect(ageOf(0, `dlv_${n}`, now + 20_000)).toBeGreaterThanOrEqual(20_000);
  });

  it('looks again within five seconds while young, a quarter of its age later on, and half an hour at the most', () => {
    const latest = (ageMs: number) =>
      Math.max(...Array.from({ length: 200 }, (_, n) => ageOf(ageMs, `dlv_${n}`)));
    expect(latest(0)).toBeLessThanOrEqual(5_000);
    expect(latest(0)).toBeGreaterThan(4_000);
    expect(latest(hourMs)).toBeLessThanOrEqual(15 * minuteMs);
    expect(latest(hourMs)).toBeGreaterThan(12 * minuteMs);
    expect(latest(100 * hourMs)).toBeLessThanOrEqual(30 * minuteMs);
  });
});
