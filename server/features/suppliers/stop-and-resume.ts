import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import type { Supplier, stopSupplierInput } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { retryUnknownNow } from '../../suppliers/ask-again.ts';
import { stopSupplier } from '../../suppliers/stop-supplier.ts';
import { lockSupplier, readSupplier } from './supplier-rows.ts';
import { wakeWaiting } from './wake-waiting.ts';

/**
 * Stops buying from a supplier by hand. It replaces a stop by the panel; one by a person stays as it is. Admins only.
 * @throws DomainError `not_found`
 */
export async function stopByHand(
  { db, events }: WriteDeps,
  actor: Actor,
  { id, reason }: z.output<typeof stopSupplierInput>,
): Promise<{ supplier: Supplier }> {
  assertAdmin(actor);
  const supplier = await db.transaction(async (tx) => {
    const before = await lockSupplier(tx, id);
    const isStopped = await stopSupplier(tx, { supplierId: id, reason: 'person', stoppedBy: actor.id, text: reason });
    if (isStopped) await record(tx, actor, { action: 'supplier.stop', before, isStoppedNow: true, reason });
    return readSupplier(tx, id);
  });
  events.publish('suppliers', String(id));
  return { supplier };
}

/**
 * Lifts a stop, and ends a rest. Unknown purchases from before do not count towards the next stop. What waits for funds is tried again.
 * Admins only.
 * @throws DomainError `not_found`
 */
export async function resumeSupplier(
  { db, events }: WriteDeps,
  actor: Actor,
  { id }: { id: number },
): Promise<{ supplier: Supplier }> {
  assertAdmin(actor);
  const supplier = await db.transaction(async (tx) => {
    const before = await lockSupplier(tx, id);
    if (before.stoppedAt !== null) {
      await tx
        .update(suppliers)
        .set({
          ...{ stoppedAt: null, stoppedReason: null, stoppedBy: null, stoppedText: null },
          resumedAt: sql`now()`,
          updatedAt: sql`now()`,
        })
        .where(eq(suppliers.id, id));
      await record(tx, actor, { action: 'supplier.resume', before, isStoppedNow: false, reason: undefined });
    }
    // Also the rest of one that is not stopped, for a lost connection or too many calls.
    await tx
      .update(suppliers)
      .set({ pausedUntil: null, unreachableSince: null, unreachableCount: 0 })
      .where(eq(suppliers.id, id));
    await wakeWaiting(tx, id);
    await retryUnknownNow(tx, id);
    return readSupplier(tx, id);
  });
  events.publish('suppliers', String(id));
  events.publish('forwards');
  return { supplier };
}

interface Change {
  action: 'supplier.stop' | 'supplier.resume';
  before: Awaited<ReturnType<typeof lockSupplier>>;
  isStoppedNow: boolean;
  reason: string | undefined;
}

async function record(tx: Tx, actor: Actor, { action, before, isStoppedNow, reason }: Change): Promise<void> {
  const { id, name, stoppedAt, stoppedReason } = before;
  await recordAction(tx, actor, {
    action,
    subject: 'supplier',
    subjectId: id,
    subjectName: name,
    before: { stopped: stoppedAt !== null, stoppedReason },
    after: { stopped: isStoppedNow, stoppedReason: isStoppedNow ? 'person' : null },
    reason,
  });
}
