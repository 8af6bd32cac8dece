import { and, eq, isNotNull } from 'drizzle-orm';
import { queueClaims } from '#db/schema/queue.ts';
import type { Done } from '#shared/done.ts';
import type { TryAgainInput } from '#shared/set-aside.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

/**
 * Gives work that was set aside back to the background workers, one of which attempts it alone, with new deaths to count. Admins only.
 * @throws DomainError `not_found` if it is not set aside
 */
export async function tryAgain(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { kind, id }: TryAgainInput,
): Promise<Done> {
  assertAdmin(actor);
  await db.transaction(async (tx) => {
    const [work] = await tx
      .update(queueClaims)
      .set({ setAsideAt: null, lockOwner: null, attempts: 0, alone: 0 })
      .where(and(eq(queueClaims.kind, kind), eq(queueClaims.id, id), isNotNull(queueClaims.setAsideAt)))
      .returning({ what: queueClaims.what });
    if (!work) throw new DomainError('not_found');
    await recordAction(tx, actor, {
      action: 'setAside.tryAgain',
      subject: 'setAside',
      subjectId: id,
      subjectName: work.what,
      before: { setAside: true },
      after: { setAside: false, kind },
    });
  });
  events.publish('setAside');
  return { ok: true };
}
