/** Every operation of the API, in the order of the contract. */
import type { Operation } from '../operation.ts';
import { blockPlayer, listBlocks, unblockPlayer } from './account/blocks.ts';
import { readMe, readPlayer, registerPlayer, updateMe } from './account/players.ts';
import { createToken, deleteToken, listTokens } from './account/tokens.ts';
import { beginVacation, endVacation, readVacation } from './account/vacation.ts';
import { listGames, readGame } from './games/games.ts';
import { markInboxRead, readInbox } from './inbox/inbox.ts';
import { createMatch } from './matches/create.ts';
import { cancelMatch, declineInvitation, joinMatch, leaveMatch, setNonce } from './matches/gather.ts';
import { listLobby, listMyMatches } from './matches/lists.ts';
import { readNote, writeNote } from './matches/note.ts';
import { acceptDraw, declineDraw, offerDraw, offerRematch } from './matches/offers.ts';
import { makeMove, resignMatch } from './matches/play.ts';
import { listEvents, readMatch, readVersion } from './matches/read.ts';
import {
  deleteStandingOrder,
  deleteStandingOrders,
  listStandingOrders,
  replaceStandingOrders,
  writeStandingOrder,
} from './matches/standing-orders.ts';
import { listMessages, markMessagesSeen, muteMessages, writeMessage } from './matches/talk.ts';
import { readTranscript } from './matches/transcript.ts';
import {
  listDeliveries,
  pingWebhook,
  readDelivery,
  recoverWebhook,
  redeliverDelivery,
} from './webhooks/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks/endpoints.ts';

export const operations: readonly Operation[] = [
  listGames,
  readGame,
  registerPlayer,
  readPlayer,
  readMe,
  updateMe,
  listTokens,
  createToken,
  deleteToken,
  readVacation,
  beginVacation,
  endVacation,
  listBlocks,
  blockPlayer,
  unblockPlayer,
  createMatch,
  listMyMatches,
  listLobby,
  readMatch,
  joinMatch,
  leaveMatch,
  declineInvitation,
  cancelMatch,
  setNonce,
  makeMove,
  resignMatch,
  offerDraw,
  acceptDraw,
  declineDraw,
  offerRematch,
  listStandingOrders,
  replaceStandingOrders,
  deleteStandingOrders,
  writeStandingOrder,
  deleteStandingOrder,
  listEvents,
  readVersion,
  readTranscript,
  listMessages,
  writeMessage,
  markMessagesSeen,
  muteMessages,
  readNote,
  writeNote,
  readInbox,
  markInboxRead,
  createWebhook,
  listWebhooks,
  readWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  pingWebhook,
  listDeliveries,
  readDelivery,
  redeliverDelivery,
  recoverWebhook,
];
