import type { Db } from '#db/client.ts';
import type { SessionEntry } from '#shared/auth.ts';
import type { InSession } from '../../base/identity/authenticate.ts';
import { listSessionsOf } from '../../base/identity/list-sessions.ts';

/** The caller's sessions: the current one first, then by last use. There are at most twenty. */
export async function listSessions(db: Db, { actor, sessionId }: InSession): Promise<SessionEntry[]> {
  return listSessionsOf(db, actor.id, sessionId);
}
