import type { Seat, Viewer } from './engine.ts';
import type { Random } from './random.ts';

/**
 * What the conformance suite must know of one game to state its laws for it: `laws.ts` in the game's folder exports
 * `laws`, an `EngineLaws`. Test support only; nothing that is deployed imports it.
 */
export interface EngineLaws<Options, State, Move> {
  /** Matches to play: options (parsed, so complete) and seats. Each option's values occur in at least one of them. */
  readonly samples: readonly { readonly options: Options; readonly seats: number }[];
  /** A proved upper bound of accepted moves in a match. */
  readonly maxMoves: (options: Options, seats: number) => number;
  /** Another state, drawn at random, that the viewer can't tell from this one: all that is hidden from it is dealt anew. */
  readonly resampleHidden: (state: State, viewer: Viewer, random: Random) => State;
  /** Every piece of the game wherever it lies, in a canonical order: the same list after every event of a match. */
  readonly inventory: (state: State) => readonly string[];
  /** What always holds (bounds, identities of the rules page); a sentence for the first breach. */
  readonly breach: (state: State) => string | undefined;
  /** The representative of all moves that are equivalent to this one (equal faces, another order of the same cards). */
  readonly normalize: (move: Move) => Move;
  /** Random but mostly illegal moves of the right shape, for the law that what isn't listed is refused. */
  readonly strayMove: (state: State, seat: Seat, random: Random) => Move;
}
