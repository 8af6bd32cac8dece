import { and, eq, sql } from 'drizzle-orm';
import { sessions } from '../../../db/schema/sessions.ts';
import type { Actor } from '../../../shared/users.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';

/**
 * Ends one session of the caller's at once, that which asks included. Ending what has ended is success.
 * @throws DomainError `not_found` for a session that is nobody's or somebody else's
 */
export async function endOwnSession(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`coalesce(${sessions.revokedAt}, now())` })
    .where(and(eq(sessions.id, id), eq(sessions.userId, actor.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new DomainError('not_found');
  events.publish('sessions', String(actor.id));
}
