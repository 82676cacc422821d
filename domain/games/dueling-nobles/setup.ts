import type { Random } from '../../engine/random.ts';
import { expectDefined, invariant } from '../../engine/result.ts';
import { type NobleCard, nobleCards, supportCards, without } from './cards.ts';
import type { Event } from './events.ts';
import { handSize, noblesDealt, of } from './table.ts';
import type { Options, Player, State } from './types.ts';

/** The set-up until both courts are chosen: the dice for the first turn (R1) and six Nobles each (R2). */
export const start = (options: Options, _seats: number, random: Random): readonly Event[] => {
  // A pinned first seat leaves nothing to roll for, so R1 makes no draws.
  const rolls = options.firstSeat === 'random' ? rollUntilUnequal(random) : [];
  const firstSeat = options.firstSeat === 'random' ? higher(rolls) : options.firstSeat;
  const nobles = random.shuffle(nobleCards);
  return [
    { type: 'table-set', v: 1, options, rolls, firstSeat },
    { type: 'nobles-dealt', v: 1, nobles: [nobles.slice(0, noblesDealt), nobles.slice(noblesDealt)] },
  ];
};

const rollUntilUnequal = (random: Random): [number, number][] => {
  const rolls: [number, number][] = [];
  for (;;) {
    const roll: [number, number] = [random.die(), random.die()];
    rolls.push(roll);
    if (roll[0] !== roll[1]) return rolls;
  }
};

/** DN-3: the lower die is the dealer, and the other seat takes the first turn. */
const higher = (rolls: readonly (readonly [number, number])[]): 0 | 1 => {
  const [first, second] = expectDefined(rolls.at(-1), 'someone rolled');
  return first > second ? 0 : 1;
};

/** What follows once both have chosen: the courts are revealed, the Noble pile (R3) and the Support cards (R4) shuffled. */
export const openCourts = (state: State, random: Random): readonly Event[] => {
  const pile = random.shuffle(state.players.flatMap((player) => without(player.dealt, choiceOf(player))));
  const supports = random.shuffle(supportCards);
  return [
    {
      type: 'courts-revealed',
      v: 1,
      courts: [[...choiceOf(of(state.players, 0))], [...choiceOf(of(state.players, 1))]],
      pile,
    },
    {
      type: 'hands-dealt',
      v: 1,
      hands: [supports.slice(0, handSize), supports.slice(handSize, 2 * handSize)],
      pile: supports.slice(2 * handSize),
    },
  ];
};

const choiceOf = ({ chosen }: Player): readonly NobleCard[] => {
  invariant(chosen !== null, 'courts open once both have chosen');
  return chosen;
};
