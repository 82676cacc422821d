import { holds, type Law, placeOf } from './law.ts';

const commitBytesMax = 4 * 1024;
const stateBytesMax = 32 * 1024;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A commit and a snapshot stay small enough to be one cheap item each. */
export const sizes: readonly Law[] = [
  {
    name: 'the events of one move, and of the start, are 4 KB at most',
    check: ({ playouts }) => {
      for (const playout of playouts) {
        const starting = bytesOf(playout.start);
        holds(starting <= commitBytesMax, () => `${starting} bytes to start play seed ${playout.playSeed}`);
        for (const [index, { events, before }] of playout.steps.entries()) {
          const bytes = bytesOf(events);
          holds(
            bytes <= commitBytesMax,
            () => `${bytes} bytes, ${placeOf({ playout, index, state: before })}`,
          );
        }
      }
    },
  },
  {
    name: 'a state is 32 KB at most',
    check: ({ playouts }) => {
      for (const playout of playouts) {
        for (const [index, { after }] of playout.steps.entries()) {
          const bytes = bytesOf(after);
          holds(bytes <= stateBytesMax, () => `${bytes} bytes, ${placeOf({ playout, index, state: after })}`);
        }
      }
    },
  },
];
