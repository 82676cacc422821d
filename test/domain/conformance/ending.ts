import { awaitedSeats, seatsOf } from '../../support/engines.ts';
import { holds, type Law, placeOf, somePositions } from './law.ts';

const samplesPerLaw = 200;

/** Every match ends, and its end is the state in which nobody is awaited. */
export const ending: readonly Law[] = [
  {
    name: 'evolve and every query are total over what decide produces',
    check: ({ playouts }) => {
      for (const { stop, playSeed } of playouts) {
        holds(
          stop.kind !== 'threw',
          () => `play seed ${playSeed}: ${stop.kind === 'threw' ? String(stop.error) : ''}`,
        );
      }
    },
  },
  {
    name: 'a match ends within the proved bound of moves',
    check: ({ playouts }) => {
      for (const { stop, steps, playSeed } of playouts) {
        holds(stop.kind !== 'too-long', () => `no end after ${steps.length} moves in play seed ${playSeed}`);
      }
    },
  },
  {
    name: 'a match is over exactly if nobody is awaited, and an awaited seat has a legal move',
    check: (subject, random) => {
      const { engine, playouts } = subject;
      for (const { stop, playSeed } of playouts) {
        holds(stop.kind !== 'stuck', () => `an awaited seat has no legal move in play seed ${playSeed}`);
      }
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        const progress = engine.progress(position.state);
        const awaited = awaitedSeats(engine, position.state);
        const seats = seatsOf(position.playout.sample.seats);
        const place = () => placeOf(position);
        holds((progress.kind === 'over') === (awaited.length === 0), () => `awaiting nobody, ${place()}`);
        holds(new Set(awaited).size === awaited.length, () => `a seat is awaited twice, ${place()}`);
        holds(
          awaited.every((seat) => seats.includes(seat)),
          () => `a seat that isn't there is awaited, ${place()}`,
        );
        const able = seats.filter((seat) => engine.legalMoves(position.state, seat).length > 0);
        holds(
          able.length > 0 === (progress.kind === 'awaiting'),
          () => `legal moves after the end, ${place()}`,
        );
      }
    },
  },
  {
    name: 'an outcome names seats of the match once each, and a stable reason',
    check: ({ engine, playouts }) => {
      for (const playout of playouts) {
        const progress = engine.progress(playout.final);
        if (progress.kind === 'awaiting') continue;
        const told = () => `${JSON.stringify(progress.outcome)} of play seed ${playout.playSeed}`;
        const { outcome } = progress;
        holds(/^[a-z]+(-[a-z]+)*$/.test(outcome.reason), told);
        const next = engine.nextFirstSeat({
          firstSeat: engine.firstSeat(playout.final),
          seats: playout.sample.seats,
          outcome,
        });
        const seats = seatsOf(playout.sample.seats);
        holds(next === 'random' || seats.includes(next), () => `${next} would begin after ${told()}`);
        if (outcome.kind === 'drawn') continue;
        const { winners } = outcome;
        holds(winners.length > 0 && winners.every((seat) => seats.includes(seat)), told);
        holds(new Set(winners).size === winners.length, told);
      }
    },
  },
];
