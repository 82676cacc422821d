import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 30_000, hookTimeout: 30_000 };

/**
 * Loading the modules anew for each file took most of the time. So the files share them, but for those that replace a module
 * (`vi.mock`), which would be replaced for all.
 */
const mocking = 'test/domain/match/**';

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      { test: { ...shared, name: 'mocking', include: [`${mocking}/*.test.ts`] } },
      {
        test: {
          ...shared,
          name: 'shared-modules',
          include: ['test/**/*.test.ts'],
          exclude: [mocking, 'test/bench/**'],
          isolate: false,
        },
      },
    ],
  },
});
