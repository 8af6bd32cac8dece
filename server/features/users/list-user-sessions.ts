import type { Db } from '#db/client.ts';
import type { SessionEntry } from '#shared/auth.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { type Authenticated, assertSession } from '../../base/identity/authenticate.ts';
import { listSessionsOf } from '../../base/identity/list-sessions.ts';

/** Lists a user's sessions, the most recently used first; none for an unknown user. Admins only, without an API key. */
export async function listUserSessions(db: Db, who: Authenticated, { id }: { id: number }): Promise<SessionEntry[]> {
  assertAdmin(who.actor);
  assertSession(who);
  return listSessionsOf(db, id, who.sessionId);
}
