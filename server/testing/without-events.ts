import type { Db } from '#db/client.ts';
import type { WriteDeps } from '../deps.ts';

/** A database on which verbs are called without a process around them: what they publish nobody hears. */
export function withoutEvents(db: Db): WriteDeps {
  return { db, events: { publish: () => {}, subscribe: () => () => {}, stop: async () => {} } };
}
