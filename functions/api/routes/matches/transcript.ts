/** After the end: everything, so that anyone can check the match without trusting this server. */
import type { Commit } from '../../../../domain/match/commit.ts';
import { isEnded } from '../../../../domain/match/state.ts';
import { endsMatch, transcriptOf, transcriptSchema } from '../../../../domain/match/transcript.ts';
import type { ApiDeps } from '../../deps.ts';
import { operation, problem, reply } from '../../operation.ts';
import { findMatch, matchParam } from './access.ts';

const pageSize = 100;

/** The commits of a match that is over, up to the ending one. */
const readWholeLog = async (id: string, lastVersion: number, deps: ApiDeps): Promise<readonly Commit[]> => {
  const commits: Commit[] = [];
  while (commits.length < lastVersion) {
    const page = await deps.store.log.readAfter(id, commits.length, pageSize);
    const end = page.findIndex(endsMatch);
    if (end >= 0) return [...commits, ...page.slice(0, end + 1)];
    if (page.length === 0) break;
    commits.push(...page);
  }
  throw new Error(`${id} is over, but no commit ends it`);
};

export const readTranscript = operation(
  {
    operationId: 'readTranscript',
    method: 'get',
    path: '/v1/matches/{match}/transcript',
    tag: 'matches',
    summary: 'Read the transcript of a match that is over',
    description:
      'The whole log to the ending commit with the server seed, nonces and salts. `npm run giliran -- verify transcript.json` derives every draw, move, event and digest from it once more, offline. Note the `seedCommitment` and, now and then, the `digest` while you play: those are what the transcript must agree with. Instants are milliseconds since 1970, as the digests are taken over them.',
    access: { kind: 'optional', scope: 'matches:read' },
    params: matchParam,
    status: 200,
    success: 'The transcript.',
    answer: transcriptSchema,
    problems: ['forbidden'],
  },
  async (call, deps) => {
    const match = await findMatch(call, deps);
    if (!match.ok) return match;
    if (!isEnded(match.value)) return problem('forbidden', 'The transcript is revealed after the end.');
    return reply(transcriptOf(await readWholeLog(match.value.id, match.value.version, deps)));
  },
);
