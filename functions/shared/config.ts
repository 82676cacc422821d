import { z } from 'zod';

const schema = z.object({
  TABLE_NAME: z.string().min(3).default('giliran'),
  PUBLIC_URL: z.url().default('http://127.0.0.1:8787'),
  SERVER_KEY: z.string().min(32).optional(),
  SERVER_KEY_SECRET_ARN: z.string().optional(),
  DELIVERY_QUEUE_URL: z.string().optional(),
  DYNAMODB_ENDPOINT: z.url().optional(),
});

/** What the environment sets, read once; a fault in it stops the process. */
export type Config = z.infer<typeof schema>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => schema.parse(env);
