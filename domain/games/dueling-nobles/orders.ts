import { z } from 'zod';
import type { OrderTemplate } from '../../engine/engine.ts';
import { judge, powerOfCards } from './duel.ts';
import type { Move, MoveOf, View } from './types.ts';

type Order<Parameters> = OrderTemplate<Move, View, Parameters>;

const nothing = z.strictObject({});

const ofType = (legalMoves: readonly Move[], type: Move['type']): Move | undefined =>
  legalMoves.find((move) => move.type === type);

const keepNoble: Order<z.infer<typeof nothing>> = {
  id: 'keep-noble',
  decision: 'swap',
  title: 'Keep my Noble',
  description: 'Never pays for a swap: the Noble that is challenged defends.',
  parameters: nothing,
  answer: (_view, legalMoves) => ofType(legalMoves, 'keep'),
};

const skipDuel: Order<z.infer<typeof nothing>> = {
  id: 'skip-duel',
  decision: 'duel',
  title: 'Declare no duel',
  description: 'Skips the duel of my turn, unless it is compulsory.',
  parameters: nothing,
  answer: (_view, legalMoves) => ofType(legalMoves, 'skip-duel'),
};

const lostDuelParameters = z.strictObject({
  fightForTie: z
    .boolean()
    .default(false)
    .describe('Leave the decision to me if I can still reach a tie by playing something.'),
});

/** What a defender's cards would make of the duel on the table. */
const verdictOf = ({ duel }: View, { cards }: MoveOf<'play-cards'>) => {
  if (duel === null) return undefined;
  const { attacker, defender } = duel;
  return judge(attacker, { cards, power: defender.power + powerOfCards(cards, defender.noble) });
};

const noCardInLostDuel: Order<z.infer<typeof lostDuelParameters>> = {
  id: 'no-card-in-lost-duel',
  decision: 'defend-cards',
  title: 'Waste no card in a lost duel',
  description: 'Plays nothing where none of my cards can win the duel, and leaves it to me otherwise.',
  parameters: lostDuelParameters,
  answer: (view, legalMoves, { fightForTie }) => {
    const plays = legalMoves.filter((move) => move.type === 'play-cards');
    const isWorthwhile = (move: MoveOf<'play-cards'>): boolean => {
      const verdict = verdictOf(view, move);
      return (
        verdict?.winner === 'defender' || (fightForTie && verdict?.winner === null && move.cards.length > 0)
      );
    };
    return plays.some(isWorthwhile) ? undefined : plays.find(({ cards }) => cards.length === 0);
  },
};

const phaseParameters = z.strictObject({
  evenIfICouldAct: z
    .boolean()
    .default(false)
    .describe('End the phase also where another move would be legal.'),
});

const endPhase = (
  phase: 'income' | 'reinforce' | 'weapon' | 'suit',
): Order<z.infer<typeof phaseParameters>> => ({
  id: `end-${phase}`,
  decision: phase,
  title: `End my ${phase} phase`,
  description: `Ends the ${phase} phase of my turn as soon as nothing else is legal in it.`,
  parameters: phaseParameters,
  answer: (_view, legalMoves, { evenIfICouldAct }) =>
    evenIfICouldAct || legalMoves.length === 1 ? ofType(legalMoves, 'end-phase') : undefined,
});

/** The standing orders of this game. */
export const orders: readonly OrderTemplate<Move, View>[] = [
  keepNoble,
  skipDuel,
  noCardInLostDuel,
  endPhase('income'),
  endPhase('reinforce'),
  endPhase('weapon'),
  endPhase('suit'),
];
