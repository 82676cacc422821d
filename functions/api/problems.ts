/** The one place where a status code is chosen: every problem of the API (RFC 9457, design §4). */

interface ProblemKind {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly title: string;
  /** What it means and what to do; the problem's page. */
  readonly help: string;
}

export const problems = {
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    help: 'The body is not JSON, or a header or query parameter has no meaning. Nothing was changed. Mend the request and send it again.',
  },
  unauthenticated: {
    status: 401,
    title: 'Unauthenticated',
    help: 'No access token was sent, or it is unknown or expired. Send `Authorization: Bearer <token>`; registering (`POST /v1/players`) gives a first token.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    help: 'You may see this, but it is not yours to change.',
  },
  'insufficient-scope': {
    status: 403,
    title: 'Insufficient scope',
    help: 'The token lacks the scope that `detail` names. Make a token with it (`POST /v1/me/tokens`).',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    help: 'There is nothing here that you may see. Malformed, unknown and invisible ids get the same answer.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    help: 'The path exists, but not with this method. The `Allow` header lists those that do.',
  },
  'decision-closed': {
    status: 409,
    title: 'Decision closed',
    help: 'The decision that the move names is not open: it was answered with another move, or it never was open. Read the match for the open decisions.',
  },
  'not-your-turn': {
    status: 409,
    title: 'Not your turn',
    help: "The decision that the move names is another seat's.",
  },
  'match-over': { status: 409, title: 'Match over', help: 'The match has ended.' },
  'match-not-started': {
    status: 409,
    title: 'Match not started',
    help: 'The match still waits for players.',
  },
  'match-started': {
    status: 409,
    title: 'Match started',
    help: 'This is possible only before the start.',
  },
  'match-full': { status: 409, title: 'Match full', help: 'No seat is free for you.' },
  'already-seated': { status: 409, title: 'Already seated', help: 'You have a seat in this match.' },
  'deadline-passed': {
    status: 409,
    title: 'Deadline passed',
    help: 'The request arrived after the deadline of the decision. The time-out follows by itself.',
  },
  'offer-closed': {
    status: 409,
    title: 'Offer closed',
    help: 'The offer no longer stands: it was answered, or a move was made.',
  },
  'limit-reached': {
    status: 409,
    title: 'Limit reached',
    help: 'There is a bound on this, and it is reached; `detail` names it.',
  },
  'body-too-large': {
    status: 413,
    title: 'Body too large',
    help: 'Moves may have 16 KB, all other bodies 64 KB.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send `Content-Type: application/json`, in UTF-8.',
  },
  'validation-failed': {
    status: 422,
    title: 'Validation failed',
    help: 'The request is well-formed but does not fit its schema. `errors` points to each fault (JSON Pointer, RFC 6901). Unknown fields are refused.',
  },
  'illegal-move': {
    status: 422,
    title: 'Illegal move',
    help: "The rules of the game refuse the move: `reason` is a stable word, `ruling` the number on the game's rules page, `legalMoves` what is legal instead. The decision stays open.",
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    help: 'The same Idempotency-Key came with another body. Use a new key for a new request.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    help: 'Wait as long as `Retry-After` says.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    help: 'This is our fault. Quote the `Request-Id` when you report it.',
  },
  'try-again': {
    status: 503,
    title: 'Try again',
    help: 'The request could not be carried out just now. Send it again after `Retry-After`; moves and everything with an Idempotency-Key are safe to repeat.',
  },
} as const satisfies Record<string, ProblemKind>;

/** The stable word of a problem; also the last part of its `type`. */
export type ProblemCode = keyof typeof problems;

export const problemCodes = Object.keys(problems) as readonly ProblemCode[];

/** A problem as a handler returns it: the code, a sentence for this occurrence, further members, and headers. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail?: string;
  readonly members?: { readonly [member: string]: unknown };
  readonly headers?: { readonly [header: string]: string };
}

/** The `application/problem+json` answer to a problem. `instance` is the request's path. */
export const problemResponse = (
  problem: Problem,
  place: { readonly publicUrl: string; readonly path: string },
): Response => {
  const { status, title, help } = problems[problem.code];
  const body = {
    type: `${place.publicUrl}/problems/${problem.code}`,
    title,
    status,
    detail: problem.detail ?? help,
    instance: place.path,
    code: problem.code,
    ...problem.members,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Content-Language': 'en', ...problem.headers },
  });
};
