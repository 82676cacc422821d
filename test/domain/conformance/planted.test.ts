import { expect, test } from 'vitest';
import { expectDefined } from '../../../domain/engine/result.ts';
import { randomFor } from '../../support/seed.ts';
import { type Fault, faults } from './faults.ts';
import { Breach, loadSubject } from './law.ts';
import { allLaws } from './laws.ts';

// A fixed seed: whether a law notices a mistake must not depend on luck.
const seed = 'planted';
const playouts = 5;

const plantedIn = async ({ engine, law }: Fault) => {
  const { check } = expectDefined(
    allLaws.find(({ name }) => name === law),
    `the law "${law}"`,
  );
  const subject = await loadSubject(engine, seed, playouts);
  return () => check(subject, randomFor(seed, law));
};

test.each(faults)('a planted mistake breaks its law: $name', async (fault) => {
  expect(await plantedIn(fault)).toThrow(Breach);
});
