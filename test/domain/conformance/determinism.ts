import { createRandom } from '../../../domain/engine/random.ts';
import { fold } from '../../support/engines.ts';
import { holds, type Law, placeOf, repeatedChance, same, someSteps } from './law.ts';

const samplesPerLaw = 120;

/** Chance comes from `random` alone, and nothing is remembered between calls. */
export const determinism: readonly Law[] = [
  {
    name: 'the same state, seat, move and draws give the same events',
    check: (subject, random) => {
      for (const { position, step } of someSteps(subject, random, samplesPerLaw)) {
        const chance = repeatedChance(random);
        const [first, second] = [chance(), chance()];
        const decide = (draws: typeof first) =>
          subject.engine.decide(position.state, step.seat, step.move, draws);
        same(decide(second), decide(first), () => `decided twice, ${placeOf(position)}`);
        holds(first.drawn() === second.drawn(), () => `draws differ in number, ${placeOf(position)}`);
      }
    },
  },
  {
    name: 'a match replays from its seed and moves to the same events and states',
    check: ({ engine, playouts }) => {
      for (const playout of playouts) {
        const chance = createRandom(playout.playSeed, 0);
        const { options, seats } = playout.sample;
        const start = engine.start(options, seats, chance);
        same(start, playout.start, () => `the start of play seed ${playout.playSeed}`);
        let state = fold(engine, engine.initial(), start);
        for (const [index, { seat, move, drawn, events }] of playout.steps.entries()) {
          const place = () => placeOf({ playout, index, state });
          holds(chance.drawn() === drawn, () => `${chance.drawn()} draws against ${drawn}, ${place()}`);
          const decided = engine.decide(state, seat, move, chance);
          same(decided, { ok: true, value: events }, () => `decided again, ${place()}`);
          state = fold(engine, state, events);
        }
        same(state, playout.final, () => `the end of play seed ${playout.playSeed}`);
      }
    },
  },
];
