import type { Random } from '../../../domain/engine/random.ts';
import type { SealedEngine } from '../../../domain/engine/sealed.ts';
import { deepFreeze, throughJson } from '../../support/json.ts';
import { inputSchemaOf, sampleOf } from '../../support/sampling.ts';
import { holds, type Law, placeOf, same, somePositions } from './law.ts';

const samplesPerLaw = 300;

type Template = SealedEngine['orders'][number];

/** Standing orders answer as their owner could have. */
export const orders: readonly Law[] = [
  {
    name: 'the parameters of a standing order are a strict object, and its id is its own',
    check: ({ engine }, random) => {
      const ids = engine.orders.map((template) => template.id);
      same([...new Set(ids)], ids, () => 'ids of order templates');
      for (const template of engine.orders) {
        holds(/^[a-z]+(-[a-z]+)*$/.test(template.id), () => `the id ${template.id}`);
        const parameters = parametersOf(template, random);
        const refused = !template.parameters.safeParse({ ...Object(parameters), surplus: 1 }).success;
        holds(refused, () => `${template.id} takes a surplus parameter`);
        holds(!template.parameters.safeParse([]).success, () => `${template.id} takes a list for parameters`);
      }
    },
  },
  {
    name: 'a standing order answers its decision with a listed move or leaves it to its owner, and always the same',
    check: (subject, random) => {
      const { engine } = subject;
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        const progress = engine.progress(position.state);
        if (progress.kind === 'over') continue;
        for (const { seat, kind } of progress.decisions) {
          const view = deepFreeze(throughJson(engine.view(position.state, { seat })));
          const legal = deepFreeze(throughJson(engine.legalMoves(position.state, seat)));
          for (const template of engine.orders.filter((order) => order.decision === kind)) {
            const parameters = deepFreeze(parametersOf(template, random));
            const move = template.answer(view, legal, parameters);
            const told = () => `${template.id} with ${JSON.stringify(parameters)}, ${placeOf(position)}`;
            same(template.answer(view, legal, parameters) ?? null, move ?? null, told);
            if (move === undefined) continue;
            const listed = legal.some((one) => JSON.stringify(one) === JSON.stringify(move));
            holds(listed, () => `${JSON.stringify(move)} is no listed move: ${told()}`);
          }
        }
      }
    },
  },
];

const parametersOf = (template: Template, random: Random): unknown =>
  template.parameters.parse(sampleOf(inputSchemaOf(template.parameters), random));
