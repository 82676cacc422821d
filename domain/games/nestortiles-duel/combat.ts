import type { Outcome, Seat } from '../../engine/engine.ts';
import { colourOf, colours, pips, type Tile } from './tiles.ts';
import type { Combat, Pair } from './types.ts';

const higher = ([first, second]: Pair<number>): Seat | null => {
  if (first === second) return null;
  return first > second ? 0 : 1;
};

const both = <T, U>([first, second]: Pair<T>, map: (value: T) => U): Pair<U> => [map(first), map(second)];

/** Compares the rolled tiles colour by colour: the higher sum has the point, equal sums (0 and 0 too) have none (section 3.3). The number of dice is not balanced (NT-7). */
export const combatOf = (rolls: Pair<Tile[]>): Combat => {
  const compared = colours.map((colour) => {
    const sums = both(rolls, (rolled) => pips(rolled.filter((tile) => colourOf(tile) === colour)));
    return { colour, sums, winner: higher(sums) };
  });
  const points = both([0, 1], (seat) => compared.filter(({ winner }) => winner === seat).length);
  return { rolls, colours: compared, points, pips: both(rolls, pips) };
};

/** Who has more colour points, or else more rolled pips; a draw where both are equal (NT-8). */
export const outcomeOf = (rolls: Pair<Tile[]>): Outcome => {
  const { colours, points, pips } = combatOf(rolls);
  const details = { points, pips, colours };
  const byPoints = higher(points);
  if (byPoints !== null) return { kind: 'won', winners: [byPoints], reason: 'colour-points', details };
  const byPips = higher(pips);
  if (byPips !== null) return { kind: 'won', winners: [byPips], reason: 'rolled-pips', details };
  return { kind: 'drawn', reason: 'equal-pips', details };
};
