/** How the table of each game looks in a line, from the view that every spectator gets. */
import type { GameId } from '../../../domain/engine/engine.ts';
import { viewSchema as conquian } from '../../../domain/games/conquian/types.ts';
import { viewSchema as dandelions } from '../../../domain/games/dandelions/types.ts';
import { viewSchema as districtNoir } from '../../../domain/games/district-noir/types.ts';
import { viewSchema as duelingNobles } from '../../../domain/games/dueling-nobles/types.ts';
import { viewSchema as nestortiles } from '../../../domain/games/nestortiles-duel/types.ts';

const list = (items: readonly string[]): string => (items.length === 0 ? '–' : items.join(' '));

const each = <T>(seats: readonly T[], names: readonly string[], say: (seat: T) => string): string =>
  seats.map((seat, index) => `${names[index] ?? `Seat ${index}`} ${say(seat)}`).join(' · ');

const tables: Readonly<Record<GameId, (view: unknown, names: readonly string[]) => string>> = {
  'district-noir': (view, names) => {
    const { row, seats } = districtNoir.parse(view);
    return `row ${list(row)} | points: ${each(seats, names, ({ score }) => `${score.total}`)}`;
  },
  'dueling-nobles': (view, names) => {
    const { seats } = duelingNobles.parse(view);
    const court = (seat: (typeof seats)[number]) =>
      `${list(seat.court.map(({ noble, stamina }) => `${noble}/${stamina}`))} (${seat.handCount} cards)`;
    return `courts, Noble/stamina: ${each(seats, names, court)}`;
  },
  dandelions: (view, names) => {
    const { seats } = dandelions.parse(view);
    const say = (seat: (typeof seats)[number]) =>
      `${seat.score.total.decimal} (dice left ${list(seat.pool.map(String))})`;
    return `points: ${each(seats, names, say)}`;
  },
  conquian: (view, names) => {
    const { centre, seats } = conquian.parse(view);
    const melds = (seat: (typeof seats)[number]) => `[${seat.table.map(list).join('] [')}]`;
    return `centre ${centre?.card ?? '–'} | melds: ${each(seats, names, melds)}`;
  },
  'nestortiles-duel': (view, names) => {
    const { area, seats } = nestortiles.parse(view);
    const say = ({ hand, dice }: (typeof seats)[number]) => `${hand.length} tiles, ${dice.length} dice`;
    return `${area.size} tiles to draw | ${each(seats, names, say)}`;
  },
};

/** The table in a line; throws if the server's view isn't what its contract says. */
export const tableLine = (game: GameId, view: unknown, names: readonly string[]): string =>
  tables[game](view, names);
