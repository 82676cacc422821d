import { describe, expect, it } from 'vitest';
import { post } from '../../functions/dispatcher/post.ts';
import { bodyOf, headersOf, maxStandardBytes } from '../../functions/shared/formats.ts';
import { deliveryFormats, type Notice, noticeTypes } from '../../functions/shared/store/notices.ts';
import { startReceiver } from '../support/receiver.ts';

const at = Date.UTC(2026, 10, 30, 12, 0, 0, 7);
const deadlineAt = Date.UTC(2026, 11, 3, 12, 30);

const turn: Notice = {
  id: 'evt_01jd0000000000000000000000',
  type: 'turn.started',
  at,
  data: {
    matchId: 'mat_01jd0000000000000000000000',
    game: 'district-noir',
    version: 12,
    seat: 0,
    playerId: 'plr_01jd0000000000000000000000',
    decision: '12.0',
    kind: 'play-or-take',
    deadlineAt,
    url: 'https://api.giliran.example.net/v1/matches/mat_01jd0000000000000000000000',
    link: 'https://play.example.com/m/mat_01jd0000000000000000000000',
  },
};
const names = { game: 'District Noir', opponents: ['Bo'], by: 'Bo' };

const withData = (data: Notice['data']): Notice => ({ ...turn, data: { ...turn.data, ...data } });
const hostile = (name: string) => ({ game: 'District Noir', opponents: [name], by: name });

const contentOf = (notice: Notice, who = names): string => JSON.parse(bodyOf(notice, 'discord', who)).content;
const textOf = (notice: Notice, who = names): string => JSON.parse(bodyOf(notice, 'slack', who)).text;

describe('standard', () => {
  it('is thin JSON: type, timestamp, apiVersion, data, with times in ISO 8601', () => {
    expect(JSON.parse(bodyOf(turn, 'standard', names))).toEqual({
      type: 'turn.started',
      timestamp: '2026-11-30T12:00:00.007Z',
      apiVersion: 'v1',
      data: { ...turn.data, deadlineAt: '2026-12-03T12:30:00.000Z' },
    });
    expect(headersOf(turn, 'standard')).toEqual({ 'content-type': 'application/json' });
  });

  it('tells that there is no deadline, and since when an endpoint fails', () => {
    const { data } = JSON.parse(bodyOf(withData({ deadlineAt: null, failingSince: at }), 'standard', names));
    expect(data).toMatchObject({ deadlineAt: null, failingSince: '2026-11-30T12:00:00.007Z', version: 12 });
  });

  it('holds no display name', () => {
    expect(bodyOf(turn, 'standard', hostile('Evelyn'))).not.toContain('Evelyn');
  });

  it('stays under 2 KB: a link that is too long is left out', () => {
    const fits = bodyOf(
      withData({ link: `https://play.example.com/${'x'.repeat(1_000)}` }),
      'standard',
      names,
    );
    expect(fits).toContain('"link"');
    const long = bodyOf(
      withData({ link: `https://play.example.com/${'é'.repeat(1_000)}` }),
      'standard',
      names,
    );
    expect(Buffer.byteLength(long)).toBeLessThan(maxStandardBytes);
    expect(JSON.parse(long).data).not.toHaveProperty('link');
    expect(JSON.parse(long).data).toHaveProperty('url');
  });
});

describe('formats for people', () => {
  it.each(noticeTypes)('%s is a sentence in each of them, with the link', (type) => {
    const notice = { ...turn, type };
    const texts = [contentOf(notice), textOf(notice), bodyOf(notice, 'ntfy', names)];
    for (const text of texts) {
      expect(text).toMatch(/^[A-Z].*\.\n/);
      expect(text).not.toMatch(/undefined|null|\[object/);
      expect(text).toContain('https://play.example.com/m/mat_01jd0000000000000000000000');
    }
  });

  it.each(noticeTypes.filter((type) => !type.startsWith('webhook.')))('%s names the game', (type) => {
    expect(bodyOf({ ...turn, type }, 'ntfy', names)).toContain('District Noir');
  });

  it.each(noticeTypes.filter((type) => !type.startsWith('webhook.') && type !== 'match.expired'))(
    '%s names the opponent',
    (type) => {
      expect(bodyOf({ ...turn, type }, 'ntfy', names)).toContain('Bo');
    },
  );

  it('can do without names, deadline and link', () => {
    const bare = { ...turn, data: {} };
    expect(bodyOf(bare, 'ntfy', {})).toBe('It is your turn in Giliran.');
    expect(bodyOf({ ...bare, type: 'draw.offered' }, 'ntfy', {})).toBe(
      'Another player offers a draw in Giliran.',
    );
  });

  it('lead to the API where the player has no client', () => {
    expect(bodyOf(withData({ link: null }), 'ntfy', names)).toContain(String(turn.data.url));
    expect(bodyOf(withData({ link: 'not a link' }), 'ntfy', names)).toContain(String(turn.data.url));
  });

  it('put a name on one line and leave the direction of writing alone', () => {
    const name = 'A\r\nB\u2028C\u202eD\u0000\ud800';
    expect(bodyOf(turn, 'ntfy', hostile(name)).split('\n')[0]).toBe(
      'It is your turn in District Noir against A B C D \ufffd.',
    );
  });
});

describe('discord', () => {
  it("is a sentence, the deadline in the reader's own time, and the link without a preview", () => {
    expect(contentOf(turn, { ...names, opponents: ['Bo', 'Cy'] })).toBe(
      [
        'It is your turn in District Noir against Bo and Cy.',
        'Deadline: <t:1796301000:f> (<t:1796301000:R>)',
        '<https://play.example.com/m/mat_01jd0000000000000000000000>',
      ].join('\n'),
    );
  });

  it('can mention nobody', () => {
    expect(JSON.parse(bodyOf(turn, 'discord', hostile('@everyone')))).toMatchObject({
      allowed_mentions: { parse: [] },
    });
    expect(contentOf(turn, hostile('@everyone'))).toContain('against \\@\u200beveryone.');
  });

  it.each([
    ['<@123>', '\\<\\@\u200b123\\>'],
    ['**B** _o_ ~~x~~ `y` ||z||', '\\*\\*B\\*\\* \\_o\\_ \\~\\~x\\~\\~ \\`y\\` \\|\\|z\\|\\|'],
    ['[click](https://evil.example)', '\\[click\\]\\(https\\:\\/\\/evil\\.example\\)'],
    ['\\', '\\\\'],
    ['Zoé 😀 花', 'Zoé 😀 花'],
  ])('shows the name %s as it is written', (name, shown) => {
    expect(contentOf(turn, hostile(name))).toContain(`against ${shown}.`);
  });
});

describe('slack', () => {
  it("is a sentence, the deadline in the reader's own time, and the link", () => {
    expect(JSON.parse(bodyOf(turn, 'slack', names))).toEqual({
      text: [
        'It is your turn in District Noir against Bo.',
        'Deadline: <!date^1796301000^{date_short_pretty} {time}|2026-12-03 12:30 UTC>',
        '<https://play.example.com/m/mat_01jd0000000000000000000000|Open>',
      ].join('\n'),
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it.each([
    ['<!channel>', '&lt;!channel&gt;'],
    ['<https://evil.example|Bo>', '&lt;https://evil.example|Bo&gt;'],
    ['Tom & Bo', 'Tom &amp; Bo'],
    ['*B* _o_ ~x~ `y`', '＊B＊ ＿o＿ ～x～ ｀y｀'],
    ['Zoé 😀 花', 'Zoé 😀 花'],
  ])('shows the name %s without obeying it', (name, shown) => {
    expect(textOf(turn, hostile(name))).toContain(`against ${shown}.`);
  });

  it('a link cannot break out of its place', () => {
    const link = 'https://play.example.com/a|b?c=<!channel>&d=1';
    expect(textOf(withData({ link }))).toContain(
      '<https://play.example.com/a%7Cb?c=%3C!channel%3E&amp;d=1|Open>',
    );
  });
});

describe('ntfy', () => {
  it('is text, with title, tags and click in the headers', () => {
    expect(bodyOf(turn, 'ntfy', names)).toBe(
      [
        'It is your turn in District Noir against Bo.',
        'Deadline: 2026-12-03 12:30 UTC',
        'https://play.example.com/m/mat_01jd0000000000000000000000',
      ].join('\n'),
    );
    expect(headersOf(turn, 'ntfy')).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      title: 'Your turn',
      tags: 'game_die',
      click: 'https://play.example.com/m/mat_01jd0000000000000000000000',
    });
    expect(headersOf({ ...turn, data: {}, type: 'webhook.ping' }, 'ntfy')).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      title: 'Hello from Giliran',
      tags: 'electric_plug',
    });
  });

  it.each(noticeTypes)('%s has headers of printable ASCII', (type) => {
    const link = 'https://play.example.com/花?\r\nx-evil: 1';
    for (const value of Object.values(headersOf({ ...withData({ link }), type }, 'ntfy'))) {
      expect(value).toMatch(/^[ -~]+$/);
    }
  });
});

it.each(deliveryFormats)('a notice in the format %s arrives as it was written', async (format) => {
  const receiver = await startReceiver();
  const body = bodyOf(turn, format, hostile('Zoé 😀'));
  const attempt = await post(
    { url: receiver.url, headers: headersOf(turn, format), body },
    {
      policy: { allowLoopback: true, ports: [], ownHosts: [] },
      resolve: async () => [],
      timeouts: { dnsMs: 500, connectMs: 500, totalMs: 500 },
      now: () => at,
    },
  );
  await receiver.close();
  expect(attempt.status).toBe(204);
  expect(receiver.received[0]?.body.toString()).toBe(body);
  expect(receiver.received[0]?.headers).toMatchObject(headersOf(turn, format));
});
