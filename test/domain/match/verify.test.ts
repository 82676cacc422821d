import { describe, expect, test } from 'vitest';
import { type GameId, gameIds } from '../../../domain/engine/engine.ts';
import { latestEngine } from '../../../domain/engine/registry.ts';
import { expectDefined } from '../../../domain/engine/result.ts';
import type { CreateCommand, MatchCommand } from '../../../domain/match/commands.ts';
import type { Commit } from '../../../domain/match/commit.ts';
import { digestOf, saltOf, seedCommitment } from '../../../domain/match/digest.ts';
import type { MatchState } from '../../../domain/match/state.ts';
import { type Transcript, transcriptOf } from '../../../domain/match/transcript.ts';
import { type VerifyFailure, verifyTranscript } from '../../../domain/match/verify.ts';
import { advance, began, playLog } from '../../store/logs.ts';
import { deriveSeed, randomFor, runSeed, someOf } from '../../support/seed.ts';

const versionsMax = 4_000;

const failureOf = (input: unknown): VerifyFailure => {
  const verdict = verifyTranscript(input);
  if (verdict.isTrue) throw new Error('the transcript was found true');
  return verdict.failure;
};

/** As it comes out of the API: nothing but JSON. */
const wire = (commits: readonly Commit[]): Transcript => JSON.parse(JSON.stringify(transcriptOf(commits)));

const createCommand = (game: GameId, seats: number, change: Partial<CreateCommand> = {}): CreateCommand => {
  const engine = expectDefined(latestEngine(game), game);
  return {
    type: 'create',
    game,
    rulesVersion: engine.rulesVersion,
    options: engine.schemas.options.parse({}),
    seats,
    settings: {
      visibility: 'public',
      clock: { kind: 'fischer', initial: 'P1D', increment: 'PT1H', maximum: 'P2D' },
      pauses: true,
      weekendPause: false,
      expiry: 'P14D',
    },
    serverSeed: deriveSeed(runSeed, 'verify'),
    joiners: [{ player: 'plr_ayu', name: 'Ayu', nonce: 'salt-of-ayu' }],
    invited: [],
    joinCode: null,
    rematchOf: null,
    vacations: [],
    ...change,
  };
};

/** Runs commands one after the other; a function makes its command from the match as it is then. */
const run = (
  commands: readonly (MatchCommand | ((match: MatchState) => MatchCommand))[],
): readonly Commit[] => {
  const [create, ...rest] = commands;
  if (create === undefined || typeof create === 'function') throw new Error('a log begins with create');
  let { commit, match } = advance({ id: 'mat_verify' }, create);
  const commits = [commit];
  for (const next of rest) {
    ({ commit, match } = advance(match, typeof next === 'function' ? next(match) : next));
    commits.push(commit);
  }
  return commits;
};

const join = (player: string, nonce: string | null = null, code: string | null = null): MatchCommand => ({
  type: 'join',
  player,
  name: player,
  nonce,
  code,
  vacations: [{ player: 'plr_ayu', pause: { from: 1, until: 2 } }],
});

const anyMove = (match: MatchState): MatchCommand => {
  const { id, seat } = expectDefined(match.open[0], 'somebody is awaited');
  const engine = expectDefined(latestEngine(match.game), match.game);
  const state = expectDefined(match.gameState ?? undefined, 'a game');
  const player = expectDefined(match.seats[seat]?.player, 'a player');
  return { type: 'move', player, decision: id, move: engine.legalMoves(state, seat)[0] };
};

describe('a true transcript is found true', () => {
  test.each(gameIds)('of %s, played at random to its end', (game) => {
    const { commits, match } = playLog(game, versionsMax);
    expect(match.status, `seed ${runSeed}`).toBe('finished');
    const verdict = verifyTranscript(wire(commits));
    expect(verdict).toMatchObject({ isTrue: true, commits: commits.length, draws: match.drawn });
  });

  const three = createCommand('dandelions', 3, { invited: ['plr_dewi'] });
  const offer = (match: MatchState) => expectDefined(match.drawOffer?.id, 'an offer');
  const histories: Record<string, readonly (MatchCommand | ((match: MatchState) => MatchCommand))[]> = {
    'that was joined, left, declined, given nonces, paused, moved in and resigned from': [
      three,
      join('plr_budi'),
      { type: 'leave', player: 'plr_budi' },
      { type: 'decline', player: 'plr_dewi', reason: 'no-time' },
      join('plr_citra'),
      { type: 'set-nonce', player: 'plr_citra', nonce: 'late' },
      join('plr_eko', 'mine'),
      {
        type: 'pause',
        player: 'plr_eko',
        pause: { from: began + 90 * 3_600_000, until: began + 99 * 3_600_000 },
      },
      anyMove,
      { type: 'resign', player: 'plr_citra' },
      anyMove,
      { type: 'resign', player: 'plr_eko' },
    ],
    'that was drawn by agreement after a declined offer': [
      createCommand('conquian', 2),
      join('plr_budi'),
      { type: 'offer-draw', player: 'plr_ayu' },
      (match) => ({ type: 'decline-draw', player: 'plr_budi', offer: offer(match) }),
      { type: 'offer-draw', player: 'plr_budi' },
      (match) => ({ type: 'accept-draw', player: 'plr_ayu', offer: offer(match) }),
    ],
    'that was called off by agreement': [
      createCommand('conquian', 2),
      join('plr_budi'),
      { type: 'cancel', player: 'plr_budi' },
      { type: 'cancel', player: 'plr_ayu' },
    ],
    'that its creator called off': [createCommand('conquian', 2), { type: 'cancel', player: 'plr_ayu' }],
    'that took a join code': [
      createCommand('conquian', 2, { joinCode: 'abc' }),
      join('plr_budi', null, 'abc'),
      { type: 'resign', player: 'plr_ayu' },
    ],
  };
  test.each(Object.entries(histories))('of a match %s', (_, commands) => {
    const verdict = verifyTranscript(wire(run(commands)));
    expect(verdict).toMatchObject({ isTrue: true });
  });

  test('of a match that ended by the clock', () => {
    const quick = createCommand('district-noir', 2);
    const settings = { ...quick.settings, clock: { kind: 'per-move', allowance: 'PT30M' } as const };
    const commits = run([{ ...quick, settings }, join('plr_budi'), { type: 'time-out' }]);
    expect(verifyTranscript(wire(commits))).toMatchObject({ isTrue: true });
  });
});

/** Every leaf of a transcript, by its path. */
const leavesOf = (
  value: unknown,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] => {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, member]) =>
    leavesOf(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
};

const altered = (leaf: unknown): unknown => {
  if (typeof leaf === 'number') return leaf + 1;
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf !== 'string') return 'something';
  const last = leaf.at(-1) === '0' ? '1' : '0';
  return `${leaf.slice(0, -1)}${last}`;
};

const withLeaf = (transcript: Transcript, path: readonly (string | number)[]): unknown => {
  const copy = structuredClone(transcript);
  // biome-ignore lint/suspicious/noExplicitAny: walks down to any leaf
  let at: any = copy;
  for (const key of path.slice(0, -1)) at = at[key];
  const key = expectDefined(path.at(-1), 'a path');
  at[key] = altered(at[key]);
  return copy;
};

describe('a transcript that was tampered with', () => {
  const { commits } = playLog('district-noir', versionsMax);
  const transcript = wire(commits);

  test('in any one value is found out, in the very commit that holds it', () => {
    // The id of the match is in no digest: it names the transcript, and nothing comes of it.
    const paths = leavesOf(transcript).filter(([first]) => first !== 'matchId');
    const top = paths.filter((path) => path[0] !== 'commits' || Number(path[1]) < 2);
    console.info(`verify: seed ${runSeed}`);
    for (const path of [...top, ...someOf(randomFor(runSeed, 'leaves'), paths, 150)]) {
      const failure = failureOf(withLeaf(transcript, path));
      const place = `${path.join('/')}: ${failure.check} at ${failure.version}`;
      if (path[0] !== 'commits' || failure.check === 'form') continue;
      if (path[2] === 'version') expect(failure.check).toBe('order');
      else expect(failure.version, place).toBe(Number(path[1]) + 1);
    }
  });

  test('by a commit left out, doubled, swapped or cut off', () => {
    const list = transcript.commits;
    const forged = (changed: readonly unknown[]) => failureOf({ ...transcript, commits: changed });
    expect(forged(list.toSpliced(3, 1))).toMatchObject({ check: 'order', version: 5 });
    expect(forged([...list.slice(0, 3), ...list.slice(2)])).toMatchObject({ check: 'order', version: 3 });
    expect(forged([list[0], list[2], list[1], ...list.slice(3)])).toMatchObject({
      check: 'order',
      version: 3,
    });
    expect(forged(list.slice(0, -1))).toMatchObject({ check: 'end' });
    expect(forged([])).toMatchObject({ check: 'form' });
  });

  /** A server that forges has the seed, and so makes digests that fit. */
  const resealed = (change: (copy: Transcript) => void): Transcript => {
    const copy = structuredClone(transcript);
    change(copy);
    let digest = seedCommitment(copy.serverSeed);
    for (const commit of copy.commits) {
      digest = digestOf(digest, saltOf(copy.serverSeed, commit.version), commit);
      commit.digest = digest;
    }
    return { ...copy, digest };
  };
  const stepOf = (copy: Transcript, commit: number) =>
    expectDefined(copy.commits[commit]?.steps[0], 'a step');

  test('by the server itself, with digests that fit: another deal', () => {
    const forged = resealed((copy) => {
      const laid: { type: string; deck?: unknown } = expectDefined(
        stepOf(copy, 0).events.find(({ type }) => type === 'table-laid'),
        'a deal',
      );
      if (!Array.isArray(laid.deck)) throw new Error('a table is laid with a deck');
      laid.deck.reverse();
    });
    expect(failureOf(forged)).toMatchObject({ check: 'events', version: 1, step: 0 });
  });

  test('by the server itself: a move that was never legal, of another seat, or never made', () => {
    const illegal = resealed((copy) => {
      Object.assign(stepOf(copy, 2).command, { move: { type: 'cheat' } });
    });
    expect(failureOf(illegal)).toMatchObject({ check: 'command', version: 3, step: 0 });
    const other = resealed((copy) => {
      const step = stepOf(copy, 2);
      Object.assign(step.actor, { seat: 1 - Number(step.actor.seat) });
    });
    expect(failureOf(other)).toMatchObject({ version: 3 });
    const added = resealed((copy) => {
      copy.commits[2]?.steps.push(stepOf(copy, 3));
    });
    expect(failureOf(added)).toMatchObject({ check: 'command', version: 3, step: 1 });
  });

  test('by the server itself: another seed than the one that it committed to', () => {
    const forged = { ...transcript, serverSeed: deriveSeed(runSeed, 'another') };
    expect(failureOf(forged).check).toBe('commitment');
    const seed = deriveSeed(runSeed, 'another');
    expect(failureOf({ ...forged, seedCommitment: seedCommitment(seed) })).toMatchObject({
      check: 'salt',
      version: 1,
    });
  });

  test('into something else altogether is judged without throwing', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const hostile = [
      null,
      1,
      'x',
      [],
      {},
      { ...transcript, commits: [{}] },
      { ...transcript, rulesVersion: 99 },
    ];
    for (const input of hostile) expect(verifyTranscript(input).isTrue).toBe(false);
    const nested = structuredClone(transcript);
    Object.assign(stepOf(nested, 2).command, { move: deep });
    expect(failureOf(nested).version).toBe(3);
  });
});
