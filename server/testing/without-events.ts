import type { Db } from '#db/client.ts';
import type { WriteDeps } from '../base/deps.ts';

/** A database for calling verbs directly: published events have no subscribers. */
export function withoutEvents(db: Db): WriteDeps {
  return { db, events: { publish: () => {}, subscribe: () => () => {}, stop: async () => {} } };
}
