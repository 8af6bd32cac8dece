import type { Db } from '../../db/client.ts';
import type { Deps } from '../deps.ts';

/** A database on which verbs are called without a process around them: what they publish nobody hears. */
export function unheard(db: Db): Pick<Deps, 'db' | 'events'> {
  return { db, events: { publish: () => {}, subscribe: () => () => {}, stop: async () => {} } };
}
