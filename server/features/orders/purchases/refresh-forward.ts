import { eq, sql } from 'drizzle-orm';
import { forwards } from '#db/schema/forwards.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { recordAction } from '#server/base/audit/record-action.ts';
import type { Deps } from '#server/base/deps.ts';
import { DomainError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { tooMany } from '#server/base/limits/rate-limit.ts';
import { callInBackground } from '#server/base/queue/call-background.ts';
import { askStatus } from '#server/features/orders/statuses/ask-status.ts';
import { isOfPresentPanel } from '#server/suppliers/present-panel.ts';
import type { SupplierClient } from '#server/suppliers/protocols/client.ts';
import { takeCall } from '#server/suppliers/take-call.ts';
import type { StillRunning } from '#shared/background-calls.ts';
import type { RefreshedForward } from '#shared/supplier-status.ts';
import type { Actor } from '#shared/users.ts';
import { readForward } from './forward-rows.ts';

const MS_PER_SECOND = 1_000;

const NOT_FOLLOWED =
  'Its status is not followed: it ended more than a week ago, or the supplier has another host since it ended';

/**
 * Lets a background worker ask for the status of a purchase now ({@link refreshForward}). Admins only.
 * @returns the purchase afterwards, with `problem` if the supplier named no status; `{ running: true }` without an end in eight seconds
 * @throws DomainError `not_found`, `too_many_requests` if the supplier's calls of this minute are used up
 */
export async function askToRefresh(
  deps: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  input: { id: number },
): Promise<RefreshedForward | StillRunning> {
  assertAdmin(actor);
  const answer = await callInBackground<Refreshed>(deps, { kind: 'forwards.refresh', actor, input });
  return 'running' in answer ? answer : { forward: await readForward(deps.db, input.id), problem: answer.problem };
}

interface Refreshed {
  problem: string | null;
}

/**
 * Asks the supplier for the status of a purchase now, and applies the answer as if it had been due. One that is not accepted has no
 * status, and stays as it is. So does one that is not followed: another host would answer about another order. Admins only.
 * @returns `problem` if the supplier named no status
 * @throws DomainError `not_found`, `too_many_requests`
 */
export async function refreshForward(
  { suppliers: client, ...deps }: Pick<Deps, 'db' | 'events'> & { suppliers: SupplierClient },
  actor: Actor,
  { id }: { id: number },
): Promise<Refreshed> {
  assertAdmin(actor);
  const { db } = deps;
  const before = await readForward(db, id);
  if (before.state !== 'accepted') return { problem: null };
  const [supplier] = await db
    .select({
      id: suppliers.id,
      url: suppliers.url,
      sealedKey: suppliers.sealedKey,
      idempotent: suppliers.idempotent,
      callsPerMinute: suppliers.callsPerMinute,
      isFollowed: sql<boolean>`exists (
        select from forwards f join suppliers s on s.id = f.supplier_id
        where f.id = ${id} and f.status_due_at is not null and ${isOfPresentPanel})`,
    })
    .from(suppliers)
    .innerJoin(forwards, eq(forwards.supplierId, suppliers.id))
    .where(eq(forwards.id, id));
  if (!supplier) throw new DomainError('not_found');
  if (!supplier.isFollowed) return { problem: NOT_FOLLOWED };
  const waitMs = await takeCall(db, supplier);
  if (waitMs > 0) throw tooMany(waitMs / MS_PER_SECOND);
  // Before the call: nothing happens without an entry.
  await db.transaction((tx) =>
    recordAction(tx, actor, {
      action: 'forward.refresh',
      subject: 'forward',
      subjectId: id,
      subjectName: before.serviceName,
      userId: before.customer.id,
      before: null,
      after: { orderId: before.orderId },
    }),
  );
  return { problem: await askStatus({ ...deps, client }, supplier, id) };
}
