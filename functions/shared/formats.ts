import type { DurationMs } from '../../domain/match/instant.ts';
import { toWire, type WireNotice } from './notice-body.ts';
import type { DeliveryFormat, Notice } from './store/notices.ts';
import { deadlineOf, linkOf, type NoticeNames, sentenceOf, titleOf } from './wording.ts';

/** The bytes of a delivery in the endpoint's format, to be serialised once and stored: what is signed is what is sent. */
export const bodyOf = (notice: Notice, format: DeliveryFormat, names: NoticeNames): string =>
  bodies[format](notice, names);

const bodies: Readonly<Record<DeliveryFormat, (notice: Notice, names: NoticeNames) => string>> = {
  standard: (notice) => standardBody(toWire(notice)),
  discord: (notice, names) =>
    JSON.stringify({ content: discordText(notice, names), allowed_mentions: { parse: [] } }),
  slack: (notice, names) =>
    JSON.stringify({ text: slackText(notice, names), unfurl_links: false, unfurl_media: false }),
  ntfy: (notice, names) => plainText(notice, names),
};

/**
 * The least time between two messages that services for people stand: Discord 30 a minute and webhook, Slack one a second and
 * webhook, ntfy one in five seconds (it counts by visitor and lets 60 at once pass, so that a distance for each topic is enough).
 */
export const spacingMs: Readonly<Record<DeliveryFormat, DurationMs>> = {
  standard: 0,
  discord: 2_000,
  slack: 1_000,
  ntfy: 5_000,
};

/** The headers that a format needs beside those of the signature, which only `standard` bears. */
export const headersOf = (notice: Notice, format: DeliveryFormat): Readonly<Record<string, string>> =>
  format === 'ntfy' ? ntfyHeaders(notice) : { 'content-type': 'application/json' };

/** A standard body is smaller than this, in bytes. */
export const maxStandardBytes = 2_048;

/** A link that makes the body too large is left out: it follows from the match's id, and `url` says the same. */
const standardBody = (wire: WireNotice): string => {
  const body = JSON.stringify(wire);
  if (Buffer.byteLength(body) < maxStandardBytes) return body;
  const { link: _, ...data } = wire.data;
  return JSON.stringify({ ...wire, data });
};

const lines = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('\n');

/** Discord Markdown: a backslash disarms any punctuation, and a zero-width space parts the @ from `everyone`. */
const disarmForDiscord = (text: string): string =>
  text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll('@', '@\u200b');

const discordText = (notice: Notice, names: NoticeNames): string => {
  const deadline = deadlineOf(notice);
  const link = linkOf(notice);
  return lines(
    sentenceOf(notice.type, names, disarmForDiscord),
    deadline && `Deadline: <t:${deadline.unixSeconds}:f> (<t:${deadline.unixSeconds}:R>)`,
    link && `<${link}>`,
  );
};

/** The three characters that Slack reads as control, as entities. */
const escapeForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Slack has no escape for its marks of formatting: they become their full-width twins. */
const disarmForSlack = (name: string): string =>
  escapeForSlack(name)
    .replaceAll('*', '＊')
    .replaceAll('_', '＿')
    .replaceAll('~', '～')
    .replaceAll('`', '｀');

const slackText = (notice: Notice, names: NoticeNames): string => {
  const deadline = deadlineOf(notice);
  const link = linkOf(notice)?.replaceAll('|', '%7C');
  return lines(
    sentenceOf(notice.type, names, disarmForSlack),
    deadline && `Deadline: <!date^${deadline.unixSeconds}^{date_short_pretty} {time}|${deadline.text}>`,
    link && `<${escapeForSlack(link)}|Open>`,
  );
};

const plainText = (notice: Notice, names: NoticeNames): string => {
  const deadline = deadlineOf(notice);
  return lines(
    sentenceOf(notice.type, names, (name) => name),
    deadline && `Deadline: ${deadline.text}`,
    linkOf(notice),
  );
};

/** The title holds no name, so that every header is ASCII. */
const ntfyHeaders = (notice: Notice): Readonly<Record<string, string>> => {
  const link = linkOf(notice);
  return {
    'content-type': 'text/plain; charset=utf-8',
    title: titleOf(notice.type),
    tags: notice.type.startsWith('webhook.') ? 'electric_plug' : 'game_die',
    ...(link === undefined ? {} : { click: link }),
  };
};
