import { batched } from '#db/batch.ts';
import type { Db } from '#db/client.ts';
import { withDeadline } from '#db/pool/deadline.ts';
import type { Role } from '#shared/users.ts';

/** The current state of a session and its user. */
export interface SessionState {
  userId: number;
  role: Role;
  blocked: boolean;
  /** Neither ended nor expired. */
  live: boolean;
}

export type SessionLookup = (sessionId: string) => Promise<SessionState | undefined>;

/** Every request waits for this query, which normally takes a few milliseconds. */
const DEADLINE_MS = 2_000;

/** Reads sessions for authentication, batching simultaneous requests. */
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
