import { batched } from '#db/batch.ts';
import type { Db } from '#db/client.ts';
import { withDeadline } from '#db/pool/deadline.ts';
import type { Role } from '#shared/users.ts';

/** A session and its user as the database has them now. */
export interface SessionState {
  userId: number;
  role: Role;
  blocked: boolean;
  /** Neither revoked nor past its end. */
  live: boolean;
}

export type SessionLookup = (sessionId: string) => Promise<SessionState | undefined>;

/** Every request waits for this answer, which takes a few milliseconds where all is well. */
const DEADLINE_MS = 2_000;

/** Reads sessions for authentication, once for each request that asks, those of requests at the same time together. */
export function createSessionLookup(db: Db): SessionLookup {
  return batched((sessionIds) => withDeadline(DEADLINE_MS, () => readSessions(db, sessionIds)));
}

async function readSessions(db: Db, sessionIds: string[]): Promise<(SessionState | undefined)[]> {
  const rows = await db.$client<{ id: string; userId: number; role: Role; blocked: boolean; live: boolean }[]>`
    select s.id, s.user_id as "userId", u.role, u.blocked_at is not null as blocked,
           s.revoked_at is null and s.expires_at > now() as live
    from sessions s join users u on u.id = s.user_id
    where s.id = any(${[...new Set(sessionIds)]}::uuid[])`;
  const found = new Map(rows.map(({ id, ...state }) => [id, state]));
  return sessionIds.map((id) => found.get(id));
}
