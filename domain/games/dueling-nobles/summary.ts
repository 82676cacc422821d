import type { Viewer } from '../../engine/engine.ts';
import type { Card } from './cards.ts';
import type { Event, EventOf } from './events.ts';
import { of } from './table.ts';
import type { GameOutcome } from './types.ts';
import { redact } from './view.ts';

/** One line on what the viewer may know of the event; nothing where another line says it. */
export const summarize = (event: Event, viewer: Viewer): string | undefined => {
  const known = redact(event, viewer);
  switch (known.type) {
    case 'table-set':
      return opening(known);
    case 'nobles-dealt':
      return `Six Nobles are dealt to each seat.${own(known.nobles, viewer)}`;
    case 'nobles-chosen':
      return typeof known.nobles === 'number'
        ? `Seat ${known.seat} has chosen its court.`
        : `Seat ${known.seat} chooses ${list(known.nobles)}.`;
    case 'courts-revealed':
      return `The courts are revealed: Seat 0 has ${list(known.courts[0])}, Seat 1 ${list(known.courts[1])}.`;
    case 'hands-dealt':
      return `Six Support cards are dealt to each seat.${own(known.hands, viewer)}`;
    case 'turn-started':
      return `Turn ${known.turn}: Seat ${known.seat} gets ${tokens(known.income)}.`;
    case 'triple-discarded':
      return `Seat ${known.seat} discards ${list(known.cards)} for ${tokens(known.income)}.`;
    case 'king-taxed':
      return `Seat ${known.seat} taxes ${known.king} for ${tokens(known.income)}; ${fate(known.stamina)}.`;
    case 'noble-recruited':
      return `Seat ${known.seat} recruits ${known.noble} for ${tokens(known.cost)}.`;
    case 'cards-bought':
      return `Seat ${known.seat} pays ${tokens(known.cost)} and draws ${cards(known.drawn)}${reshuffle(known)}.`;
    case 'weapon-played':
      return `Seat ${known.seat} arms ${known.noble} with ${known.card}.`;
    case 'weapon-moved':
      return `Seat ${known.seat} moves the weapon ${known.card} from ${known.from} to ${known.to}.`;
    case 'heart-played':
      return `Seat ${known.seat} plays ${known.card}: ${known.noble} has ${known.stamina} stamina.`;
    case 'diamond-played':
      return `Seat ${known.seat} plays ${known.card} and draws ${cards(known.drawn)}${reshuffle(known)}.`;
    case 'club-played':
      return `Seat ${known.seat} plays ${known.card} and takes ${known.target} from the discard pile.`;
    case 'spade-played':
      return typeof known.seen === 'number'
        ? `Seat ${known.seat} plays ${known.card} and looks at the other hand.`
        : `Seat ${known.seat} plays ${known.card} and sees ${list(known.seen)}.`;
    case 'duel-declared':
      return `Seat ${known.seat} declares a duel: ${known.attacker} against ${known.defender}.`;
    case 'duel-skipped':
      return `Seat ${known.seat} declares no duel.`;
    case 'noble-kept':
      return `Seat ${known.seat} keeps its Noble.`;
    case 'noble-swapped':
      return `Seat ${known.seat} pays ${tokens(known.cost)} to defend with ${known.noble}.`;
    case 'dice-rolled':
      return `The dice: ${known.attacker.join(' + ')} for the attacker, ${known.defender.join(' + ')} for the defender.`;
    case 'cards-played':
      return `Seat ${known.seat} plays ${known.cards.length === 0 ? 'no card' : list(known.cards)} in the duel.`;
    case 'duel-resolved':
      return verdict(known);
    case 'game-ended':
      return ending(known.outcome);
    case 'phase-ended':
      return undefined;
  }
};

const opening = ({ rolls, firstSeat }: EventOf<'table-set'>): string => {
  const starts = `Seat ${firstSeat} takes the first turn.`;
  const roll = rolls.at(-1);
  return roll === undefined ? starts : `Seat 0 rolls ${roll[0]}, Seat 1 rolls ${roll[1]}. ${starts}`;
};

const verdict = ({ winner, by, powers, wounds, reward }: EventOf<'duel-resolved'>): string => {
  const cause = by === 'ace' ? 'by an Ace' : `${powers[0]} to ${powers[1]}`;
  const result =
    winner === null
      ? `The duel is a tie, ${cause}.`
      : `Seat ${winner} wins the duel, ${cause}, and gets ${tokens(reward)}.`;
  return [result, ...wounds.map(({ noble, stamina }) => `${noble}: ${fate(stamina)}.`)].join(' ');
};

const ending = (outcome: GameOutcome): string => {
  switch (outcome.reason) {
    case 'court-destroyed':
      return `The other court is destroyed: Seat ${outcome.winners[0]} wins.`;
    case 'both-courts-destroyed':
      return 'Both courts are destroyed at once: the game is drawn.';
    case 'turn-limit':
      return `The game is drawn after ${outcome.details.turns} turns.`;
  }
};

const own = (
  dealt: readonly [readonly Card[] | number, readonly Card[] | number],
  viewer: Viewer,
): string => {
  if (viewer === 'spectator') return '';
  const mine = of(dealt, viewer.seat);
  return typeof mine === 'number' ? '' : ` Seat ${viewer.seat} gets ${list(mine)}.`;
};

const reshuffle = ({ reshuffled }: EventOf<'cards-bought' | 'diamond-played'>): string =>
  reshuffled === 0 ? '' : ' from the reshuffled discard pile';

const cards = (drawn: readonly Card[] | number): string => {
  const count = typeof drawn === 'number' ? drawn : drawn.length;
  const counted = count === 1 ? '1 card' : `${count} cards`;
  return typeof drawn === 'number' ? counted : `${counted} (${list(drawn)})`;
};

const fate = (stamina: number): string => (stamina === 0 ? 'destroyed' : `${stamina} stamina left`);

const tokens = (count: number): string => (count === 1 ? '1 token' : `${count} tokens`);

const list = (named: readonly Card[]): string => named.join(', ');
