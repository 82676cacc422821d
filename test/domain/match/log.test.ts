import { describe, expect, test } from 'vitest';
import { gameIds } from '../../../domain/engine/engine.ts';
import { expectDefined, Fault } from '../../../domain/engine/result.ts';
import {
  type Commit,
  foldableFrom,
  foldCommit,
  foldCommits,
  snapshotEvery,
} from '../../../domain/match/commit.ts';
import { type MatchState, matchStateVersion } from '../../../domain/match/state.ts';
import { playLog, withoutSnapshot } from '../../store/logs.ts';
import { throughJson } from '../../support/json.ts';
import { runSeed } from '../../support/seed.ts';

const logs = gameIds.map((game) => {
  const [longest] = [0, 1, 2, 3, 4, 5]
    .map((label) => playLog(game, 60, label))
    .toSorted((a, b) => b.commits.length - a.commits.length);
  return { game, log: expectDefined(longest, 'a log') };
});

/** What a reader gets: the commits as JSON, from the store. */
const stored = (commits: readonly Commit[]): readonly Commit[] => throughJson(commits);

/** The match after each commit, folded one by one from the first. */
const versionsOf = (commits: readonly Commit[]): readonly MatchState[] => {
  let match: MatchState | { readonly id: string } = { id: expectDefined(commits[0], 'a commit').matchId };
  return commits.map((commit) => {
    const after = foldCommit(match, commit);
    match = after;
    return after;
  });
};

describe.each(logs)('a log of $game', ({ log }) => {
  const commits = stored(log.commits);
  const bare = commits.map(withoutSnapshot);
  const versions = versionsOf(bare);
  const told = `GILIRAN_SEED=${runSeed}`;

  test('has a snapshot at every 16th commit and at no other', () => {
    const kept = commits.filter(({ snapshot }) => snapshot).map(({ version }) => version);
    const due = commits.map(({ version }) => version).filter((version) => version % snapshotEvery === 0);
    expect(kept, told).toEqual(due);
    expect(kept.length, told).toBeGreaterThan(0);
  });

  test('folds to the match that wrote it', () => {
    expect(versions.at(-1), told).toEqual(log.match);
  });

  test('folds to the same match at every version, with its snapshots and without', () => {
    for (const [index, match] of versions.entries()) {
      expect(foldCommits(commits.slice(0, index + 1)), told).toEqual(match);
      expect(foldCommits(bare.slice(0, index + 1)), told).toEqual(match);
    }
  });

  test('folds to the same match from any page of 16 commits', () => {
    for (const [index, match] of versions.entries()) {
      const page = commits.slice(Math.max(0, index + 1 - snapshotEvery), index + 1);
      expect(foldCommits(page), told).toEqual(match);
    }
  });

  test('keeps a snapshot of the match as it is: through JSON nothing is lost', () => {
    for (const { snapshot, version } of commits) {
      if (snapshot) expect(snapshot.match, told).toEqual(versions[version - 1]);
    }
  });
});

describe('snapshots', () => {
  const { log } = expectDefined(
    logs.find(({ log }) => log.commits.length > 2 * snapshotEvery),
    'a long log',
  );
  const commits = stored(log.commits);

  const withSnapshots = (change: (snapshot: NonNullable<Commit['snapshot']>) => Commit['snapshot']) =>
    commits.map((commit) => {
      const snapshot = commit.snapshot && change(commit.snapshot);
      return snapshot ? { ...commit, snapshot } : withoutSnapshot(commit);
    });

  test('spare the folding of what is before them: the last one counts', () => {
    const marked = withSnapshots((snapshot) => ({
      ...snapshot,
      match: { ...snapshot.match, createdBy: 'marked' },
    }));
    expect(foldableFrom(marked)).toBe(Math.floor(marked.length / snapshotEvery) * snapshotEvery - 1);
    expect(foldCommits(marked).createdBy).toBe('marked');
  });

  test.each([
    ['another shape of the match', { matchStateVersion: matchStateVersion + 1 }],
    ['another shape of the game’s state', { stateVersion: 999 }],
  ])('of %s count as absent, whatever they hold', (_, change) => {
    const others = withSnapshots((snapshot) => ({
      ...snapshot,
      ...change,
      match: { ...snapshot.match, createdBy: 'marked' },
    }));
    expect(foldableFrom(others)).toBe(0);
    expect(foldCommits(others)).toEqual(log.match);
    expect(foldableFrom(others.slice(1))).toBe(-1);
    expect(() => foldCommits(others.slice(1))).toThrow(Fault);
  });

  test('of rules that this deployment doesn’t have count as absent', () => {
    const others = withSnapshots((snapshot) => ({
      ...snapshot,
      match: { ...snapshot.match, rulesVersion: 0 },
    }));
    expect(foldableFrom(others)).toBe(0);
  });
});

describe('a damaged log', () => {
  const { log } = expectDefined(logs[0], 'a log');
  const bare = stored(log.commits).map(withoutSnapshot);

  test.each([
    ['a missing commit', bare.toSpliced(3, 1)],
    ['a doubled commit', bare.toSpliced(3, 0, expectDefined(bare[3], 'a commit'))],
    ['commits in the wrong order', bare.toSpliced(3, 2, ...bare.slice(3, 5).toReversed())],
    ['no first commit', bare.slice(1)],
    ['nothing', []],
  ])('%s is a Fault', (_, damaged) => {
    expect(() => foldCommits(damaged)).toThrow(Fault);
  });

  test('a first commit that created nothing is a Fault', () => {
    const [first] = bare;
    const headless = { ...expectDefined(first, 'a commit'), steps: [] };
    expect(() => foldCommits([headless])).toThrow(Fault);
  });

  test('an event of a shape that the engine doesn’t know is a Fault, not a silent change', () => {
    const changed = bare.map((commit, index) =>
      index === 2
        ? {
            ...commit,
            steps: commit.steps.map((step) => ({ ...step, events: [{ type: 'table-burnt', v: 1 }] })),
          }
        : commit,
    );
    expect(() => foldCommits(changed)).toThrow(Fault);
  });

  test('rules that this deployment doesn’t have are a Fault, never the latest', () => {
    const old = bare.map((commit) => ({
      ...commit,
      steps: commit.steps.map((step) => ({
        ...step,
        events: step.events.map((event) =>
          event.type === 'match.created' ? { ...event, rulesVersion: 0 } : event,
        ),
      })),
    }));
    expect(() => foldCommits(old)).toThrow('rules 0');
  });
});
