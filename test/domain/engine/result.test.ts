import { describe, expect, test } from 'vitest';
import { err, expectDefined, Fault, invariant, ok } from '../../../domain/engine/result.ts';

describe('results', () => {
  test('an accepted value and a refusal are told apart by `ok`', () => {
    expect(ok(7)).toEqual({ ok: true, value: 7 });
    expect(err('no')).toEqual({ ok: false, error: 'no' });
  });
});

describe('broken invariants', () => {
  test('an invariant that holds says nothing', () => {
    expect(() => invariant(true, 'never told')).not.toThrow();
  });

  test('a broken one is a Fault with its message', () => {
    expect(() => invariant(false, 'cards are missing')).toThrow(new Fault('cards are missing'));
  });

  test('a Fault is told apart by its name', () => {
    expect(new Fault('broken').name).toBe('Fault');
  });

  test.each([0, '', false, null])('%j is defined', (value) => {
    expect(expectDefined(value, 'never told')).toBe(value);
  });

  test('what is undefined is a Fault', () => {
    expect(() => expectDefined(undefined, 'no such seat')).toThrow(new Fault('no such seat'));
  });
});
