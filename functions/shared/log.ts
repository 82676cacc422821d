/** Structured log lines: one JSON object each, on standard output (CloudWatch keeps them as they are). */
export interface Log {
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
}
export type LogFields = Readonly<Record<string, unknown>>;

const describe = (value: unknown): unknown =>
  value instanceof Error
    ? { name: value.name, message: value.message, stack: value.stack, cause: describe(value.cause) }
    : value;

/** Writes log lines with `write`. Never give it a token, a secret, a seed or a hand. */
export const createLog = (write: (line: string) => void, now: () => number): Log => {
  const line =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      const described = Object.fromEntries(
        Object.entries(fields).map(([key, value]) => [key, describe(value)]),
      );
      write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...described })}\n`);
    };
  return { info: line('info'), warn: line('warn'), error: line('error') };
};

/** Says nothing. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
