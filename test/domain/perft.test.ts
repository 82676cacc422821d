import { describe, expect, test } from 'vitest';
import { engines } from '../../domain/engine/registry.ts';
import { loadLaws } from '../support/engines.ts';
import { perft } from '../support/perft.ts';
import recorded from './perft.json' with { type: 'json' };

const tables: Readonly<Record<string, readonly (readonly number[])[]>> = recorded;

describe.each(engines.map((engine) => ({ name: `${engine.game} v${engine.rulesVersion}`, engine })))(
  '$name',
  async ({ name, engine }) => {
    const { samples } = await loadLaws(engine.game);

    test('every sample of options has a perft table', () => {
      expect(tables[name]).toHaveLength(samples.length);
    });

    test.each(samples.map((sample, label) => ({ label, sample })))(
      'options $label: as many distinct states at each depth as were recorded',
      ({ label, sample }) => {
        expect(perft(engine, sample, label)).toEqual(tables[name]?.[label]);
      },
    );
  },
);
