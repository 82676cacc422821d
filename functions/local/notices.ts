/** A webhook receiver on loopback, as a third party would write one: it verifies each notice and says who it is for. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

/** What a receiver needs to know of a notice; the rest of `data` depends on its type. */
const noticeSchema = z.looseObject({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({
    matchId: z.string().optional(),
    game: z.string().optional(),
    seat: z.int().optional(),
    kind: z.string().optional(),
    deadlineAt: z.string().nullable().optional(),
  }),
});
export type ReceivedNotice = z.infer<typeof noticeSchema> & { readonly id: string };

/** A running receiver. Until it trusts a secret it answers 503, and the sender tries again. */
export interface NoticeReceiver {
  readonly url: string;
  readonly trust: (secret: string) => void;
  readonly close: () => Promise<void>;
}

const bodyBytesMax = 64 * 1024;

/**
 * Listens on a free port of loopback. `onNotice` hears each verified notice once (repeats have the id of the first), `onForged`
 * why another request was refused.
 */
export const openReceiver = async (
  onNotice: (notice: ReceivedNotice) => void,
  onForged: (reason: string) => void,
): Promise<NoticeReceiver> => {
  let webhook: Webhook | undefined;
  const seen = new Set<string>();

  const take = (body: string, headers: Record<string, string>): number => {
    if (!webhook) return 503;
    try {
      const notice = noticeSchema.parse(webhook.verify(body, headers));
      const id = headers['webhook-id'] ?? '';
      if (!seen.has(id)) {
        seen.add(id);
        onNotice({ ...notice, id });
      }
      return 204;
    } catch (error) {
      onForged(error instanceof Error ? error.message : String(error));
      return 400;
    }
  };

  const server = createServer(async (request, response) => {
    if (Number(request.headers['content-length'] ?? Number.NaN) <= bodyBytesMax) {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      response.writeHead(take(await text(request), headers)).end();
    } else {
      response.writeHead(413, { Connection: 'close' }).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/notices`,
    trust: (secret) => {
      webhook = new Webhook(secret);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
