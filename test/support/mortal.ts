import type { Random } from '../../domain/engine/random.ts';
import type { Store } from '../../functions/shared/store/store.ts';

/** What a process that was killed would never have seen. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** What happens to one call of the store: nothing; the process is killed before it, or after it took effect; the store is busy. */
export type CallFault = 'none' | 'killed-before' | 'killed-after' | 'busy';

/** A process that may be killed at any call of the store. */
export interface Life {
  readonly store: Store;
  readonly isOver: () => boolean;
}

/** Gives a process its life: once it is killed, none of its calls comes through any more. */
export const giveLife = (store: Store, faultOf: () => CallFault): Life => {
  let isOver = false;
  const alive = (): void => {
    if (isOver) throw new Killed();
  };
  const mortal = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name): unknown => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function' || name === 'scanMatches') return method;
        return async (...args: unknown[]): Promise<unknown> => {
          alive();
          const fault = faultOf();
          if (fault === 'busy') throw new Error('the store is busy');
          if (fault === 'killed-before') isOver = true;
          alive();
          const result: unknown = await Reflect.apply(method, target, args);
          if (fault === 'killed-after') isOver = true;
          alive();
          return result;
        };
      },
    });
  return {
    store: {
      log: mortal(store.log),
      accounts: mortal(store.accounts),
      inbox: mortal(store.inbox),
      webhooks: mortal(store.webhooks),
      talk: mortal(store.talk),
      orders: mortal(store.orders),
      close: () => {},
    },
    isOver: () => isOver,
  };
};

/** Faults by chance, of a call. */
export const faultsBy =
  (random: Random, perThousand: number): (() => CallFault) =>
  () => {
    const drawn = random.int(1_000);
    if (drawn < perThousand) return 'killed-before';
    if (drawn < 2 * perThousand) return 'killed-after';
    return drawn < 3 * perThousand ? 'busy' : 'none';
  };
