import type * as registry from '../../../domain/engine/registry.ts';

/** The registry with the toy in it, for `vi.mock`: rules version 999 of any game. */
export const withToy = async (original: () => Promise<typeof registry>): Promise<typeof registry> => {
  const [real, { toy }] = await Promise.all([original(), import('./toy.ts')]);
  return {
    ...real,
    findEngine: (game, rulesVersion) => (rulesVersion === 999 ? toy : real.findEngine(game, rulesVersion)),
  };
};
