import type { Db } from '#db/client.ts';
import type { SessionEntry } from '#shared/auth.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import type { Authenticated } from '../../identity/authenticate.ts';
import { listSessionsOf } from '../../identity/list-sessions.ts';

/** Lists a user's sessions, the most recently used first; none for an unknown user. Admins only. */
export async function listUserSessions(
  db: Db,
  { actor, sessionId }: Pick<Authenticated, 'actor' | 'sessionId'>,
  { id }: { id: number },
): Promise<SessionEntry[]> {
  assertAdmin(actor);
  return listSessionsOf(db, id, sessionId);
}
