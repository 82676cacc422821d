/** The inbox: every notice, whether or not a webhook delivered it. A lost webhook is never a lost turn. */
import { z } from '@hono/zod-openapi';
import { toWire } from '../../../shared/notice-body.ts';
import type { Notice } from '../../../shared/store/notices.ts';
import { openCursor, sealCursor } from '../../cursors.ts';
import { callerOf, operation, reply } from '../../operation.ts';
import { noticeSchema } from '../../schemas.ts';

const itemSchema = noticeSchema
  .extend({
    seq: z.int().openapi({ description: 'The number in your inbox, from 1, without gaps.' }),
    isRead: z.boolean(),
  })
  .openapi('InboxItem');

const presentNotice = (notice: Notice) => {
  const { data, ...wire } = toWire(notice);
  return { ...wire, data: { ...data } };
};

export const readInbox = operation(
  {
    operationId: 'readInbox',
    method: 'get',
    path: '/v1/inbox',
    tag: 'inbox',
    summary: 'Read your notices',
    description:
      'Oldest first. Keep `nextCursor` and send it as `cursor` to hear only what is new; it is never null. Kept for 90 days. Polling with If-None-Match costs little.',
    access: { kind: 'token', scope: 'matches:read' },
    query: z.object({
      cursor: z
        .string()
        .max(1000)
        .optional()
        .openapi({ description: '`nextCursor` of an earlier answer; from the start if left out.' }),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    status: 200,
    success: 'Notices after the cursor.',
    answer: z.object({
      items: z.array(itemSchema),
      nextCursor: z.string(),
      readUpTo: z.int().openapi({ description: 'The number of the last notice that you marked as read.' }),
    }),
  },
  async (call, { store, serverKey }) => {
    const player = callerOf(call);
    const binding = ['readInbox', player];
    const position = openCursor(serverKey, binding, call.query.cursor);
    if (!position.ok) return position;
    const after = Number(position.value ?? 0);
    const [rows, readUpTo] = await Promise.all([
      store.inbox.readAfter(player, after, call.query.limit),
      store.inbox.readMarker(player),
    ]);
    return reply({
      items: rows.map(({ seq, notice }) => ({
        seq,
        isRead: seq <= readUpTo,
        id: notice.id,
        ...presentNotice(notice),
      })),
      nextCursor: sealCursor(serverKey, binding, `${rows.at(-1)?.seq ?? after}`),
      readUpTo,
    });
  },
);

export const markInboxRead = operation(
  {
    operationId: 'markInboxRead',
    method: 'put',
    path: '/v1/inbox/read',
    tag: 'inbox',
    summary: 'Mark notices as read',
    description: 'Everything up to a number. The marker never goes back.',
    access: { kind: 'token', scope: 'matches:read' },
    body: z.strictObject({ upTo: z.int().min(0).max(999_999_999_999) }),
    status: 200,
    success: 'The marker.',
    answer: z.object({ readUpTo: z.int() }),
  },
  async (call, { store }) => reply({ readUpTo: await store.inbox.markRead(callerOf(call), call.body.upTo) }),
);
