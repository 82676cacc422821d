import type { z } from 'zod';
import type { Random } from './random.ts';
import type { Result } from './result.ts';

/** The games of the catalogue, by their ids in paths and contracts. */
export const gameIds = [
  'conquian',
  'dandelions',
  'district-noir',
  'dueling-nobles',
  'nestortiles-duel',
] as const;
export type GameId = (typeof gameIds)[number];

/** A place at the table, counted from 0 in the order of turns. */
export type Seat = number;

/** Who looks: a seat, or anyone without one. */
export type Viewer = { readonly seat: Seat } | 'spectator';

/** True if the viewer sits on this seat, and so may see its secrets. */
export const isSeat = (viewer: Viewer, seat: Seat): boolean => viewer !== 'spectator' && viewer.seat === seat;

/** A move: what a player decides, `{ type, ...fields }`, in the imperative. */
export interface GameMove {
  readonly type: string;
}

/** An event: a fact of the past (the card drawn, the faces rolled), `{ type, v, ...fields }`. `v` is the version of its shape. */
export interface GameEvent {
  readonly type: string;
  readonly v: number;
}

/**
 * Why a move was refused: `reason` is a stable kebab-case word, `ruling` the number on the game's rules page (`CQ-R14`)
 * where a rule of the game is broken, `message` a sentence that a player understands. It depends on nothing but what
 * that seat may see.
 */
export interface RuleViolation {
  readonly reason: string;
  readonly ruling?: string;
  readonly message: string;
}

/** A decision that a seat is awaited for; `kind` is one of the words of the game's rules page. */
export interface PendingDecision {
  readonly seat: Seat;
  readonly kind: string;
}

/** Anything that survives a JSON round trip exactly. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** How a match ended. `reason` is a stable kebab-case word; `details` hold the game's own figures (scores, tie-break). */
export type Outcome =
  | {
      readonly kind: 'won';
      readonly winners: readonly Seat[];
      readonly reason: string;
      readonly details?: OutcomeDetails;
    }
  | { readonly kind: 'drawn'; readonly reason: string; readonly details?: OutcomeDetails };
export type OutcomeDetails = { readonly [key: string]: Json };

/** Where a game stands: who is awaited (plural from day one), or how it ended. */
export type Progress =
  | { readonly kind: 'awaiting'; readonly decisions: readonly PendingDecision[] }
  | { readonly kind: 'over'; readonly outcome: Outcome };

/**
 * A standing order that a game offers: a pure function of its owner's own view, with parameters, that answers one kind
 * of decision. It returns one of `legalMoves`, or undefined to leave the decision to the owner.
 */
export interface OrderTemplate<Move = GameMove, View = unknown, Parameters = unknown> {
  /** Stable kebab-case name, unique within the game. */
  readonly id: string;
  /** The decision kind that it answers. */
  readonly decision: string;
  readonly title: string;
  readonly description: string;
  /** A strict zod object; `{}` where there is nothing to set. */
  readonly parameters: z.ZodType<Parameters>;
  /** A method, so that templates of different parameters fit in one list; it is given only what `parameters` parsed. */
  answer(view: View, legalMoves: readonly Move[], parameters: Parameters): Move | undefined;
}

/**
 * The one interface that every game implements (the decider pattern: `decide` chooses, `evolve` records). Pure: no clock,
 * no I/O, no chance but `random`, inputs never mutated. States, events, moves and views survive a JSON round trip exactly
 * (no undefined, NaN, -0, Map, Set or Date). The laws are stated by `test/domain/conformance.ts`.
 */
export interface GameEngine<Options, State, Move extends GameMove, Event extends GameEvent, View> {
  readonly game: GameId;
  /** Pinned for the life of a match. Raised when a stored log would be judged or folded differently. */
  readonly rulesVersion: number;
  /** Raised whenever the shape of State changes; snapshots of another one are ignored. */
  readonly stateVersion: number;
  readonly seats: { readonly min: number; readonly max: number };
  /** Strict zod schemas; the contract and the parsers come from these. `options` fills defaults, also from `{}`. */
  readonly schemas: {
    readonly options: z.ZodType<Options>;
    readonly move: z.ZodType<Move>;
    readonly event: z.ZodType<Event>;
    readonly view: z.ZodType<View>;
  };
  readonly orders: readonly OrderTemplate<Move, View>[];
  /** Refuses combinations of options (each valid alone) that this number of seats can't be played with. */
  readonly checkOptions: (options: Options, seats: number) => RuleViolation | undefined;
  /** The set-up: deals, rolls for who begins. */
  readonly start: (options: Options, seats: number, random: Random) => readonly Event[];
  /** The state before any event. */
  readonly initial: () => State;
  /** The events of one move, or why it is refused. Draws nothing when it refuses. */
  readonly decide: (
    state: State,
    seat: Seat,
    move: Move,
    random: Random,
  ) => Result<readonly Event[], RuleViolation>;
  /** Records one event. Total over produced events: no refusal, no chance, no rules. */
  readonly evolve: (state: State, event: Event) => State;
  readonly progress: (state: State) => Progress;
  /** Every legal move of that seat (one stands for all equivalent ones); empty where the seat isn't awaited. */
  readonly legalMoves: (state: State, seat: Seat) => readonly Move[];
  /** A sole legal move that every spectator can see is forced; it depends on the spectator's view alone. */
  readonly publiclyForced: (state: State) => { readonly seat: Seat; readonly move: Move } | undefined;
  /**
   * One seat leaves (resigned or timed out) while at least two others play on. The match records the leaving itself and ends
   * matches of two without asking the engine; a game for two returns [].
   */
  readonly forfeit: (state: State, seat: Seat) => readonly Event[];
  /** What a viewer may see, built up from nothing, never stripped down. Enough for a client to draw the table. */
  readonly view: (state: State, viewer: Viewer) => View;
  /** The event as a viewer may see it, or undefined where it must not know that it happened. */
  readonly redact: (event: Event, viewer: Viewer) => Event | undefined;
  /** One plain English line for a viewer (`Seat 0 takes …`), or undefined where nothing is worth telling. */
  readonly summarize: (event: Event, viewer: Viewer) => string | undefined;
  /** The seat that began (once `start`'s events are folded), for `nextFirstSeat`. */
  readonly firstSeat: (state: State) => Seat;
  /** Who starts a rematch; where the rules are silent, the next seat. */
  readonly nextFirstSeat: (previous: {
    readonly firstSeat: Seat;
    readonly seats: number;
    readonly outcome: Outcome;
  }) => Seat | 'random';
}

/** The general refusal where a seat is not awaited. */
export const notAwaited: RuleViolation = {
  reason: 'not-awaited',
  message: 'You have no decision to make now.',
};

/** The general refusal where the move isn't of a kind that answers the open decision. */
export const wrongPhase = (expected: string): RuleViolation => ({
  reason: 'wrong-phase',
  message: `That move does not answer the decision that is open: ${expected}.`,
});

/** The general refusal after the end. */
export const gameOver: RuleViolation = { reason: 'game-over', message: 'The game is over.' };
