import type { Db } from '../../db/client.ts';
import { withDeadline } from '../../db/pool/deadline.ts';
import type { Role } from '../../shared/users.ts';

/** A session and its user as the database has them now. */
export interface SessionState {
  userId: number;
  role: Role;
  blocked: boolean;
  /** Neither revoked nor past its end. */
  live: boolean;
}

export type SessionLookup = (sessionId: string) => Promise<SessionState | undefined>;

type Found = Map<string, SessionState>;

interface Batch extends PromiseWithResolvers<Found> {
  sessionIds: Set<string>;
}

const QUERIES_AT_ONCE = 2;
/** Beyond these a batch waits so long for one to end, and is then read beside them: they may be on dead connections. */
const PATIENCE_MS = 100;
/** Every request waits for this answer, which takes a few milliseconds where all is well. */
const DEADLINE_MS = 2_000;

/**
 * Reads sessions for authentication, once for each request that asks. Whatever is asked while queries are in flight is
 * gathered into the next one, so that many parallel requests cost a few queries; no answer is older than its question, and
 * no query that hangs keeps later questions waiting.
 */
export function createSessionLookup(db: Db): SessionLookup {
  let inFlight = 0;
  let gathering: Batch | undefined;

  return async (sessionId) => {
    gathering ??= gather();
    gathering.sessionIds.add(sessionId);
    const found = await gathering.promise;
    return found.get(sessionId);
  };

  function gather(): Batch {
    const batch = { sessionIds: new Set<string>(), ...Promise.withResolvers<Found>() };
    // Those that ask in the same turn come along.
    queueMicrotask(() => {
      if (inFlight < QUERIES_AT_ONCE) void read(batch);
      else setTimeout(() => void read(batch), PATIENCE_MS);
    });
    return batch;
  }

  async function read(batch: Batch): Promise<void> {
    if (gathering !== batch) return;
    gathering = undefined;
    inFlight++;
    await withDeadline(DEADLINE_MS, () => readSessions(db, [...batch.sessionIds])).then(batch.resolve, batch.reject);
    inFlight--;
    if (gathering && inFlight < QUERIES_AT_ONCE) void read(gathering);
  }
}

async function readSessions(db: Db, sessionIds: string[]): Promise<Found> {
  const rows = await db.$client<{ id: string; userId: number; role: Role; blocked: boolean; live: boolean }[]>`
    select s.id, s.user_id as "userId", u.role, u.blocked_at is not null as blocked,
           s.revoked_at is null and s.expires_at > now() as live
    from sessions s join users u on u.id = s.user_id
    where s.id = any(${sessionIds}::uuid[])`;
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}
