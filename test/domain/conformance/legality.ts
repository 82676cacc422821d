import type { GameMove, Json, Seat } from '../../../domain/engine/engine.ts';
import type { Random } from '../../../domain/engine/random.ts';
import { awaitedSeats, type Position, seatsOf } from '../../support/engines.ts';
import { canonicalJson, leavesOf, listsOf, replaceAt } from '../../support/json.ts';
import { oneOf } from '../../support/seed.ts';
import {
  Breach,
  equal,
  holds,
  type Law,
  placeOf,
  repeatedChance,
  type Subject,
  same,
  somePositions,
} from './law.ts';

const samplesPerLaw = 80;
const straysPerSeat = 12;

/** `legalMoves` and `decide` draw the same line. */
export const legality: readonly Law[] = [
  {
    name: 'every listed move is accepted and has events',
    check: (subject, random) => {
      const { engine, playouts } = subject;
      for (const { stop, playSeed } of playouts) {
        holds(
          stop.kind !== 'refused',
          () => `a listed move was refused in play seed ${playSeed}: ${JSON.stringify(stop)}`,
        );
      }
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        for (const seat of awaitedSeats(engine, position.state)) {
          for (const move of engine.legalMoves(position.state, seat)) {
            const decided = engine.decide(position.state, seat, move, repeatedChance(random)());
            holds(decided.ok, () => `${JSON.stringify({ seat, move, decided })}, ${placeOf(position)}`);
            holds(
              decided.value.length > 0,
              () => `no events for ${JSON.stringify(move)}, ${placeOf(position)}`,
            );
          }
        }
      }
    },
  },
  {
    name: 'each listed move stands for others than the rest',
    check: (subject, random) => {
      const { engine, laws } = subject;
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        for (const seat of awaitedSeats(engine, position.state)) {
          const moves = engine.legalMoves(position.state, seat);
          const distinct = new Set(moves.map((move) => canonicalJson(laws.normalize(move))));
          holds(distinct.size === moves.length, () => `equivalent moves are listed, ${placeOf(position)}`);
        }
      }
    },
  },
  {
    name: 'a move is accepted exactly if it is equivalent to a listed one, and never throws',
    check: (subject, random) => {
      for (const { position, seat, move, listed } of strayMoves(subject, random)) {
        const told = () => `${JSON.stringify({ seat, move })}, ${placeOf(position)}`;
        let accepted: boolean;
        try {
          accepted = subject.engine.decide(position.state, seat, move, repeatedChance(random)()).ok;
        } catch (error) {
          throw new Breach(`threw ${String(error)} at ${told()}`, { cause: error });
        }
        holds(
          accepted === listed,
          () => `${listed ? 'refused though' : 'accepted though not'} listed: ${told()}`,
        );
      }
    },
  },
  {
    name: 'a refusal draws nothing and says why in stable words',
    check: (subject, random) => {
      for (const { position, seat, move } of strayMoves(subject, random)) {
        const chance = repeatedChance(random)();
        const decided = subject.engine.decide(position.state, seat, move, chance);
        if (decided.ok) continue;
        const told = () => `${JSON.stringify({ seat, move, decided })}, ${placeOf(position)}`;
        holds(chance.drawn() === 0, () => `a refusal drew ${chance.drawn()} times: ${told()}`);
        const { reason, ruling, message } = decided.error;
        holds(/^[a-z]+(-[a-z]+)*$/.test(reason), () => `reason: ${told()}`);
        holds(
          ruling === undefined || /^[A-Z]{2}-[A-Z0-9][A-Za-z0-9.-]*$/.test(ruling),
          () => `ruling: ${told()}`,
        );
        holds(/^\S.*\.$/.test(message), () => `the message is no sentence: ${told()}`);
      }
    },
  },
  {
    name: 'a seat that is not awaited has no legal moves and is refused as such',
    check: (subject, random) => {
      const { engine, laws } = subject;
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        const awaited = awaitedSeats(engine, position.state);
        const expected = awaited.length === 0 ? 'game-over' : 'not-awaited';
        for (const seat of seatsOf(position.playout.sample.seats)) {
          const moves = engine.legalMoves(position.state, seat);
          const told = () => `seat ${seat}, ${placeOf(position)}`;
          holds(
            moves.length > 0 === awaited.includes(seat),
            () => `${moves.length} legal moves for ${told()}`,
          );
          if (awaited.includes(seat)) continue;
          const stray = laws.strayMove(position.state, seat, random);
          const decided = engine.decide(position.state, seat, stray, repeatedChance(random)());
          same(decided.ok ? 'accepted' : decided.error.reason, expected, told);
        }
      }
    },
  },
];

/** A move of the right shape by a seat of a position; `listed` if it is equivalent to a legal one. */
interface Stray {
  readonly position: Position;
  readonly seat: Seat;
  readonly move: GameMove;
  readonly listed: boolean;
}

const strayMoves = (subject: Subject, random: Random): readonly Stray[] => {
  const { engine, laws } = subject;
  return somePositions(subject, random, samplesPerLaw).flatMap((position) =>
    seatsOf(position.playout.sample.seats).flatMap((seat) => {
      const listed = new Set(
        engine.legalMoves(position.state, seat).map((move) => canonicalJson(laws.normalize(move))),
      );
      return strays(subject, position, seat, random).map((move) => ({
        position,
        seat,
        move,
        listed: listed.has(canonicalJson(laws.normalize(move))),
      }));
    }),
  );
};

/** Moves that may or may not be legal for a seat: strays of the game's own, moves of elsewhere, legal ones bent. */
export const strays = (
  { engine, laws, playouts }: Subject,
  { state }: Position,
  seat: Seat,
  random: Random,
): readonly GameMove[] => {
  const legal = engine.legalMoves(state, seat);
  const { steps } = oneOf(random, playouts);
  return Array.from({ length: straysPerSeat }, (_, index) => {
    if (index % 3 === 0 && legal.length > 0) return bent(oneOf(random, legal), random);
    if (index % 3 === 1 && steps.length > 0) return oneOf(random, steps).move;
    return laws.strayMove(state, seat, random);
  }).filter((move) => engine.schemas.move.safeParse(move).success);
};

/** The move with one of its lists in another order, shortened or with an item twice, or with two of its values swapped. */
const bent = (move: GameMove, random: Random): GameMove => {
  const whole = move as unknown as Json;
  const lists = listsOf(whole);
  const leaves = leavesOf(whole).filter(({ path }) => !equal(path, ['type']));
  if (lists.length === 0 || random.int(4) === 0) {
    if (leaves.length < 2) return move;
    const [one, other] = random.shuffle(leaves);
    if (!one || !other) return move;
    return replaceAt(replaceAt(whole, one.path, other.value), other.path, one.value) as unknown as GameMove;
  }
  const { path, items } = oneOf(random, lists);
  const shuffled = random.shuffle(items);
  const bends = [shuffled, shuffled, shuffled.slice(1), [...shuffled, ...shuffled.slice(0, 1)]];
  return replaceAt(whole, path, oneOf(random, bends)) as unknown as GameMove;
};
