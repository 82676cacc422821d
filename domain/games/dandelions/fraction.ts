import type { Fraction } from './types.ts';

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

/** A whole number of sixths as an exact fraction in lowest terms. Sixths hold every half and third that a tie makes (DA-7). */
export const fractionOfSixths = (sixths: number): Fraction => {
  const divisor = greatestCommonDivisor(sixths, 6);
  return {
    numerator: sixths / divisor,
    denominator: 6 / divisor,
    decimal: String(Math.round((sixths * 100) / 6) / 100),
  };
};
