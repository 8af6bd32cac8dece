import type { Db } from '../../../db/client.ts';
import type { Role } from '../../../shared/users.ts';

/** A session and its user as the database has them now. */
export interface SessionState {
  userId: number;
  role: Role;
  blocked: boolean;
  /** Neither revoked nor past its end. */
  live: boolean;
}

export type SessionLookup = (sessionId: string) => Promise<SessionState | undefined>;

interface Batch {
  sessionIds: Set<string>;
  found: Promise<Map<string, SessionState>>;
}

/**
 * Reads sessions for authentication, once for each request that asks. Whatever is asked while a query is in flight is
 * gathered into the next one, so that many parallel requests cost a few queries; no answer is older than its question.
 */
export function createSessionLookup(db: Db): SessionLookup {
  let inFlight: Promise<unknown> | undefined;
  let gathering: Batch | undefined;

  return async (sessionId) => {
    gathering ??= startBatch();
    gathering.sessionIds.add(sessionId);
    const found = await gathering.found;
    return found.get(sessionId);
  };

  function startBatch(): Batch {
    const sessionIds = new Set<string>();
    const found = (inFlight ?? Promise.resolve()).then(() => {
      gathering = undefined;
      const query = readSessions(db, [...sessionIds]);
      inFlight = query.catch(() => undefined);
      return query;
    });
    return { sessionIds, found };
  }
}

async function readSessions(db: Db, sessionIds: string[]): Promise<Map<string, SessionState>> {
  const rows = await db.$client<{ id: string; userId: string; role: Role; blocked: boolean; live: boolean }[]>`
    select s.id, s.user_id as "userId", u.role, u.blocked_at is not null as blocked,
           s.revoked_at is null and s.expires_at > now() as live
    from sessions s join users u on u.id = s.user_id
    where s.id = any(${sessionIds}::uuid[])`;
  return new Map(rows.map(({ id, userId, ...state }) => [id, { ...state, userId: Number(userId) }]));
}
