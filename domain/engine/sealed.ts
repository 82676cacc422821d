import type { GameEngine, GameEvent, GameMove, Json } from './engine.ts';

declare const sealed: unique symbol;

/** Options, state and view of some game, opaque outside its engine. They are plain JSON. */
export type GameOptions = { readonly [sealed]: 'options' };
export type GameState = { readonly [sealed]: 'state' };
export type GameView = { readonly [sealed]: 'view' } & { readonly [key: string]: Json };

/** An engine with its type parameters closed over, as the match and the shell use it. */
export type SealedEngine = GameEngine<GameOptions, GameState, GameMove, GameEvent, GameView>;

/**
 * Closes over an engine's types. Sound as long as an opaque value is only handed to the engine that made it, which the
 * match guarantees by pinning (game, rulesVersion).
 */
export const seal = <Options, State, Move extends GameMove, Event extends GameEvent, View>(
  engine: GameEngine<Options, State, Move, Event, View>,
): SealedEngine => engine as unknown as SealedEngine;
