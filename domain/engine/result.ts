/** The outcome of something that may be refused: expected refusals are values, never exceptions. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** Wraps an accepted value. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** Wraps a refusal. */
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** A broken invariant: a bug or a damaged log. Thrown, never returned, and never shown to a player. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** States an invariant; throws a `Fault` where it does not hold. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Fault(message);
}

/** The value, or a `Fault` where our own bookkeeping promised one and there is none. */
export const expectDefined = <T>(value: T | undefined, message: string): T => {
  invariant(value !== undefined, message);
  return value;
};
