import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { endSessions } from '../../base/identity/sessions.ts';
import { getUser } from './get-user.ts';

/**
 * Ends every session of a user; the password stays. Admins only.
 * @returns how many were ended
 * @throws DomainError `not_found`
 */
export async function endUserSessions(
  { db, events }: WriteDeps,
  actor: Actor,
  { id }: { id: number },
): Promise<{ ended: number }> {
  assertAdmin(actor);
  const ended = await db.transaction(async (tx) => {
    const { userName } = await getUser(tx, actor, { id });
    const count = await endSessions(tx, id);
    await recordAction(tx, actor, {
      action: 'user.endSessions',
      subject: 'user',
      subjectId: id,
      subjectName: userName,
      userId: id,
      before: { sessions: count },
      after: { sessions: 0 },
    });
    return count;
  });
  events.publish('sessions', String(id));
  return { ended };
}
