import type { Notice, NoticeType } from './store/notices.ts';

/** What a notice for people says by name, and its thin data doesn't: display names, and the game's title. */
export interface NoticeNames {
  /** The game's title, `District Noir`. */
  readonly game?: string;
  /** Display names of the other players. */
  readonly opponents?: readonly string[];
  /** Display name of whoever did it: the inviter, the sender, the one who offers. */
  readonly by?: string;
}

interface Words {
  readonly game: string;
  readonly against: string;
  readonly by: string;
}

const wordings: Readonly<
  Record<NoticeType, { readonly title: string; readonly sentence: (words: Words) => string }>
> = {
  'match.invited': {
    title: 'Invitation',
    sentence: ({ by, game }) => `${by} invites you to a match of ${game}.`,
  },
  'invitation.declined': {
    title: 'Invitation declined',
    sentence: ({ by, game }) => `${by} declined your invitation to a match of ${game}.`,
  },
  'match.joined': {
    title: 'Player joined',
    sentence: ({ by, game }) => `${by} joined your match of ${game}.`,
  },
  'match.started': {
    title: 'Match started',
    sentence: ({ game, against }) => `Your match of ${game}${against} has started.`,
  },
  'turn.started': {
    title: 'Your turn',
    sentence: ({ game, against }) => `It is your turn in ${game}${against}.`,
  },
  'turn.reminder': {
    title: 'Reminder: your turn',
    sentence: ({ game, against }) => `It is still your turn in ${game}${against}.`,
  },
  'match.message': {
    title: 'Message',
    sentence: ({ by, game }) => `${by} wrote to you in a match of ${game}.`,
  },
  'draw.offered': {
    title: 'Draw offered',
    sentence: ({ by, game }) => `${by} offers a draw in ${game}.`,
  },
  'cancel.offered': {
    title: 'Cancellation offered',
    sentence: ({ by, game }) => `${by} would like to cancel your match of ${game}.`,
  },
  'rematch.offered': {
    title: 'Rematch offered',
    sentence: ({ by, game }) => `${by} offers a rematch of ${game}.`,
  },
  'match.cancelled': {
    title: 'Match cancelled',
    sentence: ({ game, against }) => `Your match of ${game}${against} was cancelled.`,
  },
  'match.expired': {
    title: 'Match expired',
    sentence: ({ game }) => `Your match of ${game} expired: not enough players joined in time.`,
  },
  'match.ended': {
    title: 'Match ended',
    sentence: ({ game, against }) => `Your match of ${game}${against} has ended.`,
  },
  'webhook.ping': {
    title: 'Hello from Giliran',
    sentence: () => 'This is where Giliran will tell you when it is your turn.',
  },
  'webhook.failing': {
    title: 'Webhook failing',
    sentence: () => 'One of your webhooks keeps failing. If that goes on, it will be disabled.',
  },
  'webhook.disabled': {
    title: 'Webhook disabled',
    sentence: () => 'One of your webhooks was disabled, because it was gone or kept failing.',
  },
};

/** A few words that say what kind of notice it is: ASCII, without a name of anybody. */
export const titleOf = (type: NoticeType): string => wordings[type].title;

/** What happened, in one sentence. `disarm` makes a name harmless in the language of the service that shows it. */
export const sentenceOf = (
  type: NoticeType,
  names: NoticeNames,
  disarm: (name: string) => string,
): string => {
  const opponents = (names.opponents ?? []).map((name) => disarm(oneLine(name)));
  return wordings[type].sentence({
    game: disarm(oneLine(names.game ?? 'Giliran')),
    against: opponents.length === 0 ? '' : ` against ${opponents.join(' and ')}`,
    by: disarm(oneLine(names.by ?? 'Another player')),
  });
};

/** Without line breaks, other control characters, and the marks that turn the direction of what follows. */
const oneLine = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();

/** When the notice's decision must be made by, in seconds since 1970 and in plain English; undefined where there is no deadline. */
export const deadlineOf = ({
  data,
}: Notice): { readonly unixSeconds: number; readonly text: string } | undefined => {
  const { deadlineAt } = data;
  if (typeof deadlineAt !== 'number') return undefined;
  const text = `${new Date(deadlineAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return { unixSeconds: Math.floor(deadlineAt / 1_000), text };
};

/** Where a notice leads: the player's own client, or else the API; ASCII, without spaces. Undefined where it leads nowhere. */
export const linkOf = ({ data }: Notice): string | undefined => {
  const parsed = [data.link, data.url].map((link) => (typeof link === 'string' ? URL.parse(link) : null));
  return parsed.find((url) => url !== null)?.href;
};
