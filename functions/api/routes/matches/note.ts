/** A player's private note on a match. */
import { z } from '@hono/zod-openapi';
import { isoTime } from '../../../shared/clock.ts';
import type { Note } from '../../../shared/store/talk.ts';
import { callerOf, operation, reply } from '../../operation.ts';
import { timeSchema } from '../../schemas.ts';
import { textSchema } from '../../text.ts';
import { findMatch, matchParam } from './access.ts';

const noteSchema = z.object({ text: z.string(), updatedAt: timeSchema.nullable() }).openapi('Note');

const presentNote = (note: Note | undefined) => ({
  text: note?.text ?? '',
  updatedAt: note ? isoTime(note.updatedAt) : null,
});

export const readNote = operation(
  {
    operationId: 'readNote',
    method: 'get',
    path: '/v1/matches/{match}/note',
    tag: 'talk',
    summary: 'Read your note on a match',
    description: 'Yours alone to see. Empty until you write one.',
    access: { kind: 'token', scope: 'matches:read' },
    params: matchParam,
    status: 200,
    success: 'Your note.',
    answer: noteSchema,
  },
  async (call, deps) => {
    const match = await findMatch(call, deps);
    if (!match.ok) return match;
    return reply(presentNote(await deps.store.talk.readNote(match.value.id, callerOf(call))));
  },
);

export const writeNote = operation(
  {
    operationId: 'writeNote',
    method: 'put',
    path: '/v1/matches/{match}/note',
    tag: 'talk',
    summary: 'Write your note on a match',
    description: 'Replaces the note; an empty text clears it. Nobody else ever sees it.',
    access: { kind: 'token', scope: 'matches:write' },
    params: matchParam,
    body: z.strictObject({
      text: textSchema(4_000, 0).openapi({
        description: 'Up to 4,000 characters.',
        example: 'Holds a queen.',
      }),
    }),
    status: 200,
    success: 'Your note.',
    answer: noteSchema,
  },
  async (call, deps) => {
    const match = await findMatch(call, deps);
    if (!match.ok) return match;
    const note: Note = { text: call.body.text, updatedAt: call.receivedAt };
    await deps.store.talk.writeNote(match.value.id, callerOf(call), note);
    return reply(presentNote(note));
  },
);
