import type { Seat } from '../../engine/engine.ts';
import { count, countCities, type Face, pointCards, supporters } from './cards.ts';
import { type GameOutcome, type Pair, type Score, type Tiebreak, tiebreaks } from './types.ts';

const setValue = 5;

/**
 * The points of a pile against the other one: a strict majority of each Supporter scores its value (DI-R11), each set of
 * 5-6-7-8 scores five more (DI-R12), Alliances and Betrayals their face value. City cards score nothing (DI-R15). Any piles will do.
 */
export const score = (pile: readonly Face[], other: readonly Face[]): Score => {
  const majority = sum(supporters.filter((face) => count(pile, face) > count(other, face)).map(Number));
  const sets = setValue * Math.min(...supporters.map((face) => count(pile, face)));
  const points = sum(pointCards.map((face) => count(pile, face) * Number(face)));
  return { majority, sets, faces: points, total: majority + sets + points };
};

/** The scores of both seats, by seat. */
export const scoreBoth = (piles: Pair<readonly Face[]>): [Score, Score] => [
  score(piles[0], piles[1]),
  score(piles[1], piles[0]),
];

/** How the game ends after round 4: the higher score wins, then the first tie-break that differs; else it is shared (DI-R14). */
export const judge = (piles: Pair<readonly Face[]>): GameOutcome => {
  const scores = scoreBoth(piles);
  const lead = scores[0].total - scores[1].total;
  if (lead !== 0) return { kind: 'won', reason: 'score', winners: [leader(lead)], details: { scores } };

  const edge = (tiebreak: Tiebreak) =>
    tiebreakCounts[tiebreak](piles[0]) - tiebreakCounts[tiebreak](piles[1]);
  const tiebreak = tiebreaks.find((name) => edge(name) !== 0);
  return tiebreak === undefined
    ? { kind: 'drawn', reason: 'shared', details: { scores } }
    : { kind: 'won', reason: 'tiebreak', winners: [leader(edge(tiebreak))], details: { scores, tiebreak } };
};

const tiebreakCounts: Readonly<Record<Tiebreak, (pile: readonly Face[]) => number>> = {
  eights: (pile) => count(pile, '8'),
  sevens: (pile) => count(pile, '7'),
  sixes: (pile) => count(pile, '6'),
  fives: (pile) => count(pile, '5'),
  cities: countCities,
};

const leader = (edge: number): Seat => (edge > 0 ? 0 : 1);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
