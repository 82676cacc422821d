import { err, ok, type Result } from '../../../domain/engine/result.ts';
import type { Problem } from '../problems.ts';

/** A request body as it came in. */
export interface RawBody {
  readonly bytes: Uint8Array;
  /** Throws on bytes that are not UTF-8. */
  readonly text: () => string;
}

const tooLarge = (bytesMax: number): Result<never, Problem> =>
  err({ code: 'body-too-large', detail: `The body may have ${bytesMax} bytes.` });

const readCapped = async (request: Request, bytesMax: number): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (request.body) {
    for await (const chunk of request.body) {
      length += chunk.byteLength;
      if (length > bytesMax) return undefined;
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
};

/** `application/json`, with or without `charset=utf-8`; `+json` types and others are refused. */
const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Reads at most `bytesMax` bytes, whatever Content-Length says, then checks the media type. 0 for operations that take no body:
 * what comes with them is left unread.
 */
export const readBody = async (request: Request, bytesMax: number): Promise<Result<RawBody, Problem>> => {
  if (bytesMax === 0) return ok({ bytes: new Uint8Array(), text: () => '' });
  if (Number(request.headers.get('Content-Length') ?? 0) > bytesMax) return tooLarge(bytesMax);
  const bytes = await readCapped(request, bytesMax);
  if (bytes === undefined) return tooLarge(bytesMax);
  if (!jsonType.test(request.headers.get('Content-Type') ?? ''))
    return err({ code: 'unsupported-media-type' });
  return ok({ bytes, text: () => new TextDecoder('utf-8', { fatal: true }).decode(bytes) });
};
