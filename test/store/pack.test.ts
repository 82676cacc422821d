import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, unpack } from '../../functions/shared/store/pack.ts';

test('every text comes back as it was, and is never kept in more bytes than it has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), fc.nat(20), (text, times) => {
      const long = text.repeat(times);
      const packed = pack(long);
      expect(unpack(packed)).toBe(long);
      expect(Buffer.byteLength(packed)).toBeLessThanOrEqual(Buffer.byteLength(long));
    }),
  );
});

test('damaged bytes, and bytes that would grow without bound, are a fault', () => {
  expect(() => unpack(new Uint8Array([1, 2, 3]))).toThrow(/packed text is damaged/);
  const packed = pack('abc'.repeat(1_000)) as Uint8Array;
  expect(() => unpack(packed.slice(0, -3))).toThrow(/packed text is damaged/);
  expect(() => unpack(deflateRawSync(Buffer.alloc(5_000_000)))).toThrow(/packed text is damaged/);
});
