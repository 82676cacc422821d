import { isoTime } from './clock.ts';
import type { Notice, NoticeData, NoticeType } from './store/notices.ts';

/** A notice as it goes over the wire (design §6): thin, times in ISO 8601, `data` a union by type. */
export interface WireNotice {
  readonly type: NoticeType;
  readonly timestamp: string;
  readonly apiVersion: 'v1';
  readonly data: NoticeData;
}

/** A notice's wire form. Fields of `data` that are named …At or …Since hold instants. */
export const toWire = ({ type, at, data }: Notice): WireNotice => ({
  type,
  timestamp: isoTime(at),
  apiVersion: 'v1',
  data: Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      typeof value === 'number' && /(?:At|Since)$/.test(field) ? isoTime(value) : value,
    ]),
  ),
});

/** Where a notice about a match leads: the API, and the player's own client where they have set a template. */
export const addressesOf = (
  publicUrl: string,
  matchId: string,
  linkTemplate: string | null,
): { readonly url: string; readonly link?: string } => ({
  url: `${publicUrl}/v1/matches/${matchId}`,
  ...(linkTemplate === null ? {} : { link: linkTemplate.replaceAll('{match}', matchId) }),
});
