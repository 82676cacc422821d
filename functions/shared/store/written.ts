import type { Commit } from '../../../domain/match/commit.ts';
import type { Message } from './talk.ts';

/** Something that was written and that the consumer must hear of: by the table's stream on AWS, by the local runner's tail here. */
export type Written =
  | { readonly kind: 'commit'; readonly commit: Commit }
  | { readonly kind: 'message'; readonly message: Message }
  /** The standing orders of a match were changed; what they are now is read. */
  | { readonly kind: 'orders'; readonly matchId: string }
  /** A player's vacation was changed; what it is now is read. */
  | { readonly kind: 'vacation'; readonly player: string };
