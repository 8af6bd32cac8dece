import { batched } from '#db/batch.ts';
import type { Db } from '#db/client.ts';
import { withDeadline } from '#db/pool/deadline.ts';
import type { Role } from '#shared/users.ts';
import type { Config } from '../env.ts';

/** The current state of a session and its user. */
export interface SessionState {
  userId: number;
  role: Role;
  blocked: boolean;
  /** Neither ended nor expired. */
  live: boolean;
  /** Whether the user entered the password or a code again within ten minutes. */
  isReauthenticated: boolean;
  /** Whether the session began within ten minutes. */
  isRecentLogin: boolean;
  hasSecondFactor: boolean;
  /** An admin who can only enrol a second factor, because the shop requires one. */
  mustEnroll: boolean;
}

export type SessionLookup = (sessionId: string) => Promise<SessionState | undefined>;

/** Every request waits for this query, which normally takes a few milliseconds. */
const DEADLINE_MS = 2_000;
/** How long a re-authentication is good for. */
const REAUTHENTICATED_MINUTES = 10;

/** Reads sessions for authentication, batching simultaneous requests. */
export function createSessionLookup(
  db: Db,
  { requiresAdminSecondFactor = false }: Partial<Pick<Config, 'requiresAdminSecondFactor'>> = {},
): SessionLookup {
  return batched((sessionIds) =>
    withDeadline(DEADLINE_MS, () => readSessions(db, sessionIds, requiresAdminSecondFactor)),
  );
}

async function readSessions(db: Db, sessionIds: string[], isRequired: boolean): Promise<(SessionState | undefined)[]> {
  const rows = await db.$client<(SessionState & { id: string })[]>`
    select s.id, s.user_id as "userId", u.role, u.blocked_at is not null as blocked,
           s.revoked_at is null and s.expires_at > now() as live,
           coalesce(s.reauthenticated_at > now() - make_interval(mins => ${REAUTHENTICATED_MINUTES}), false) as "isReauthenticated",
           s.created_at > now() - make_interval(mins => ${REAUTHENTICATED_MINUTES}) as "isRecentLogin",
           f.user_id is not null as "hasSecondFactor",
           u.role = 'admin' and f.user_id is null
             and (${isRequired} or (select require_admin_second_factor from settings)) as "mustEnroll"
    from sessions s
    join users u on u.id = s.user_id
    left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
    where s.id = any(${[...new Set(sessionIds)]}::uuid[])`;
  const found = new Map(rows.map(({ id, ...state }) => [id, state]));
  return sessionIds.map((id) => found.get(id));
}
