import type { Viewer } from '../../../domain/engine/engine.ts';
import { ok } from '../../../domain/engine/result.ts';
import { type GameView, type SealedEngine, seal } from '../../../domain/engine/sealed.ts';
import { engine as conquian } from '../../../domain/games/conquian/index.ts';
import { engine as dandelions } from '../../../domain/games/dandelions/index.ts';
import { engine as districtNoir } from '../../../domain/games/district-noir/index.ts';
import { of, withSeat } from '../../../domain/games/district-noir/types.ts';
import { engine as duelingNobles } from '../../../domain/games/dueling-nobles/index.ts';
import { engine as nestortiles } from '../../../domain/games/nestortiles-duel/index.ts';

/** A mistake that an engine could have, and the law that has to notice it. */
export interface Fault {
  readonly name: string;
  readonly law: string;
  readonly engine: SealedEngine;
}

type Plant = Omit<Fault, 'engine'> & { readonly plant: (engine: SealedEngine) => SealedEngine };

const rival = (viewer: Viewer): Viewer => (viewer === 'spectator' ? { seat: 0 } : { seat: 1 - viewer.seat });

const isOdd = (value: unknown): boolean => JSON.stringify(value).replace(/[^3-7]/g, '').length % 2 === 1;

/** Mistakes that any engine could have. */
const general: readonly Plant[] = [
  {
    name: 'events depend on what was called before',
    law: 'the same state, seat, move and draws give the same events',
    plant: (engine) => {
      let calls = 0;
      return {
        ...engine,
        decide: (...from) => {
          const decided = engine.decide(...from);
          return decided.ok ? ok(decided.value.map((event) => ({ ...event, call: ++calls }))) : decided;
        },
      };
    },
  },
  {
    name: 'the start depends on the clock',
    law: 'a match replays from its seed and moves to the same events and states',
    plant: (engine) => ({
      ...engine,
      start: (...from) => engine.start(...from).map((event) => ({ ...event, at: performance.now() })),
    }),
  },
  {
    name: 'decide writes to the state',
    law: 'options, states, moves and events are never mutated',
    plant: (engine) => ({
      ...engine,
      decide: (state, ...rest) => engine.decide(Object.assign(state, state), ...rest),
    }),
  },
  {
    name: 'evolve writes to the event',
    law: 'options, states, moves and events are never mutated',
    plant: (engine) => ({
      ...engine,
      evolve: (state, event) => engine.evolve(state, Object.assign(event, event)),
    }),
  },
  {
    name: 'legalMoves leaves the last move out',
    law: 'a move is accepted exactly if it is equivalent to a listed one, and never throws',
    plant: (engine) => ({
      ...engine,
      legalMoves: (state, seat) => {
        const moves = engine.legalMoves(state, seat);
        return moves.length > 1 ? moves.slice(0, -1) : moves;
      },
    }),
  },
  {
    name: 'legalMoves lists a move twice',
    law: 'each listed move stands for others than the rest',
    plant: (engine) => ({
      ...engine,
      legalMoves: (state, seat) => {
        const moves = engine.legalMoves(state, seat);
        return [...moves, ...moves.slice(0, 1)];
      },
    }),
  },
  {
    name: 'a listed move is refused',
    law: 'every listed move is accepted and has events',
    plant: (engine) => ({
      ...engine,
      decide: (state, seat, move, random) =>
        JSON.stringify(engine.legalMoves(state, seat).at(-1)) === JSON.stringify(move) && isOdd(state)
          ? { ok: false, error: { reason: 'not-today', message: 'Not today.' } }
          : engine.decide(state, seat, move, random),
    }),
  },
  {
    name: 'an illegal move counts as the first legal one',
    law: 'a move is accepted exactly if it is equivalent to a listed one, and never throws',
    plant: (engine) => ({
      ...engine,
      decide: (state, seat, move, random) => {
        const decided = engine.decide(state, seat, move, random);
        const [instead] = engine.legalMoves(state, seat);
        return decided.ok || instead === undefined ? decided : engine.decide(state, seat, instead, random);
      },
    }),
  },
  {
    name: 'an illegal move is thrown at',
    law: 'a move is accepted exactly if it is equivalent to a listed one, and never throws',
    plant: (engine) => ({
      ...engine,
      decide: (...from) => {
        const decided = engine.decide(...from);
        if (!decided.ok) throw new Error(decided.error.message);
        return decided;
      },
    }),
  },
  {
    name: 'a refusal draws',
    law: 'a refusal draws nothing and says why in stable words',
    plant: (engine) => ({
      ...engine,
      decide: (state, seat, move, random) => {
        random.die();
        return engine.decide(state, seat, move, random);
      },
    }),
  },
  {
    name: 'a seat is still asked after the end',
    law: 'a match is over exactly if nobody is awaited, and an awaited seat has a legal move',
    plant: (engine) => ({
      ...engine,
      progress: (state) => {
        const progress = engine.progress(state);
        return progress.kind === 'over'
          ? { kind: 'awaiting', decisions: [{ seat: 0, kind: 'turn' }] }
          : progress;
      },
    }),
  },
  {
    name: 'evolve throws at an event that decide makes',
    law: 'evolve and every query are total over what decide produces',
    plant: (engine) => {
      let calls = 0;
      return {
        ...engine,
        evolve: (state, event) => {
          if (++calls % 100 === 0) throw new Error('unknown event');
          return engine.evolve(state, event);
        },
      };
    },
  },
  {
    name: 'a view holds what JSON has not',
    law: 'options, states, events, moves, views and progress survive a JSON round trip exactly',
    plant: (engine) => ({
      ...engine,
      view: (...from) => ({ ...engine.view(...from), hint: undefined }) as unknown as GameView,
    }),
  },
  {
    name: 'a view has a field that its schema has not',
    law: 'options, events, redacted events, moves and views are what their schemas say',
    plant: (engine) => ({ ...engine, view: (...from) => ({ ...engine.view(...from), hint: 1 }) as GameView }),
  },
  {
    name: 'a standing order makes its move up',
    law: 'a standing order answers its decision with a listed move or leaves it to its owner, and always the same',
    plant: (engine) => ({
      ...engine,
      orders: engine.orders.map((template) => ({ ...template, answer: () => ({ type: 'win' }) })),
    }),
  },
];

/** Mistakes that tell a secret. */
const leaks: readonly Plant[] = [
  {
    name: "a view shows the rival's view",
    law: 'a view depends on nothing that is hidden from its viewer',
    plant: (engine) => ({ ...engine, view: (state, viewer) => engine.view(state, rival(viewer)) }),
  },
  {
    name: 'events are not redacted',
    law: 'redacted events tell nothing that is hidden from their viewer',
    plant: (engine) => ({ ...engine, redact: (event) => event }),
  },
  {
    name: 'summaries tell whole events',
    law: 'summaries tell nothing that is hidden from their viewer',
    plant: (engine) => ({ ...engine, summarize: (event) => JSON.stringify(event) }),
  },
  {
    name: "a refusal hints at the rival's hand",
    law: 'a refusal depends on nothing that is hidden from its seat',
    plant: (engine) => ({
      ...engine,
      decide: (state, seat, move, random) => {
        const decided = engine.decide(state, seat, move, random);
        if (decided.ok || !isOdd(engine.view(state, rival({ seat })))) return decided;
        return { ok: false, error: { ...decided.error, reason: 'bad-luck' } };
      },
    }),
  },
  {
    name: "the list of legal moves hints at the rival's hand",
    law: 'legal moves and decisions depend on nothing that is hidden from their seat',
    plant: (engine) => ({
      ...engine,
      legalMoves: (state, seat) => {
        const moves = engine.legalMoves(state, seat);
        return isOdd(engine.view(state, rival({ seat }))) ? moves.toReversed() : moves;
      },
    }),
  },
  {
    name: "the kind of a decision hints at its seat's hand",
    law: 'legal moves and decisions depend on nothing that is hidden from their seat',
    plant: (engine) => ({
      ...engine,
      progress: (state) => {
        const progress = engine.progress(state);
        if (progress.kind === 'over') return progress;
        const hint = (seat: number) => (isOdd(engine.view(state, { seat })) ? 'hard' : 'easy');
        return {
          kind: 'awaiting',
          decisions: progress.decisions.map(({ seat, kind }) => ({ seat, kind: `${hint(seat)}-${kind}` })),
        };
      },
    }),
  },
  {
    name: 'publiclyForced looks into hands',
    law: 'a publicly forced move depends on the view of a spectator alone',
    plant: (engine) => ({
      ...engine,
      publiclyForced: (state) => {
        for (const seat of [0, 1]) {
          const moves = engine.legalMoves(state, seat);
          const [move] = moves;
          if (moves.length > 0 && isOdd(moves) && move !== undefined) return { seat, move };
        }
        return undefined;
      },
    }),
  },
  {
    name: 'a move is called forced though there are others',
    law: 'a publicly forced move is the only legal move of an awaited seat',
    plant: (engine) => ({
      ...engine,
      publiclyForced: (state) => {
        const [move] = engine.legalMoves(state, 0);
        return move && { seat: 0, move };
      },
    }),
  },
];

const redacted = 'redacted events tell nothing that is hidden from their viewer';
const lost = 'no piece is lost or made';

/** Mistakes of one game each: a single field that is not redacted, a single piece that is lost, a rule that is bent. */
const particular: readonly Fault[] = [
  {
    name: 'District Noir: the first event tells the order of the deck',
    law: redacted,
    engine: seal({
      ...districtNoir,
      redact: (event, viewer) => {
        const seen = districtNoir.redact(event, viewer);
        return seen?.type === 'table-laid' && event.type === 'table-laid'
          ? { ...seen, deck: event.deck }
          : seen;
      },
    }),
  },
  {
    name: 'District Noir: the deal of a later round tells both hands',
    law: redacted,
    engine: seal({
      ...districtNoir,
      redact: (event, viewer) =>
        event.type === 'round-dealt' && event.round > 1 ? event : districtNoir.redact(event, viewer),
    }),
  },
  {
    name: 'District Noir: the last card of a full take is lost',
    law: lost,
    engine: seal({
      ...districtNoir,
      evolve: (state, event) => {
        const after = districtNoir.evolve(state, event);
        if (event.type !== 'row-taken' || event.cards.length < 5) return after;
        const short = of(after.piles, event.seat).slice(0, -1);
        return { ...after, piles: withSeat(after.piles, event.seat, short) };
      },
    }),
  },
  {
    name: 'District Noir: a seat may take again in a round',
    law: 'bounds and identities of the rules hold',
    engine: seal({
      ...districtNoir,
      evolve: (state, event) => {
        const after = districtNoir.evolve(state, event);
        return event.type === 'row-taken' ? { ...after, hasTaken: state.hasTaken } : after;
      },
    }),
  },
  {
    name: 'Conquian: the deal tells the stock',
    law: redacted,
    engine: seal({
      ...conquian,
      redact: (event, viewer) => {
        const seen = conquian.redact(event, viewer);
        return seen?.type === 'round-dealt' && event.type === 'round-dealt'
          ? { ...seen, stock: event.stock }
          : seen;
      },
    }),
  },
  {
    name: 'Conquian: the line of a deal tells the best hand',
    law: 'summaries tell nothing that is hidden from their viewer',
    engine: seal({
      ...conquian,
      summarize: (event, viewer) =>
        event.type === 'round-dealt'
          ? `Seat ${`${event.hands[0]}` > `${event.hands[1]}` ? 0 : 1} has the better hand.`
          : conquian.summarize(event, viewer),
    }),
  },
  {
    name: 'Conquian: passing and declining change nothing',
    law: 'a match ends within the proved bound of moves',
    engine: seal({
      ...conquian,
      decide: (state, seat, move, random) =>
        move.type === 'decline' && state.centre !== null
          ? ok([])
          : conquian.decide(state, seat, move, random),
    }),
  },
  {
    name: 'Conquian: a buried card is lost',
    law: lost,
    engine: seal({
      ...conquian,
      evolve: (state, event) =>
        event.type === 'card-buried' ? { ...state, centre: null } : conquian.evolve(state, event),
    }),
  },
  {
    name: 'Conquian: a meld leaves the table in any order',
    law: 'bounds and identities of the rules hold',
    engine: seal({
      ...conquian,
      evolve: (state, event) => {
        const after = conquian.evolve(state, event);
        if (event.type !== 'cards-melded') return after;
        const [first, second] = after.tables;
        return { ...after, tables: [first.toReversed(), second.toReversed()] as const };
      },
    }),
  },
  {
    name: 'Dueling Nobles: the choice of a court is told before both have chosen',
    law: redacted,
    engine: seal({
      ...duelingNobles,
      redact: (event, viewer) =>
        event.type === 'nobles-chosen' ? event : duelingNobles.redact(event, viewer),
    }),
  },
  {
    name: 'Dueling Nobles: bought cards are told to everyone',
    law: redacted,
    engine: seal({
      ...duelingNobles,
      redact: (event, viewer) => {
        const seen = duelingNobles.redact(event, viewer);
        return seen?.type === 'cards-bought' && event.type === 'cards-bought'
          ? { ...seen, drawn: event.drawn }
          : seen;
      },
    }),
  },
  {
    name: 'Dueling Nobles: the order of a new Support pile is told',
    law: redacted,
    engine: seal({
      ...duelingNobles,
      redact: (event, viewer) => {
        const seen = duelingNobles.redact(event, viewer);
        return (seen?.type === 'cards-bought' || seen?.type === 'diamond-played') && 'reshuffled' in event
          ? { ...seen, reshuffled: event.reshuffled }
          : seen;
      },
    }),
  },
  {
    name: 'Dueling Nobles: the order of the Noble pile is told',
    law: redacted,
    engine: seal({
      ...duelingNobles,
      redact: (event, viewer) =>
        event.type === 'courts-revealed' ? event : duelingNobles.redact(event, viewer),
    }),
  },
  {
    name: 'Dueling Nobles: the hand that a Spade shows is told to everyone',
    law: redacted,
    engine: seal({
      ...duelingNobles,
      redact: (event, viewer) =>
        event.type === 'spade-played' ? event : duelingNobles.redact(event, viewer),
    }),
  },
  {
    name: "Dueling Nobles: a destroyed Noble's weapon is lost",
    law: lost,
    engine: seal({
      ...duelingNobles,
      evolve: (state, event) => {
        const after = duelingNobles.evolve(state, event);
        const cards = state.duel === null ? [] : [...state.duel.attacker.cards, ...state.duel.defender.cards];
        if (event.type !== 'duel-resolved') return after;
        return { ...after, supportDiscard: [...state.supportDiscard, ...cards] };
      },
    }),
  },
  {
    name: 'Dueling Nobles: who chooses first decides what the other may choose',
    law: "a seat's step leaves the open decisions of other seats as they are",
    engine: seal({
      ...duelingNobles,
      legalMoves: (state, seat) => {
        const moves = duelingNobles.legalMoves(state, seat);
        const rivalHasChosen = state.players[seat === 0 ? 1 : 0].chosen !== null;
        return rivalHasChosen ? moves.slice(0, 1) : moves;
      },
    }),
  },
  {
    name: 'Dandelions: a planted die is lost on the last card',
    law: lost,
    engine: seal({
      ...dandelions,
      evolve: (state, event) => {
        const after = dandelions.evolve(state, event);
        if (event.type !== 'die-planted' || event.card !== 8) return after;
        return {
          ...after,
          seats: after.seats.map((own) => ({ ...own, planted: { ...own.planted, 8: [] } })),
        };
      },
    }),
  },
  {
    name: 'Dandelions: who has left is still asked',
    law: 'after a seat has left, the others play on to the end without it',
    engine: seal({ ...dandelions, forfeit: () => [] }),
  },
  {
    name: 'Nestortiles Duel: leftover tiles do not return',
    law: lost,
    engine: seal({
      ...nestortiles,
      evolve: (state, event) =>
        nestortiles.evolve(state, event.type === 'die-built' ? { ...event, returned: [] } : event),
    }),
  },
  {
    name: 'Nestortiles Duel: the run of value-1 discards never ends',
    law: 'bounds and identities of the rules hold',
    engine: seal({
      ...nestortiles,
      evolve: (state, event) =>
        nestortiles.evolve(
          state,
          event.type === 'turn-ended' ? { ...event, oneDiscardRun: state.oneDiscardRun + 1 } : event,
        ),
    }),
  },
];

const planted = (plants: readonly Plant[], engines: readonly SealedEngine[]): Fault[] =>
  engines.flatMap((engine) =>
    plants.map(({ name, law, plant }) => ({ name: `${engine.game}: ${name}`, law, engine: plant(engine) })),
  );

/** Every planted mistake. Leaks are planted where there are secrets; in the other two games everything is public. */
export const faults: readonly Fault[] = [
  ...planted(general, [
    seal(conquian),
    seal(dandelions),
    seal(districtNoir),
    seal(duelingNobles),
    seal(nestortiles),
  ]),
  ...planted(leaks, [seal(conquian), seal(districtNoir), seal(duelingNobles)]),
  ...particular,
];
