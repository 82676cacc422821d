import type { GameEvent, GameMove, Json, Viewer } from '../../../domain/engine/engine.ts';
import type { Random } from '../../../domain/engine/random.ts';
import { expectDefined } from '../../../domain/engine/result.ts';
import type { GameState } from '../../../domain/engine/sealed.ts';
import { fold, viewersOf } from '../../support/engines.ts';
import { leavesOf, listsOf, type Path, replaceAt } from '../../support/json.ts';
import { oneOf } from '../../support/seed.ts';
import {
  equal,
  type Law,
  type PlacedStep,
  placeOf,
  repeatedChance,
  type Subject,
  same,
  somePositions,
  someSteps,
} from './law.ts';

const samplesPerLaw = 120;
const swapTries = 6;

/**
 * Non-interference of the log. Where two courses of events leave a viewer with the same views before and after, what the
 * viewer is told in between is the same too: the hidden part doesn't speak through the events.
 */
export const secrecyOfEvents: readonly Law[] = [
  {
    name: 'redacted events tell nothing that is hidden from their viewer',
    check: (subject, random) =>
      eachCourse(subject, random, ({ viewer, place, events, others }) => {
        const seen = (all: readonly GameEvent[]) =>
          all.map((event) => subject.engine.redact(event, viewer)).filter((event) => event !== undefined);
        same(seen(others), seen(events), () => `events as ${JSON.stringify(viewer)} sees them, ${place()}`);
      }),
  },
  {
    name: 'summaries tell nothing that is hidden from their viewer',
    check: (subject, random) =>
      eachCourse(subject, random, ({ viewer, place, events, others }) => {
        const told = (all: readonly GameEvent[]) =>
          all.map((event) => subject.engine.summarize(event, viewer)).filter((line) => line !== undefined);
        same(told(others), told(events), () => `lines for ${JSON.stringify(viewer)}, ${place()}`);
      }),
  },
];

/** Two courses of events that a viewer can't tell apart by its views. */
interface Course {
  readonly events: readonly GameEvent[];
  readonly others: readonly GameEvent[];
}

type Told = { readonly viewer: Viewer; readonly place: () => string };

const eachCourse = (subject: Subject, random: Random, check: (course: Course & Told) => void): void => {
  const { engine, playouts } = subject;
  const sorted = sortedLists(subject, random);
  for (const { start, sample, playSeed } of playouts) {
    const place = () => `the start of play seed ${playSeed}`;
    const outcome = (events: readonly GameEvent[]) => fold(engine, engine.initial(), events);
    for (const viewer of viewersOf(sample.seats)) {
      for (const course of swappedEvents(subject, start, viewer, outcome, random))
        check({ viewer, place, ...course });
    }
  }
  for (const placed of someSteps(subject, random, samplesPerLaw)) {
    const { position, step } = placed;
    const place = () => `${JSON.stringify({ seat: step.seat, move: step.move })}, ${placeOf(position)}`;
    for (const viewer of viewersOf(position.playout.sample.seats)) {
      const courses = [
        ...otherWorlds(subject, placed, viewer, sorted, random),
        ...otherDraws(subject, placed, viewer, random),
      ];
      for (const course of courses) check({ viewer, place, ...course });
    }
  }
};

/** What follows where the hidden part is another, or where the seat makes another move, with the same draws. */
const otherWorlds = (
  { engine, laws }: Subject,
  { position: { state }, step: { seat, move } }: PlacedStep,
  viewer: Viewer,
  sorted: ReadonlySet<string>,
  random: Random,
): readonly Course[] => {
  const chance = repeatedChance(random);
  const follow = (world: GameState, made: GameMove) => {
    const decided = engine.decide(world, seat, made, chance());
    return decided.ok ? { events: decided.value, after: fold(engine, world, decided.value) } : undefined;
  };
  const real = expectDefined(follow(state, move), 'a move of a playout is accepted');
  const pieces = new Set(laws.inventory(state));
  const view = (world: GameState) => engine.view(world, viewer);
  const swapped = hiddenSwaps(
    asJson(state),
    pieces,
    sorted,
    (world) => view(world as unknown as GameState),
    random,
  );
  const worlds = [
    state,
    laws.resampleHidden(state, viewer, random),
    ...(swapped as unknown as readonly GameState[]),
  ];
  return worlds.flatMap((world) =>
    [move, oneOf(random, engine.legalMoves(world, seat))].flatMap((made) => {
      const other = tolerated(() => follow(world, made));
      const apart = other !== undefined && !equal(other.after, real.after);
      return apart && equal(view(other.after), view(real.after))
        ? [{ events: real.events, others: other.events }]
        : [];
    }),
  );
};

/** What follows the same move where chance deals hidden cards differently. */
const otherDraws = (
  subject: Subject,
  { step }: PlacedStep,
  viewer: Viewer,
  random: Random,
): readonly Course[] =>
  step.draws === 0
    ? []
    : swappedEvents(
        subject,
        step.events,
        viewer,
        (events) => fold(subject.engine, step.before, events),
        random,
      );

/** Courses in which two pieces within one event have changed places, both hidden from the viewer right after it and at the end. */
const swappedEvents = (
  { engine, laws }: Subject,
  events: readonly GameEvent[],
  viewer: Viewer,
  outcome: (events: readonly GameEvent[]) => GameState,
  random: Random,
): readonly Course[] => {
  const pieces = new Set(laws.inventory(outcome(events)));
  return events.flatMap((event, index) => {
    const course = (other: Json) => events.with(index, other as unknown as GameEvent);
    const view = (other: Json) =>
      [course(other).slice(0, index + 1), course(other)].map((told) => engine.view(outcome(told), viewer));
    return hiddenSwaps(asJson(event), pieces, nothingSorted, view, random).map((other) => ({
      events,
      others: course(other),
    }));
  });
};

/**
 * Copies of a value in which two pieces have changed places, where the view shows neither of them: it stays the same
 * when one is put in the other's place alone.
 */
const hiddenSwaps = (
  value: Json,
  pieces: ReadonlySet<Json>,
  sorted: ReadonlySet<string>,
  view: (value: Json) => unknown,
  random: Random,
): readonly Json[] => {
  const places = leavesOf(value).filter((leaf) => pieces.has(leaf.value));
  if (places.length < 2) return [];
  const seen = view(value);
  const unseen = (other: Json) => tolerated(() => equal(view(other), seen)) ?? false;
  return Array.from({ length: swapTries }).flatMap(() => {
    const [one, other] = [oneOf(random, places), oneOf(random, places)];
    if (one.value === other.value) return [];
    if (listOf(one.path) === listOf(other.path) && sorted.has(listOf(one.path))) return [];
    const half = replaceAt(value, one.path, other.value);
    const swapped = replaceAt(half, other.path, one.value);
    const hidden = unseen(half) && unseen(replaceAt(value, other.path, one.value)) && unseen(swapped);
    return hidden ? [swapped] : [];
  });
};

const nothingSorted: ReadonlySet<string> = new Set();

/** The lists of a game's states, by path, that always hold their items in one order, such as a sorted hand. */
const sortedLists = (subject: Subject, random: Random): ReadonlySet<string> => {
  const pairs = new Map<string, Set<string>>();
  const unsorted = new Set<string>();
  for (const { state } of somePositions(subject, random, samplesPerLaw)) {
    for (const { path, items } of listsOf(asJson(state))) {
      const list = path.join('.');
      const known = pairs.get(list) ?? new Set();
      pairs.set(list, known);
      for (const [index, item] of items.entries()) {
        for (const later of items.slice(index + 1)) {
          if (known.has(JSON.stringify([later, item])) && item !== later) unsorted.add(list);
          known.add(JSON.stringify([item, later]));
        }
      }
    }
  }
  return new Set([...pairs.keys()].filter((list) => !unsorted.has(list)));
};

const listOf = (path: Path): string => path.slice(0, -1).join('.');

/** Swaps may make what no match reaches; an engine owes no answer there, so such a course doesn't count. */
const tolerated = <T>(action: () => T): T | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

const asJson = (value: unknown): Json => value as Json;
