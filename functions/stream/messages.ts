/** What follows from a message: the others are told, unless they muted the match or blocked the sender. */
import { catalogues } from '../../domain/games/catalogue.generated.ts';
import { deliverNotice } from '../shared/deliveries.ts';
import { hashId } from '../shared/ids.ts';
import { loadMatch } from '../shared/matches.ts';
import { addressesOf } from '../shared/notice-body.ts';
import type { Notice } from '../shared/store/notices.ts';
import type { Message } from '../shared/store/talk.ts';
import type { ConsumerDeps } from './consume.ts';

/** Does all that follows from one message. Safe to repeat: the notices' ids come from the message. */
export const consumeMessage = async (deps: ConsumerDeps, message: Message): Promise<void> => {
  const match = await loadMatch({ log: deps.store.log }, message.matchId);
  const holders = match?.seats.flatMap((holder, seat) => (holder ? [{ ...holder, seat }] : [])) ?? [];
  const others = holders.filter(({ player }) => player !== message.player);
  const game = match && { id: match.game, title: catalogues[match.game]?.names.en ?? match.game };
  const by = holders.find(({ player }) => player === message.player)?.name;
  for (const { player, seat } of others) {
    if (!game || !(await wantsToHear(deps, player, message))) continue;
    const [profile, endpoints] = await Promise.all([
      deps.store.accounts.readPlayer(player),
      deps.store.webhooks.listEndpoints(player),
    ]);
    const notice: Notice = {
      id: hashId('evt', message.at, message.matchId, message.id, 'match.message', player),
      type: 'match.message',
      at: message.at,
      data: {
        matchId: message.matchId,
        game: game.id,
        seat,
        playerId: player,
        message: message.id,
        from: message.seat,
        ...addressesOf(deps.publicUrl, message.matchId, profile?.linkTemplate ?? null),
      },
    };
    await deps.store.inbox.append(player, [notice]);
    await deliverNotice(deps, endpoints, notice, { game: game.title, ...(by === undefined ? {} : { by }) });
  }
};

/** What was written before the player asked to hear again stays untold, also where it is consumed late. */
const wantsToHear = async ({ store }: ConsumerDeps, player: string, message: Message): Promise<boolean> => {
  const [mute, isBlocked] = await Promise.all([
    store.talk.readMute(message.matchId, player),
    store.accounts.hasBlocked(player, message.player),
  ]);
  const hears = mute === undefined || (!mute.isMuted && message.at >= mute.since);
  return hears && !isBlocked;
};
