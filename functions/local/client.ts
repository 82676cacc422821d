/** The HTTP API as a client of it calls it: the demo and `listen` know nothing else of the server. */
import { z } from 'zod';

const timeoutMs = 15_000;

/** The API refused, or could not be reached: the message is a sentence for people. */
export class ApiRefused extends Error {
  override readonly name = 'ApiRefused';
}

const problemSchema = z.looseObject({ code: z.string(), detail: z.string() });

/** Calls to one server with one token (none: as a stranger). Each answer is parsed by the schema that the caller gives. */
export interface Caller {
  readonly call: <T>(method: string, path: string, answer: z.ZodType<T>, body?: unknown) => Promise<T>;
}

/** A caller of the server at `api`. Throws `ApiRefused` for every answer that is no success. */
export const callerOf = (api: string, token?: string): Caller => ({
  call: async (method, path, answer, body) => {
    const asked = `${method} ${path}`;
    const response = await fetch(new URL(path, api), {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new ApiRefused(`${asked}: no answer from ${api}`, { cause: error });
    });
    const content: unknown = response.status === 204 ? undefined : await response.json();
    if (response.ok) return answer.parse(content);
    const problem = problemSchema.safeParse(content);
    throw new ApiRefused(
      `${asked}: ${response.status}${problem.success ? ` ${problem.data.code}: ${problem.data.detail}` : ''}`,
    );
  },
});

/** The answer to registering. */
export const registeredSchema = z.looseObject({
  player: z.looseObject({ id: z.string(), name: z.string() }),
  token: z.string(),
});

/** The answer to creating a webhook endpoint. */
export const newEndpointSchema = z.looseObject({ id: z.string(), secret: z.string() });
