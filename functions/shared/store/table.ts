/**
 * The one table's schema, shared by the adapter, the local database and the CDK stack. Both indexes are sparse and hold keys
 * only: `due` lists what has a deadline (HEADs and deliveries), `lobby` the open public matches.
 */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttl: 'expiresAt',
  indexes: {
    due: { name: 'due', partitionKey: 'dueShard', sortKey: 'dueAt' },
    lobby: { name: 'lobby', partitionKey: 'lobby', sortKey: 'lobbyAt' },
  },
} as const;
