import { z } from '@hono/zod-openapi';
import type { Scope } from '../shared/store/accounts.ts';
import type { ProblemCode } from './problems.ts';

/** Who may call an operation: anyone; anyone, but more for a token with the scope; only a token with the scope. */
export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'optional'; readonly scope: Scope }
  | { readonly kind: 'token'; readonly scope: Scope };

/** One operation of the API as the contract states it. The path is in OpenAPI form (`/v1/matches/{match}`). */
export interface Contract<Query extends z.ZodType, Body extends z.ZodType, Success extends z.ZodType> {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  /** Of path parameters by name: what they name. */
  readonly params?: { readonly [name: string]: string };
  readonly query?: Query;
  readonly body?: Body;
  /** 64 KB if left out. */
  readonly bodyBytesMax?: number;
  /** Takes an optional `Idempotency-Key`. */
  readonly takesKey?: true;
  readonly status: 200 | 201 | 202 | 204;
  readonly success: string;
  /** What the answer bears in headers, beside those that all answers bear. */
  readonly headers?: readonly ('Location' | 'Idempotent-Replayed')[];
  /** The schema of the answer; left out for 204. */
  readonly answer?: Success;
  /** The problems of its own; those that follow from the rest (token, body, ids, limits) are added. */
  readonly problems?: readonly ProblemCode[];
}

export type AnyContract = Contract<z.ZodType, z.ZodType, z.ZodType>;

export const bodyBytesMax = 64 * 1024;
export const moveBytesMax = 16 * 1024;

/** RFC 9457 problem details with our members. */
export const problemSchema = z
  .object({
    type: z.url().describe('The page of this kind of problem.'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What happened this time.'),
    instance: z.string().describe('The path of the request.'),
    code: z.string().describe('The stable word to switch on.'),
    errors: z
      .array(
        z.object({ pointer: z.string().describe('JSON Pointer into the request body.'), detail: z.string() }),
      )
      .optional(),
    reason: z.string().optional().describe('illegal-move: the stable word of the broken rule.'),
    ruling: z.string().optional().describe("illegal-move: the number on the game's rules page."),
    legalMoves: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .describe('illegal-move: what is legal.'),
  })
  .meta({ id: 'Problem' });

/** Every problem that an operation may answer with. */
export const problemsOf = (contract: AnyContract): readonly ProblemCode[] => [
  ...new Set<ProblemCode>([
    ...(contract.access.kind === 'anyone' ? [] : (['unauthenticated', 'insufficient-scope'] as const)),
    ...(contract.params ? (['not-found'] as const) : []),
    ...(contract.query ? (['malformed-request'] as const) : []),
    ...(contract.body
      ? (['malformed-request', 'body-too-large', 'unsupported-media-type', 'validation-failed'] as const)
      : []),
    ...(contract.takesKey ? (['malformed-request', 'idempotency-key-reused'] as const) : []),
    ...(contract.problems ?? []),
    'too-many-requests',
    'internal',
    'try-again',
  ]),
];
