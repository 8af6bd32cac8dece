import { eq } from 'drizzle-orm';
import { notices } from '../../../db/schema/notices.ts';
import type { Done } from '../../../shared/done.ts';
import type { Actor } from '../../../shared/users.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/**
 * Takes a notice back for good.
 * @throws DomainError `forbidden` unless an admin asks, `not_found`.
 */
export async function deleteNotice(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { id }: { id: number },
): Promise<Done> {
  assertAdmin(actor);
  const deleted = await db.delete(notices).where(eq(notices.id, id)).returning({ id: notices.id });
  if (deleted.length === 0) throw new DomainError('not_found');
  events.publish('notices');
  return { ok: true };
}
