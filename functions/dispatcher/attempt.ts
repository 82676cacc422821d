export const attemptErrors = [
  'blocked-target',
  'dns',
  'refused',
  'reset',
  'tls',
  'timeout',
  'protocol',
  'redirect',
  'gone',
  'http',
  'too-large',
] as const;
/**
 * What went wrong with an attempt, as the delivery log shows it. Nothing was sent: `blocked-target` (the URL or one of its addresses
 * isn't a public target), `dns` (no address, or name servers that don't answer), `refused` (no connection, no route), `tls` (no
 * TLS, or a certificate that doesn't verify). No answer: `reset` (the connection was cut), `timeout` (connecting, or the
 * attempt in all, took too long), `protocol` (the answer isn't HTTP). The wrong answer: `redirect` (3xx, never followed), `gone`
 * (410), `http` (any other that isn't 2xx), `too-large` (longer than we read).
 */
export type AttemptError = (typeof attemptErrors)[number];

/**
 * What came of one attempt. The receiver speaks by its status alone: after a 2xx, `error` only says that the rest of its answer was
 * cut off, and the notice counts as delivered.
 */
export interface Attempt {
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly durationMs: number;
  /** What the `Retry-After` of a 429 or 503 asks for; not yet bounded. */
  readonly retryAfterMs: number | null;
  /** How much of the response body was read. It is never stored. */
  readonly responseBytes: number;
}

/** True if the receiver acknowledged the notice. */
export const isDelivered = ({ status }: Attempt): boolean => status !== null && isSuccess(status);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The error that a status stands for; null for 2xx. */
export const errorOfStatus = (status: number): AttemptError | null => {
  if (isSuccess(status)) return null;
  if (status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'http';
};

const networkErrors: Readonly<Record<string, AttemptError>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  EACCES: 'refused',
  EPERM: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  EPROTO: 'tls',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
};

/** The error that network or receiver caused, by the code of what was thrown; a fault of ours (no files left, a bad header) is thrown on. */
export const errorOfFailure = (thrown: unknown, connected: boolean): AttemptError => {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const known = networkErrors[code];
  if (known !== undefined) return known;
  const isOurs =
    code === '' || code.startsWith('UND_ERR_INVALID') || (thrown instanceof Error && 'errno' in thrown);
  if (isOurs) throw thrown;
  // Codes of TLS are many; before the connection stands there is nothing else left.
  return connected ? 'protocol' : 'tls';
};
