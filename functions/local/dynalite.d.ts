/** The part of dynalite 4 (which ships no types) that is used here. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    /** The LevelDB folder; in memory without it. */
    readonly path?: string;
    /** How long a new table stays in CREATING. */
    readonly createTableMs?: number;
  }

  /** An HTTP server that answers as DynamoDB does; `close` also closes the database. */
  export default function dynalite(options?: DynaliteOptions): Server;
}
