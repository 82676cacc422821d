/** Judges a transcript without the server: nothing in it is believed that can be derived (design §7). */

import { rngScheme } from '../engine/random.ts';
import { findEngine } from '../engine/registry.ts';
import type { SealedEngine } from '../engine/sealed.ts';
import { sealCommit } from './commit.ts';
import { decide } from './decide.ts';
import { canonicalJson, playSeed, saltOf, seedCommitment } from './digest.ts';
import type { Step } from './events.ts';
import type { Unborn } from './evolve.ts';
import { inputFaults } from './play.ts';
import { recordedCommand } from './reconstruct.ts';
import { isEnded, type MatchState, noncesOf } from './state.ts';
import { type Transcript, transcriptSchema } from './transcript.ts';

export const verifyChecks = [
  'form',
  'rules',
  'commitment',
  'order',
  'salt',
  'command',
  'actor',
  'draws',
  'events',
  'digest',
  'seeds',
  'end',
] as const;
/** What can be wrong with a transcript: each is one thing that was derived once more and came out otherwise. */
export type VerifyCheck = (typeof verifyChecks)[number];

/** The first thing that is wrong, with the commit and the step (from 0) in which it is. */
export interface VerifyFailure {
  readonly check: VerifyCheck;
  readonly version: number | null;
  readonly step: number | null;
  readonly detail: string;
}

/** The verdict on a transcript: what was derived once more, or the first thing that is wrong. */
export type Verdict =
  | {
      readonly isTrue: true;
      readonly match: MatchState;
      readonly commits: number;
      readonly events: number;
      readonly draws: number;
    }
  | { readonly isTrue: false; readonly failure: VerifyFailure };

type RecordedCommit = Transcript['commits'][number];

const wrong = (
  check: VerifyCheck,
  detail: string,
  version: number | null = null,
  step: number | null = null,
): VerifyFailure => ({ check, version, step, detail });

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

const checkStart = (transcript: Transcript): VerifyFailure | undefined => {
  if (transcript.rngScheme !== rngScheme)
    return wrong('rules', `chance by a scheme that is unknown here: ${transcript.rngScheme}`);
  return seedCommitment(transcript.serverSeed) === transcript.seedCommitment
    ? undefined
    : wrong('commitment', 'the commitment is not the SHA-256 of the server seed');
};

/** Where the recorded steps of a commit differ from those that the command brings about. */
const compareSteps = (recorded: RecordedCommit, derived: readonly Step[]): VerifyFailure | undefined => {
  const { version, steps } = recorded;
  for (const [index, step] of steps.entries()) {
    const expected = derived[index];
    if (!expected) return wrong('command', 'nothing brings this step about', version, index);
    if (!isSame(step.actor, expected.actor))
      return wrong('actor', `it was done by ${canonicalJson(expected.actor)}`, version, index);
    if (!isSame(step.command, expected.command))
      return wrong('command', `the command was ${canonicalJson(expected.command)}`, version, index);
    if (step.draws !== expected.draws)
      return wrong('draws', `it takes ${expected.draws ?? 0} draws`, version, index);
    const event = step.events.findIndex((fact, at) => !isSame(fact, expected.events[at]));
    if (event >= 0 || step.events.length !== expected.events.length) {
      const at = event >= 0 ? event : step.events.length;
      return wrong(
        'events',
        `event ${at} comes out as ${canonicalJson(expected.events[at] ?? null)}`,
        version,
        index,
      );
    }
  }
  return steps.length === derived.length
    ? undefined
    : wrong(
        'events',
        `a step is missing: ${canonicalJson(derived[steps.length] ?? null)}`,
        version,
        steps.length,
      );
};

/**
 * When a command was received is not recorded, only that it was no later than the commit's instant. Where that instant was raised to
 * the one before it, the receipt may have been any earlier one.
 */
const receiptOf = (before: MatchState | Unborn, at: number): number =>
  'status' in before && at === before.at ? 0 : at;

/** Decides one commit's command once more and seals what comes of it: the match after it, or what is wrong. */
const checkCommit = (
  before: MatchState | Unborn,
  recorded: RecordedCommit,
  transcript: Transcript,
  engine: SealedEngine,
): MatchState | VerifyFailure => {
  const { version, at, steps } = recorded;
  const previous = 'status' in before ? before : { version: 0, at: 0 };
  if (version !== previous.version + 1)
    return wrong('order', `version ${previous.version + 1} belongs here`, version);
  if (at < previous.at) return wrong('order', 'it is older than the commit before it', version);
  if (recorded.salt !== saltOf(transcript.serverSeed, version))
    return wrong('salt', 'the salt does not come from the server seed', version);
  const [first] = steps;
  const command = first && recordedCommand(first, before, engine);
  if (!command) return wrong('command', `no such command can be: ${first?.command.type}`, version, 0);
  if (
    command.type === 'create' &&
    (command.game !== engine.game || command.rulesVersion !== engine.rulesVersion)
  )
    return wrong(
      'rules',
      `the match was created as ${command.game} rules ${command.rulesVersion}`,
      version,
      0,
    );
  if (command.type === 'create' && command.serverSeed !== transcript.serverSeed)
    return wrong('commitment', 'the match was created with another server seed', version, 0);
  const isSystem = command.type === 'time-out' || command.type === 'expire';
  const receivedAt = isSystem ? at : receiptOf(before, at);
  const decided = decide(before, command, { version, at, receivedAt });
  if (!decided.ok) return wrong('command', `it is refused: ${decided.error.message}`, version, 0);
  if (decided.value.kind !== 'append') return wrong('command', 'it changes nothing', version, 0);
  const { steps: derived, match } = decided.value;
  const difference = compareSteps(recorded, derived);
  if (difference) return difference;
  const sealed = sealCommit(before, match, derived, { at, attempt: '', notices: [] });
  return sealed.commit.digest === recorded.digest
    ? sealed.match
    : wrong('digest', `the digest comes out as ${sealed.commit.digest}`, version);
};

/** A forged commit can break what holds for every log, and so throw: that too is a fault of the transcript. */
const tryCommit = (
  before: MatchState | Unborn,
  recorded: RecordedCommit,
  transcript: Transcript,
  engine: SealedEngine,
): MatchState | VerifyFailure => {
  try {
    return checkCommit(before, recorded, transcript, engine);
  } catch (error) {
    return wrong('command', `it can't be decided: ${String(error)}`, recorded.version, 0);
  }
};

const checkEnd = (match: MatchState, transcript: Transcript): VerifyFailure | undefined => {
  const nonces = noncesOf(match);
  if (!isSame(nonces, transcript.nonces)) return wrong('seeds', 'the nonces are not those of the log');
  const seed = match.playSeed === null ? null : playSeed(transcript.serverSeed, nonces);
  if (seed !== transcript.playSeed)
    return wrong('seeds', 'the play seed does not come from server seed and nonces');
  if (!isEnded(match)) return wrong('end', 'the match has not ended with the last commit');
  if (match.id !== transcript.matchId || match.status !== transcript.status)
    return wrong('end', `the match is ${match.status}`);
  if (match.endedAt !== transcript.endedAt) return wrong('end', `it ended at ${match.endedAt}`);
  if (!isSame(match.outcome, transcript.outcome))
    return wrong('end', `the outcome comes out as ${canonicalJson(match.outcome)}`);
  return match.digest === transcript.digest
    ? undefined
    : wrong('digest', `the last digest comes out as ${match.digest}`);
};

const isFailure = (result: MatchState | VerifyFailure): result is VerifyFailure => 'check' in result;

const eventsIn = (transcript: Transcript): number =>
  transcript.commits.reduce(
    (sum, { steps }) => sum + steps.reduce((within, { events }) => within + events.length, 0),
    0,
  );

/**
 * Judges what claims to be a transcript: every draw, command, event and digest is derived once more. Never throws. The match's id and
 * what players chose (names, nonces, when they acted) can't be derived; the digests, which the players could note in time, vouch for all
 * but the id.
 */
export const verifyTranscript = (input: unknown): Verdict => {
  const parsed = transcriptSchema.safeParse(input);
  if (!parsed.success) {
    const [fault] = inputFaults(parsed.error, '');
    return {
      isTrue: false,
      failure: wrong('form', `${fault?.pointer ?? ''}: ${fault?.detail ?? 'no transcript'}`),
    };
  }
  const transcript = parsed.data;
  const failed = (failure: VerifyFailure): Verdict => ({ isTrue: false, failure });
  const engine = findEngine(transcript.game, transcript.rulesVersion);
  if (!engine)
    return failed(wrong('rules', `no engine for ${transcript.game} rules ${transcript.rulesVersion}`));
  const bad = checkStart(transcript);
  if (bad) return failed(bad);
  let match: MatchState | Unborn = { id: transcript.matchId };
  for (const commit of transcript.commits) {
    const result: MatchState | VerifyFailure = tryCommit(match, commit, transcript, engine);
    if (isFailure(result)) return failed(result);
    match = result;
  }
  if (!('status' in match)) return failed(wrong('end', 'there is no commit'));
  const end = checkEnd(match, transcript);
  if (end) return failed(end);
  return {
    isTrue: true,
    match,
    commits: transcript.commits.length,
    events: eventsIn(transcript),
    draws: match.drawn,
  };
};
