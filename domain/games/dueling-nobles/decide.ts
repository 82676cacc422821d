import { gameOver, notAwaited, type RuleViolation, type Seat, wrongPhase } from '../../engine/engine.ts';
import type { Random } from '../../engine/random.ts';
import { err, expectDefined, ok, type Result } from '../../engine/result.ts';
import { isAce, type SupportCard, sorted } from './cards.ts';
import { courtNoble, diceOf, duelOf, resolve } from './duel.ts';
import type { Event } from './events.ts';
import { evolve } from './evolve.ts';
import { awaitedSeats } from './progress.ts';
import { brokenRule, drawableCount } from './rules.ts';
import { openCourts } from './setup.ts';
import {
  diamondDraw,
  of,
  opponent,
  recruitCost,
  swapCost,
  taxIncome,
  tripleIncome,
  turnIncome,
} from './table.ts';
import type { GameOutcome, Move, MoveOf, Phase, State } from './types.ts';

/** The events of one move and of all that follows from it, or why it is refused. */
export const decide = (
  state: State,
  seat: Seat,
  move: Move,
  random: Random,
): Result<readonly Event[], RuleViolation> => {
  if (state.outcome !== null) return err(gameOver);
  if (!awaitedSeats(state).includes(seat)) return err(notAwaited);
  if (!answers[move.type].includes(state.phase)) return err(wrongPhase(state.phase));
  const violation = brokenRule(state, seat, move);
  return violation === undefined ? ok(consequences(state, seat, move, random)) : err(violation);
};

/** The decisions that each type of move answers. */
const answers: Readonly<Record<Move['type'], readonly Phase[]>> = {
  'choose-nobles': ['choose-nobles'],
  'discard-triple': ['income'],
  tax: ['income'],
  recruit: ['reinforce'],
  buy: ['reinforce'],
  'play-weapon': ['weapon'],
  'move-weapon': ['weapon'],
  heart: ['suit'],
  diamond: ['suit'],
  club: ['suit'],
  spade: ['suit'],
  'end-phase': ['income', 'reinforce', 'weapon', 'suit'],
  'declare-duel': ['duel'],
  'skip-duel': ['duel'],
  swap: ['swap'],
  keep: ['swap'],
  'play-cards': ['attack-cards', 'defend-cards'],
};

const consequences = (state: State, seat: Seat, move: Move, random: Random): readonly Event[] => {
  switch (move.type) {
    case 'choose-nobles':
      return chooseNobles(state, seat, move, random);
    case 'discard-triple':
      return [{ type: 'triple-discarded', v: 1, seat, cards: move.cards, income: tripleIncome }];
    case 'tax':
      return tax(state, seat, move);
    case 'recruit': {
      const noble = expectDefined(state.noblePile[0], 'the Noble pile is not empty');
      return [{ type: 'noble-recruited', v: 1, seat, noble, cost: recruitCost }];
    }
    case 'buy':
      // DN-6: one token a card, paid before the cards are seen.
      return [{ type: 'cards-bought', v: 1, seat, cost: move.count, ...draw(state, move.count, random) }];
    case 'play-weapon':
      return [{ type: 'weapon-played', v: 1, seat, card: move.card, noble: move.noble }];
    case 'move-weapon': {
      const { weapon } = courtNoble(of(state.players, seat).court, move.from);
      const card = expectDefined(weapon ?? undefined, 'the bearer is armed');
      return [{ type: 'weapon-moved', v: 1, seat, card, from: move.from, to: move.to }];
    }
    case 'heart': {
      const { stamina } = courtNoble(of(state.players, seat).court, move.noble);
      return [{ type: 'heart-played', v: 1, seat, card: move.card, noble: move.noble, stamina: stamina + 1 }];
    }
    case 'diamond': {
      const count = Math.min(diamondDraw, drawableCount(state));
      return [{ type: 'diamond-played', v: 1, seat, card: move.card, ...draw(state, count, random) }];
    }
    case 'club':
      return [{ type: 'club-played', v: 1, seat, card: move.card, target: move.target }];
    case 'spade': {
      // DN-8c: sorted, since the order of a hand would tell what was drawn last.
      const seen = sorted(of(state.players, opponent(seat)).hand);
      return [{ type: 'spade-played', v: 1, seat, card: move.card, seen }];
    }
    case 'end-phase':
      return [{ type: 'phase-ended', v: 1, seat, phase: state.phase, next: nextPhase(state.phase) }];
    case 'declare-duel':
      return [{ type: 'duel-declared', v: 1, seat, attacker: move.mine, defender: move.theirs }];
    case 'skip-duel': {
      const skipped: Event = { type: 'duel-skipped', v: 1, seat };
      return [skipped, ...nextTurn(evolve(state, skipped))];
    }
    case 'keep':
      return rollAfter(state, { type: 'noble-kept', v: 1, seat }, random);
    case 'swap':
      return rollAfter(
        state,
        { type: 'noble-swapped', v: 1, seat, noble: move.noble, cost: swapCost },
        random,
      );
    case 'play-cards':
      return playCards(state, seat, move);
  }
};

/** DN-1: the choice stays secret until both have chosen; then all is revealed and the first turn begins. */
const chooseNobles = (
  state: State,
  seat: Seat,
  { nobles }: MoveOf<'choose-nobles'>,
  random: Random,
): readonly Event[] => {
  const chosen: Event = { type: 'nobles-chosen', v: 1, seat, nobles };
  const after = evolve(state, chosen);
  return awaitedSeats(after).length === 0
    ? [chosen, ...openCourts(after, random), turnStarted(after, state.firstSeat)]
    : [chosen];
};

/** DN-18: a King with one stamina left is destroyed by the tax, and with the last Noble the game is lost. */
const tax = (state: State, seat: Seat, { king }: MoveOf<'tax'>): readonly Event[] => {
  const stamina = courtNoble(of(state.players, seat).court, king).stamina - 1;
  const taxed: Event = { type: 'king-taxed', v: 1, seat, king, stamina, income: taxIncome };
  return [taxed, ...courtDestroyed(evolve(state, taxed))];
};

/** What is drawn from the Support pile. A pile that is too short is used up, then the discard pile is reshuffled (R5). */
const draw = (
  { supportPile, supportDiscard }: State,
  count: number,
  random: Random,
): { drawn: SupportCard[]; reshuffled: SupportCard[] } => {
  const reshuffled = supportPile.length < count ? random.shuffle(supportDiscard) : [];
  return { drawn: [...supportPile, ...reshuffled].slice(0, count), reshuffled };
};

const nextPhase = (phase: Phase): Phase => {
  const order: readonly Phase[] = ['income', 'reinforce', 'weapon', 'suit', 'duel'];
  return expectDefined(order[order.indexOf(phase) + 1], `${phase} is followed by another phase`);
};

/** The duellists are settled, so the dice fall at once: the attacker's first (R6). */
const rollAfter = (state: State, settled: Event, random: Random): readonly Event[] => {
  const duel = duelOf(evolve(state, settled));
  const roll = (count: number) => Array.from({ length: count }, () => random.die());
  const attacker = roll(diceOf(duel.attacker.noble));
  const defender = roll(diceOf(duel.defender.noble));
  return [settled, { type: 'dice-rolled', v: 1, attacker, defender }];
};

const playCards = (state: State, seat: Seat, { cards }: MoveOf<'play-cards'>): readonly Event[] => {
  const played: Event = { type: 'cards-played', v: 1, seat, cards };
  // DN-13: with `immediate` an attacking Ace ends the duel before the defender may play.
  const defenderMayPlay =
    seat === state.active && !(state.options.aceMode === 'immediate' && cards.some(isAce));
  if (defenderMayPlay) return [played];
  const laid = evolve(state, played);
  const resolved = resolve(laid);
  const after = evolve(laid, resolved);
  const ending = courtDestroyed(after);
  return [played, resolved, ...(ending.length > 0 ? ending : nextTurn(after))];
};

/** The end of the game where a court is empty (DN-17: a draw where both are); otherwise nothing. */
const courtDestroyed = (state: State): readonly Event[] => {
  const [first, second] = [of(state.players, 0).court.length, of(state.players, 1).court.length];
  if (first > 0 && second > 0) return [];
  if (first === 0 && second === 0)
    return [ended({ kind: 'drawn', reason: 'both-courts-destroyed', details: figures(state) })];
  const winner = first === 0 ? 1 : 0;
  return [ended({ kind: 'won', reason: 'court-destroyed', winners: [winner], details: figures(state) })];
};

/** DN-4: the other seat's turn begins, or with `per-turn` suits the game is drawn once `maxTurns` have been played (DN-8). */
const nextTurn = (state: State): readonly Event[] =>
  state.options.suitLimit === 'per-turn' && state.turn >= state.options.maxTurns
    ? [ended({ kind: 'drawn', reason: 'turn-limit', details: figures(state) })]
    : [turnStarted(state, opponent(state.active))];

const turnStarted = (state: State, seat: Seat): Event => ({
  type: 'turn-started',
  v: 1,
  seat,
  turn: state.turn + 1,
  income: turnIncome,
  suitsRenewed: state.options.suitLimit === 'per-turn',
});

const ended = (outcome: GameOutcome): Event => ({ type: 'game-ended', v: 1, outcome });

const figures = (state: State): GameOutcome['details'] => {
  const ofSeats = (figure: (seat: Seat) => number): [number, number] => [figure(0), figure(1)];
  return {
    turns: state.turn,
    nobles: ofSeats((seat) => of(state.players, seat).court.length),
    stamina: ofSeats((seat) => of(state.players, seat).court.reduce((sum, { stamina }) => sum + stamina, 0)),
  };
};
