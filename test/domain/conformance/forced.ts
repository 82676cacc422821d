import { holds, type Law, placeOf, same, somePositions } from './law.ts';

const samplesPerLaw = 400;

/** What the match may play by itself. */
export const forced: readonly Law[] = [
  {
    name: 'a publicly forced move is the only legal move of an awaited seat',
    check: (subject, random) => {
      const { engine, laws } = subject;
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        const forcedMove = engine.publiclyForced(position.state);
        if (forcedMove === undefined) continue;
        const legal = engine.legalMoves(position.state, forcedMove.seat);
        const told = () => `${JSON.stringify(forcedMove)} is forced, ${placeOf(position)}`;
        holds(legal.length === 1, () => `${legal.length} legal moves though ${told()}`);
        same(legal.map(laws.normalize), [laws.normalize(forcedMove.move)], told);
      }
    },
  },
];
