import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../domain/engine/random.ts';
import { Fault } from '../../../domain/engine/result.ts';
import { type Commit, engineOf } from '../../../domain/match/commit.ts';
import { canonicalJson, digestOf, playSeed, saltOf, seedCommitment } from '../../../domain/match/digest.ts';
import { noncesOf } from '../../../domain/match/state.ts';
import { throughJson } from '../../support/json.ts';
import { by, given, join, moveOf, started, type Table, when } from './support.ts';

// The expected values come from an implementation in another language (Python's hashlib, hmac and json).
const serverSeed = '0f'.repeat(32);

describe('canonical JSON (RFC 8785)', () => {
  test('writes numbers, strings and literals as the RFC’s example does', () => {
    const text = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
    expect(canonicalJson(JSON.parse(text))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test('sorts keys by UTF-16 units, as the RFC’s example does', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
    expect(Object.keys(JSON.parse(text)).filter((key) => key !== '1')).toEqual([
      '\r',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\u{1f600}',
      '\ufb33',
    ]);
    expect(text.indexOf('"\\r"')).toBeLessThan(text.indexOf('"1"'));
    expect(text.indexOf('"1"')).toBeLessThan(text.indexOf('"\u0080"'));
  });

  test.each([
    [{ b: 1, a: undefined }, '{"b":1}'],
    [{ b: { d: 1, c: [] }, a: {} }, '{"a":{},"b":{"c":[],"d":1}}'],
    [-0, '0'],
    [JSON.parse('{"__proto__":{"b":1,"a":2}}'), '{"__proto__":{"a":2,"b":1}}'],
    ['\ud800', '"\\ud800"'],
  ])('%j becomes %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('what is no JSON has no form', () => {
    expect(() => canonicalJson(undefined)).toThrow(Fault);
    expect(() => canonicalJson([() => 1])).toThrow(Fault);
  });

  test('is a fixed point: parsed and written again it is the same', () => {
    const text = canonicalJson(throughJson(started().commits));
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });
});

describe('seeds and salts', () => {
  test('the commitment is the SHA-256 of the seed’s bytes', () => {
    expect(seedCommitment(serverSeed)).toBe(
      '9b68d49bb092f71292ad76ab8fb8750d710aae5af70e43b8ec0a901d048c0030',
    );
  });

  test.each([
    [[null, null], '4ea777edc38a0eae298b30827e85ff87c9b73917901f35c9c992a32e65120f40'],
    [['abc', null], '256baed17dbbf5426796f646d49ad7ca8c8c3ef4dfdc176042164d98e171d1f6'],
    [[null, 'abc'], '77daf74fc8b6ab60e617b9be4b0b2ac3423218a73c5396cb29d9177b2b0e74f1'],
    [['a"b', '~!'], '0f236cea87989446690c10979420530729f8e1645de0a9d45b9d2a22901b1fac'],
  ])('the play seed of the nonces %j is their HMAC', (nonces, seed) => {
    expect(playSeed(serverSeed, nonces)).toBe(seed);
  });

  test('each version has a salt of its own', () => {
    expect(saltOf(serverSeed, 1)).toBe('7c788a6c0aed1bb0886a6d78150f5cdd484900ff39a91523aef1ee41680e76cf');
    expect(saltOf(serverSeed, 12)).toBe('68dd2cc431b99eb50797d5e837f5b8c9cbada0b1f3e38eac32873ce566dadc27');
  });

  test('the match deals from the play seed of its players’ nonces', () => {
    const { match, commits } = when(given(), join('ben', { nonce: 'abc' }));
    expect(match.playSeed).toBe(playSeed(serverSeed, [null, 'abc']));
    expect(noncesOf(match)).toEqual([null, 'abc']);
    const events = commits.at(-1)?.steps[0]?.events ?? [];
    const dealt = engineOf(match).start(match.options, 2, createRandom(match.playSeed ?? '', 0));
    expect(events.slice(2)).toEqual(dealt);
  });
});

describe('the digest', () => {
  const joined = { v: 1, type: 'match.joined', name: 'Zoë 😀', seat: 0 };
  const steps = [{ actor: { seat: 0 }, command: { type: 'create' }, events: [joined] }];
  const at = 1_796_029_200_000;

  test('is the SHA-256 over the previous one, the salt and the canonical commit', () => {
    const first = digestOf(seedCommitment(serverSeed), saltOf(serverSeed, 1), { version: 1, at, steps });
    expect(first).toBe('8R-mbOM0S7M-rbt3fhrZIA8d545mHR78szMTOQiqkLo');
    const forced = [{ actor: { system: 'forced' }, events: [], command: { type: 'expire' }, draws: 3 }];
    const second = digestOf(first, saltOf(serverSeed, 2), { version: 2, at: at + 1, steps: forced });
    expect(second).toBe('7ICh-u5JhiZ2oAoE77Ox5GMmvti5iCHnacsgW1f7cSs');
  });

  const chain = (commits: readonly Commit[]) => {
    let previous = seedCommitment(serverSeed);
    return commits.map((commit) => {
      previous = digestOf(previous, saltOf(serverSeed, commit.version), commit);
      return previous;
    });
  };

  const played = (): Table => {
    let table = started();
    for (let turn = 0; turn < 5; turn++) table = when(table, moveOf(table));
    return when(table, by('resign', 'ben'));
  };

  test('of each commit chains it to all before it, from the seed’s commitment on', () => {
    const { commits, match } = played();
    expect(chain(throughJson(commits))).toEqual(commits.map(({ digest }) => digest));
    expect(match.digest).toBe(commits.at(-1)?.digest);
  });

  test.each([
    ['a time', (commit: Commit): Commit => ({ ...commit, at: commit.at + 1 })],
    ['a step', (commit: Commit): Commit => ({ ...commit, steps: [...commit.steps, ...commit.steps] })],
    ['a version', (commit: Commit): Commit => ({ ...commit, version: commit.version + 1 })],
  ])('changes from where %s was changed on', (_, change) => {
    const { commits } = played();
    const changed = chain(commits.map((commit, index) => (index === 3 ? change(commit) : commit)));
    expect(changed.slice(0, 3)).toEqual(commits.slice(0, 3).map(({ digest }) => digest));
    for (const [index, digest] of changed.entries()) {
      if (index >= 3) expect(digest).not.toBe(commits[index]?.digest);
    }
  });

  test('leaves out what is no fact: attempts, notices and snapshots', () => {
    const { commits } = played();
    const bare = commits.map((commit) => ({ ...commit, attempt: '', notices: [] }));
    expect(chain(bare)).toEqual(commits.map(({ digest }) => digest));
  });
});
