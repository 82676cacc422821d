import { z } from '@hono/zod-openapi';

/** Letters of any script, but no control, format, surrogate or private-use characters; NFC; no white space at the ends. */
const clean = (text: string): string => text.normalize('NFC').trim();

/** One line of text that people read: normalised (NFC), trimmed, 1 to `lengthMax` characters, none of them invisible. */
export const lineSchema = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax * 2)
    .transform(clean)
    .pipe(
      z
        .string()
        .min(1)
        .max(lengthMax)
        .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'no control or invisible characters'),
    )
    .openapi({ type: 'string', minLength: 1, maxLength: lengthMax });

/**
 * Text of several lines: as a line, but line feeds are kept, and the joiners (U+200C, U+200D) that emoji and several scripts need, though
 * not by themselves.
 */
export const textSchema = (lengthMax: number, lengthMin = 1) =>
  z
    .string()
    .max(lengthMax * 2)
    .transform((text) => clean(text.replaceAll(/\r\n?/g, '\n')))
    .pipe(
      z
        .string()
        .min(lengthMin)
        .max(lengthMax)
        .regex(
          /^(\n|\u200c|\u200d|[^\p{C}\p{Zl}\p{Zp}])*$/u,
          'no control or invisible characters but line feeds',
        )
        .regex(/^$|[^\s\u200c\u200d]/u, 'nothing that can be seen'),
    )
    .openapi({ type: 'string', minLength: lengthMin, maxLength: lengthMax });
