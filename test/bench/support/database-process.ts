/** The embedded database in a process of its own, so that what is measured doesn't share a core's time with it. */
import { startDatabase } from '../../../functions/local/database.ts';

const database = await startDatabase();
process.send?.(database.endpoint);
process.once('disconnect', () => process.exit(0));
