/** The local runner can't start for a reason that whoever started it can mend: the message is a sentence or two for them. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** What a thrown value says, for the end of a sentence. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
