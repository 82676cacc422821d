/** The sweeper on Lambda: the scheduler starts it every minute. */
import { createAwsParts } from '../shared/aws/parts.ts';
import { sweep } from './sweep.ts';

const parts = createAwsParts(process.env);

/** One sweep over all that is due. */
export const handler = (): Promise<void> => sweep(parts);
