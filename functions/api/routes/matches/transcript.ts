/** After the end: everything, so that anyone can check the match without trusting this server. */
import { isEnded } from '../../../../domain/match/state.ts';
import { transcriptOf, transcriptSchema } from '../../../../domain/match/transcript.ts';
import { loadEndedLog } from '../../../shared/matches.ts';
import { operation, problem, reply } from '../../operation.ts';
import { findMatch, matchParam } from './access.ts';

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
    return reply(transcriptOf(await loadEndedLog({ log: deps.store.log }, match.value)));
  },
);
