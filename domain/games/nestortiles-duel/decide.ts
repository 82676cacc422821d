import { gameOver, notAwaited, type RuleViolation, type Seat, wrongPhase } from '../../engine/engine.ts';
import type { Random } from '../../engine/random.ts';
import { err, ok, type Result } from '../../engine/result.ts';
import { evolve } from './evolve.ts';
import { areaSize, discardViolation, drawViolation } from './legal.ts';
import { pendingOf } from './progress.ts';
import { faceValue, type Tile, tilesPerDie } from './tiles.ts';
import { type Event, type Move, of, type State } from './types.ts';

type Decision = Result<readonly Event[], RuleViolation>;

/** The events of one move, or why it is refused. */
export const decide = (state: State, seat: Seat, move: Move, random: Random): Decision => {
  const pending = pendingOf(state);
  if (pending === null) return err(gameOver);
  if (pending.seat !== seat) return err(notAwaited);
  switch (move.type) {
    case 'draw':
      return pending.kind === 'build' ? err(wrongPhase(pending.kind)) : draw(state, seat, move.tile, random);
    case 'discard':
      return pending.kind === 'turn'
        ? discard(state, seat, move.tile, random)
        : err(wrongPhase(pending.kind));
    case 'build':
      return pending.kind === 'build'
        ? build(state, seat, move.tiles, random)
        : err(wrongPhase(pending.kind));
  }
};

/** One tile, as the whole of a turn or as one of the draws for a discard (NT-9). */
const draw = (state: State, seat: Seat, tile: Tile | undefined, random: Random): Decision => {
  const violation = drawViolation(state, tile);
  if (violation) return err(violation);
  const drawsLeft = Math.max(0, state.drawsLeft - 1);
  const tiles = tile === undefined ? drawFaceDown(state, 1, random) : [tile];
  const faceUp = tile !== undefined;
  const drawn: Event = { type: 'tiles-drawn', v: 1, seat, tiles, faceUp, drawsLeft };
  if (drawsLeft > 0) return ok([drawn]);
  return ok(settled(state, [drawn, ...discardReturned(state, seat, state.setAside)], random));
};

/** A discard is worth as many tiles as its value: drawn at once face down (NT-3), or one by one in the variant (NT-9). */
const discard = (state: State, seat: Seat, tile: Tile, random: Random): Decision => {
  const violation = discardViolation(state, seat, tile);
  if (violation) return err(violation);
  const count = faceValue(tile);
  const discarded: Event = { type: 'tile-discarded', v: 1, seat, tile, draws: count };
  if (state.options.faceUpDiscards) return ok([discarded]);
  // NT-3a: the tile returns only after the draws, so it can't be among them.
  const tiles = drawFaceDown(state, count, random);
  const drawn: Event = { type: 'tiles-drawn', v: 1, seat, tiles, faceUp: false, drawsLeft: 0 };
  return ok(settled(state, [discarded, drawn, ...discardReturned(state, seat, tile)], random));
};

const build = (state: State, seat: Seat, tiles: readonly Tile[], random: Random): Decision => {
  const hand = of(state.hands, seat);
  const built = hand.filter((tile) => tiles.includes(tile));
  if (tiles.length !== tilesPerDie || built.length !== tilesPerDie) {
    return err({
      reason: 'not-six-of-hand',
      ruling: 'NT-4',
      message: 'A die is built of six different tiles of your hand.',
    });
  }
  // NT-4: all that is left of the hand goes back.
  const returned = hand.filter((tile) => !tiles.includes(tile));
  const faceUp = state.options.faceUpDiscards;
  return ok(settled(state, [{ type: 'die-built', v: 1, seat, tiles: built, returned, faceUp }], random));
};

/** Tiles drawn one after the other, each uniformly from those that still lie face down (NT-3). */
const drawFaceDown = (state: State, count: number, random: Random): Tile[] => {
  const faceDown = [...state.faceDown];
  return Array.from({ length: count }, () => faceDown.splice(random.int(faceDown.length), 1)).flat();
};

const discardReturned = (state: State, seat: Seat, tile: Tile | null): Event[] =>
  tile === null ? [] : [{ type: 'discard-returned', v: 1, seat, tile, faceUp: state.options.faceUpDiscards }];

/** Events that may end the turn, and what then follows: nothing while a die is to be built, else the end of the turn. */
const settled = (before: State, events: readonly Event[], random: Random): readonly Event[] => {
  const state = events.reduce(evolve, before);
  if (pendingOf(state)?.kind === 'build') return events;
  return [...events, areaSize(state) > 0 ? turnEnded(state) : diceRolled(state, random)];
};

const turnEnded = ({ turn: { seat, discarded }, oneDiscardRun }: State): Event => ({
  type: 'turn-ended',
  v: 1,
  seat,
  // NT-5: both seats together; any other turn starts the count anew.
  oneDiscardRun: discarded !== null && faceValue(discarded) === 1 ? oneDiscardRun + 1 : 0,
});

/** The combat: every die is rolled once, those of seat 0 first (section 3.3, R3). */
const diceRolled = ({ dice: [first, second] }: State, random: Random): Event => {
  const roll = (dice: readonly Tile[][]): Tile[] =>
    dice.flatMap((die) => die.slice(random.int(die.length)).slice(0, 1));
  return { type: 'dice-rolled', v: 1, rolls: [roll(first), roll(second)] };
};
