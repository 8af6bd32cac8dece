import type { Db } from '#db/client.ts';
import type { SessionEntry } from '#shared/auth.ts';
import type { Authenticated } from '../../identity/authenticate.ts';
import { listSessionsOf } from '../../identity/list-sessions.ts';

/** Where the caller is signed in: the session that asks first, then the one used last. There are never more than twenty. */
export async function listSessions(db: Db, { actor, sessionId }: Authenticated): Promise<SessionEntry[]> {
  return listSessionsOf(db, actor.id, sessionId);
}
