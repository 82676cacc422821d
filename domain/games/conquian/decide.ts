import { gameOver, notAwaited, type RuleViolation, type Seat, wrongPhase } from '../../engine/engine.ts';
import type { Random } from '../../engine/random.ts';
import { err, ok, type Result } from '../../engine/result.ts';
import type { Card } from './cards.ts';
import { centreOf } from './legal.ts';
import { type Arrangement, canonical, fitsOn } from './melds.ts';
import { openDecision } from './progress.ts';
import { checkProposal } from './proposal.ts';
import { endRound } from './rounds.ts';
import { type DecisionKind, type Event, type Move, opponentOf, type State } from './types.ts';

type Decided = Result<readonly Event[], RuleViolation>;

/** The decisions that each move answers. Melding and discarding are two moves (CQ-R21). */
const answers: Readonly<Record<Move['type'], readonly DecisionKind[]>> = {
  meld: ['offered', 'turned'],
  decline: ['offered', 'turned'],
  force: ['force'],
  allow: ['force'],
  discard: ['discard'],
};

/**
 * CQ-R4: an offered card that is declined is dead, and the next one is turned up. CQ-R18: without a next one the round is
 * drawn. CQ-R5: a card turned up that is declined stays, and is offered to the opponent.
 */
const letGo = (state: State, random: Random): readonly Event[] => {
  const card = centreOf(state);
  if (state.source === 'turned') return [{ type: 'card-passed', v: 1, seat: state.active, card }];
  const [next] = state.stock;
  return [
    { type: 'card-buried', v: 1, card },
    ...(next === undefined
      ? endRound(state, null, random)
      : [{ type: 'card-turned', v: 1, seat: state.active, card: next } as const]),
  ];
};

const meld = (state: State, melds: Arrangement, random: Random): Decided => {
  const violation = checkProposal(state, melds);
  if (violation) return err(violation);
  const seat = state.active;
  const hand = state.hands[seat];
  const used = new Set(melds.flat());
  const fromHand = hand.filter((card) => used.has(card));
  const melded: Event = {
    type: 'cards-melded',
    v: 1,
    seat,
    card: centreOf(state),
    fromHand,
    table: canonical(melds),
  };
  // CQ-R17: going out needs no discard. Every other meld is followed by one, also on the first turn (CQ-R1) and when forced (CQ-R16).
  const wentOut = fromHand.length === hand.length;
  return ok(wentOut ? [melded, ...endRound(state, seat, random)] : [melded]);
};

const decline = (state: State, random: Random): Decided => {
  if (state.forced)
    return err({
      reason: 'forced',
      ruling: 'CQ-R15',
      message: 'Your opponent has forced this card: you must use it in a meld.',
    });
  const { active: seat, tables } = state;
  const card = centreOf(state);
  const forceable = fitsOn(tables[seat], card); // CQ-R14
  const declined: Event = { type: 'card-declined', v: 1, seat, card, forceable };
  return ok(forceable ? [declined] : [declined, ...letGo(state, random)]);
};

const force = (state: State): Decided =>
  ok([{ type: 'meld-forced', v: 1, seat: opponentOf(state.active), card: centreOf(state) }]);

const allow = (state: State, random: Random): Decided =>
  ok([
    { type: 'decline-allowed', v: 1, seat: opponentOf(state.active), card: centreOf(state) },
    ...letGo(state, random),
  ]);

const discard = (state: State, card: Card): Decided =>
  state.hands[state.active].includes(card)
    ? ok([{ type: 'card-discarded', v: 1, seat: state.active, card }])
    : err({
        reason: 'card-not-in-hand',
        ruling: 'CQ-R13',
        message: `You must discard a card of your hand; ${card} is not in it.`,
      });

/** The events of one move, or why it is refused. */
export const decide = (state: State, seat: Seat, move: Move, random: Random): Decided => {
  if (state.phase === 'over') return err(gameOver);
  const open = openDecision(state);
  if (open?.seat !== seat) return err(notAwaited);
  if (!answers[move.type].includes(open.kind)) return err(wrongPhase(open.kind));
  switch (move.type) {
    case 'meld':
      return meld(state, move.melds, random);
    case 'decline':
      return decline(state, random);
    case 'force':
      return force(state);
    case 'allow':
      return allow(state, random);
    case 'discard':
      return discard(state, move.card);
  }
};
