import { readFile } from 'node:fs/promises';
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
    'Compare the seed commitment and the digests with those that you noted while playing.',
  ].join('\n');
};

/** Checks a transcript in a file, with no network: 0 if it is true, 1 if not, 2 if it can't be read. */
export const verify = async (args: readonly string[]): Promise<number> => {
  const [path, ...others] = args;
  if (path === undefined || others.length > 0) {
    console.error('verify takes one file: a transcript, as GET /v1/matches/{match}/transcript gives it.');
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
  return verdict.isTrue ? 0 : 1;
};
