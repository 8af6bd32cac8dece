import { and, eq, sql } from 'drizzle-orm';
import { sessions } from '#db/schema/sessions.ts';
import type { Actor } from '#shared/users.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import type { InSession } from '../../base/identity/authenticate.ts';
import { endSessions } from '../../base/identity/sessions.ts';

/**
 * Ends one session of the caller. Ending an ended session succeeds.
 * @throws DomainError `not_found` for an unknown session or another user's
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

/** Ends all sessions of the caller except the current one. */
export async function endOtherSessions(
  { db, events }: WriteDeps,
  { actor, sessionId }: Pick<InSession, 'actor' | 'sessionId'>,
): Promise<void> {
  await endSessions(db, actor.id, sessionId);
  events.publish('sessions', String(actor.id));
}
