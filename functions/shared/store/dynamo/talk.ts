import { docOf, docRow, document, expiry, messageFromRow, messageToRow } from '../codec.ts';
import {
  lastIdOf,
  messageClaimKey,
  messageKey,
  messageSk,
  messagesOf,
  muteKey,
  noteKey,
  seenKey,
  seenOf,
} from '../keys.ts';
import type { Message, Mute, Note, Talk } from '../talk.ts';
import type { Written } from '../written.ts';
import { pageOf, take } from './page.ts';
import { absent, type Rows } from './rows.ts';

/** How long a repeat under an Idempotency-Key finds the first message. */
const claimKeptMs = 30 * 86_400_000;

/** Far above the seats of a match. */
const markersMax = 16;

interface Claimed {
  readonly message: Message;
  readonly requestHash: string;
}

/** Messages, markers and notes, on DynamoDB. `onWritten` is told of each message once it is written; it must not throw. */
export const createTalk = (rows: Rows, onWritten: (written: Written) => void): Talk => {
  /** The claim is written first and holds the whole message, so that a crash between the two rows is mended by the repeat. */
  const writeMessage: Talk['writeMessage'] = async (message, claim) => {
    let first = message;
    if (claim) {
      const key = messageClaimKey(message.matchId, claim.id);
      const mine: Claimed = { message, requestHash: claim.requestHash };
      const isMine = await rows.claim(docRow(key, mine, expiry(message.at + claimKeptMs)), absent);
      const stored = isMine ? undefined : await rows.get(key);
      const claimed = stored ? docOf<Claimed>(stored) : mine;
      if (claimed.requestHash !== claim.requestHash) return 'claimed';
      first = claimed.message;
    }
    const isNew = await rows.claim(messageToRow(first), absent);
    if (isNew) onWritten({ kind: 'message', message: first });
    return { message: first, isRepeat: first.id !== message.id };
  };

  const readMessage: Talk['readMessage'] = async (matchId, id) => {
    const row = await rows.get(messageKey(matchId, id));
    return row && messageFromRow(row);
  };

  const listMessages: Talk['listMessages'] = async (matchId, limit, before) => {
    const behind = before === undefined ? undefined : messageSk(before);
    const options = { newestFirst: true, firstPage: limit + 1, behind };
    const read = await take(rows.query(messagesOf(matchId), options), limit + 1);
    return pageOf(read.map(messageFromRow), limit, ({ id }) => id);
  };

  const listSeen: Talk['listSeen'] = async (matchId) =>
    (await take(rows.query(seenOf(matchId)), markersMax)).map((row) => ({
      player: lastIdOf(row),
      message: docOf<{ message: string }>(row).message,
    }));

  const markSeen: Talk['markSeen'] = async (matchId, player, message) => {
    await rows.put(docRow(seenKey(matchId, player), { message }), {
      expression: `attribute_not_exists(pk) OR ${document}.message < :message`,
      values: { ':message': message },
    });
  };

  const readMute: Talk['readMute'] = async (matchId, player) => {
    const row = await rows.get(muteKey(matchId, player));
    return row && docOf<Mute>(row);
  };

  const readNote: Talk['readNote'] = async (matchId, player) => {
    const row = await rows.get(noteKey(matchId, player));
    return row && docOf<Note>(row);
  };

  return {
    writeMessage,
    readMessage,
    listMessages,
    listSeen,
    markSeen,
    readMute,
    writeMute: async (matchId, player, mute) => {
      await rows.put(docRow(muteKey(matchId, player), mute));
    },
    readNote,
    writeNote: async (matchId, player, note) => {
      await rows.put(docRow(noteKey(matchId, player), note));
    },
  };
};
