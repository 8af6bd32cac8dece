import { eq } from 'drizzle-orm';
import { forwards } from '#db/schema/forwards.ts';
import { recordAction } from '#server/base/audit/record-action.ts';
import type { WriteDeps } from '#server/base/deps.ts';
import { DomainError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import type { SettledForward } from '#shared/forwards.ts';
import type { ResolveForwardInput } from '#shared/supplier-status.ts';
import type { Actor } from '#shared/users.ts';
import { readForward } from './forward-rows.ts';

/**
 * Clears the flag of a purchase that a person has looked at. The same answer of the supplier does not set it again. A purchase without a
 * flag stays as it is. Admins only.
 * @throws DomainError `not_found`
 */
export async function resolveForward(
  { db, events }: WriteDeps,
  actor: Actor,
  { id, reason }: ResolveForwardInput,
): Promise<SettledForward> {
  assertAdmin(actor);
  const { serviceName, customer } = await readForward(db, id);
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ flag: forwards.flag })
      .from(forwards)
      .where(eq(forwards.id, id))
      .for('no key update');
    if (!row) throw new DomainError('not_found');
    if (row.flag === null) return;
    await tx.update(forwards).set({ flag: null, flaggedAt: null }).where(eq(forwards.id, id));
    await recordAction(tx, actor, {
      action: 'forward.resolve',
      subject: 'forward',
      subjectId: id,
      subjectName: serviceName,
      userId: customer.id,
      before: { flag: row.flag },
      after: { flag: null },
      reason,
    });
  });
  events.publish('forwards', String(id));
  return { forward: await readForward(db, id) };
}
