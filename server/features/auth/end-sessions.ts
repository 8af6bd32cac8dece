import { and, eq, sql } from 'drizzle-orm';
import { sessions } from '#db/schema/sessions.ts';
import type { Actor } from '#shared/users.ts';
import type { WriteDeps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import type { Authenticated } from '../../identity/authenticate.ts';
import { endSessions } from '../../identity/sessions.ts';

/**
 * Ends one session of the caller's. Ending an ended session is success.
 * @throws DomainError `not_found` for a session of nobody or of somebody else
 */
export async function endOwnSession({ db, events }: WriteDeps, actor: Actor, { id }: { id: string }): Promise<void> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`coalesce(${sessions.revokedAt}, now())` })
    .where(and(eq(sessions.id, id), eq(sessions.userId, actor.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new DomainError('not_found');
  events.publish('sessions', String(actor.id));
}

/** Ends every session of the caller's at once, but the one that asks. */
export async function endOtherSessions(
  { db, events }: WriteDeps,
  { actor, sessionId }: Pick<Authenticated, 'actor' | 'sessionId'>,
): Promise<void> {
  await endSessions(db, actor.id, sessionId);
  events.publish('sessions', String(actor.id));
}
