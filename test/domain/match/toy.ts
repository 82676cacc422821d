import { z } from 'zod';
import type { GameEngine, GameMove, Seat } from '../../../domain/engine/engine.ts';
import { err, ok } from '../../../domain/engine/result.ts';
import { type SealedEngine, seal } from '../../../domain/engine/sealed.ts';

/**
 * A game without rules of its own: each move says who is awaited after it, how many draws of chance it makes, and how many forced
 * moves follow. So a test can bring a match into any shape. `next` is empty at the end. A seat that isn't awaited, and `illegal`,
 * are refused.
 */
const next = z.array(z.strictObject({ seat: z.int(), kind: z.string() }));
const move = z.strictObject({
  type: z.literal('go'),
  next,
  draws: z.int().default(0),
  forced: z.int().default(0),
  illegal: z.boolean().default(false),
});
const went = z.strictObject({
  type: z.literal('went'),
  v: z.literal(1),
  next,
  drawn: z.array(z.int()),
  forced: z.int(),
});
const options = z.strictObject({ first: next.default([{ seat: 0, kind: 'turn' }]) });

type State = Pick<z.infer<typeof went>, 'next' | 'forced'>;

const toyEngine: GameEngine<
  z.infer<typeof options>,
  State,
  z.infer<typeof move>,
  z.infer<typeof went>,
  State
> = {
  game: 'district-noir',
  rulesVersion: 999,
  stateVersion: 1,
  seats: { min: 2, max: 4 },
  schemas: { options, move, event: went, view: z.strictObject({ next, forced: z.int() }) },
  orders: [],
  checkOptions: () => undefined,
  start: ({ first }) => [{ type: 'went', v: 1, next: first, drawn: [], forced: 0 }],
  initial: () => ({ next: [], forced: 0 }),
  decide: (state, seat, made, random) => {
    if (!state.next.some((awaited) => awaited.seat === seat))
      return err({ reason: 'not-awaited', message: 'No.' });
    if (made.illegal)
      return err({ reason: 'illegal', ruling: 'TOY-1', message: 'That is against the rules.' });
    const drawn = Array.from({ length: made.draws }, () => random.int(1_000));
    return ok([{ type: 'went', v: 1, next: made.next, drawn, forced: made.forced }]);
  },
  evolve: (_, event) => ({ next: event.next, forced: event.forced }),
  progress: (state) =>
    state.next.length === 0
      ? { kind: 'over', outcome: { kind: 'won', winners: [0], reason: 'goal' } }
      : { kind: 'awaiting', decisions: state.next },
  legalMoves: (state, seat) =>
    state.next.some((awaited) => awaited.seat === seat)
      ? [{ type: 'go', next: state.next, draws: 0, forced: 0, illegal: false }]
      : [],
  publiclyForced: (state) => {
    const [awaited] = state.next;
    if (state.forced === 0 || !awaited) return undefined;
    const forcedMove = {
      type: 'go',
      next: state.next,
      draws: 1,
      forced: state.forced - 1,
      illegal: false,
    } as const;
    return { seat: awaited.seat, move: forcedMove };
  },
  forfeit: (state, seat) => [
    { type: 'went', v: 1, next: state.next.filter((awaited) => awaited.seat !== seat), drawn: [], forced: 0 },
  ],
  view: (state) => state,
  redact: (event) => event,
  summarize: () => undefined,
  firstSeat: () => 0,
  nextFirstSeat: () => 0,
};

/** The toy, sealed, as the registry would hold it. */
export const toy: SealedEngine = seal(toyEngine);

/** Who is awaited, in short: `turns(1)`, `turns(0, 2)`. */
export const turns = (...seats: readonly Seat[]) => seats.map((seat) => ({ seat, kind: 'turn' }));

/** A move of the toy after which these are awaited. */
export const go = (
  awaited: readonly { readonly seat: Seat; readonly kind: string }[],
  more: { readonly draws?: number; readonly forced?: number; readonly illegal?: boolean } = {},
): GameMove & { readonly next: unknown } => ({
  type: 'go',
  next: awaited,
  draws: 0,
  forced: 0,
  illegal: false,
  ...more,
});

/** What creates a match of the toy; for `findEngine` it must be in the registry (`vi.mock`). */
export const ofToy = (first: readonly { readonly seat: Seat; readonly kind: string }[] = turns(0)) => ({
  rulesVersion: 999,
  options: toy.schemas.options.parse({ first }),
});
