import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Fault } from '../../../domain/engine/result.ts';

/** A text as it is kept: plain, or deflated (RFC 1951) where that is shorter. */
export type Packed = string | Uint8Array;

/** Below this nothing is won that would be worth the work. */
const packFromBytes = 256;
/** Far above any commit: what says it is larger isn't ours. */
const textBytesMax = 4 * 1024 * 1024;

/** Packs a text for the table, whose write units are counted by the kilobyte. The same text gives the same bytes. */
export const pack = (text: string): Packed => {
  const bytes = Buffer.from(text);
  if (bytes.byteLength < packFromBytes) return text;
  const deflated = deflateRawSync(bytes, { level: 9 });
  return deflated.byteLength < bytes.byteLength ? new Uint8Array(deflated) : text;
};

/** The text again; a `Fault` for bytes that `pack` didn't make. */
export const unpack = (packed: Packed): string => {
  if (typeof packed === 'string') return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: textBytesMax }).toString();
  } catch (error) {
    throw new Fault(`packed text is damaged: ${error instanceof Error ? error.message : error}`);
  }
};
