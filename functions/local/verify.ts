import { readFile } from 'node:fs/promises';
import { transcriptSchema } from '../../domain/match/transcript.ts';
import { type Verdict, verifyTranscript } from '../../domain/match/verify.ts';

const places = (version: number | null, step: number | null): string =>
  [version === null ? '' : ` at version ${version}`, step === null ? '' : `, step ${step}`].join('');

const report = (verdict: Verdict): string => {
  if (!verdict.isTrue) {
    const { check, version, step, detail } = verdict.failure;
    return `NOT TRUE: ${check}${places(version, step)}: ${detail}`;
  }
  const { match, commits, events, draws } = verdict;
  return [
    `True: ${match.game}, match ${match.id}, ${match.status}.`,
    `Derived once more: ${commits} commits, ${events} events, ${draws} draws, the outcome and every digest.`,
    `Last digest  ${match.digest}`,
  ].join('\n');
};

/** The seed commitment and every digest: what a player can have noted while playing. */
const notable = (input: unknown): readonly string[] => {
  const { seedCommitment, commits } = transcriptSchema.parse(input);
  return [seedCommitment, ...commits.map(({ digest }) => digest)];
};

/**
 * Checks a transcript in a file, with no network, and that it holds every commitment or digest that follows: 0 if so, 1 if not, 2 if it
 * can't be read.
 */
export const verify = async (args: readonly string[]): Promise<number> => {
  const [path, ...noted] = args;
  if (path === undefined) {
    console.error('verify takes a file: a transcript, as GET /v1/matches/{match}/transcript gives it.');
    return 2;
  }
  let input: unknown;
  try {
    input = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    console.error(`${path} can't be read: ${error instanceof Error ? error.message : error}`);
    return 2;
  }
  const verdict = verifyTranscript(input);
  console.log(report(verdict));
  if (!verdict.isTrue) return 1;
  const known = notable(input);
  const strange = noted.filter((value) => !known.includes(value));
  for (const value of strange)
    console.log(`NOT THAT MATCH: ${value} is neither its seed commitment nor a digest of it.`);
  if (noted.length > 0 && strange.length === 0) console.log(`It holds all ${noted.length} that you noted.`);
  return strange.length === 0 ? 0 : 1;
};
