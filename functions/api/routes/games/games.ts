/** The catalogue: which games there are, how each is played, and the JSON Schemas of its options, moves and view. */
import { z } from '@hono/zod-openapi';
import type { GameId } from '../../../../domain/engine/engine.ts';
import { gameIds } from '../../../../domain/engine/engine.ts';
import { latestEngine } from '../../../../domain/engine/registry.ts';
import type { SealedEngine } from '../../../../domain/engine/sealed.ts';
import { catalogues } from '../../../../domain/games/catalogue.generated.ts';
import { operation, problem, reply } from '../../operation.ts';
import { gameSchema } from '../../schemas.ts';

const translations = z
  .object({ en: z.string(), id: z.string(), ms: z.string(), ko: z.string() })
  .openapi('Translations');

const gameSummary = z
  .object({
    id: gameSchema,
    rulesVersion: z.int(),
    seats: z.object({ min: z.int(), max: z.int() }),
    names: translations,
    descriptions: translations,
  })
  .openapi('GameSummary');

const jsonSchema = z.record(z.string(), z.unknown());

const game = gameSummary
  .extend({
    rules: z.string().openapi({ description: 'How to play, in Markdown.' }),
    schemas: z
      .object({ options: jsonSchema, move: jsonSchema, view: jsonSchema })
      .openapi({ description: 'JSON Schema 2020-12.' }),
    orderTemplates: z
      .array(
        z.object({
          id: z.string(),
          decision: z.string().openapi({ description: 'The kind of decision that it answers.' }),
          title: z.string(),
          description: z.string(),
          parameters: jsonSchema,
        }),
      )
      .openapi({ description: 'What standing orders may answer for a player.' }),
  })
  .openapi('Game');

const toJsonSchema = (schema: z.ZodType): Record<string, unknown> => ({
  ...z.toJSONSchema(schema, { io: 'input' }),
});

/** A game that its folder has not yet described to people is not in the catalogue. */
const describeGame = (engine: SealedEngine | undefined) => {
  const catalogue = engine && catalogues[engine.game];
  if (!catalogue) return undefined;
  const { names, descriptions, rules } = catalogue;
  return {
    summary: { id: engine.game, rulesVersion: engine.rulesVersion, seats: engine.seats, names, descriptions },
    rules,
  };
};

export const listGames = operation(
  {
    operationId: 'listGames',
    method: 'get',
    path: '/v1/games',
    tag: 'games',
    summary: 'List the games',
    description: 'Every game that matches can be created for.',
    access: { kind: 'anyone' },
    status: 200,
    success: 'The catalogue.',
    answer: z.object({ items: z.array(gameSummary) }),
  },
  async () =>
    reply({
      items: gameIds.flatMap((id) => {
        const described = describeGame(latestEngine(id));
        return described ? [described.summary] : [];
      }),
    }),
);

const isGameId = (text: string): text is GameId => gameIds.some((id) => id === text);

export const readGame = operation(
  {
    operationId: 'readGame',
    method: 'get',
    path: '/v1/games/{game}',
    tag: 'games',
    summary: 'Read a game',
    description: 'How a game is played, and the JSON Schemas of its options, moves and view.',
    access: { kind: 'anyone' },
    params: { game: 'The id of a game.' },
    status: 200,
    success: 'The game.',
    answer: game,
  },
  async ({ params }) => {
    const id = params.game ?? '';
    const engine = isGameId(id) ? latestEngine(id) : undefined;
    const described = describeGame(engine);
    if (!engine || !described) return problem('not-found');
    return reply({
      ...described.summary,
      rules: described.rules,
      schemas: {
        options: toJsonSchema(engine.schemas.options),
        move: toJsonSchema(engine.schemas.move),
        view: toJsonSchema(engine.schemas.view),
      },
      orderTemplates: engine.orders.map(({ id, decision, title, description, parameters }) => ({
        id,
        decision,
        title,
        description,
        parameters: toJsonSchema(parameters),
      })),
    });
  },
);
