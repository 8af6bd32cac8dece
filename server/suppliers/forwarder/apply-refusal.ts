import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isOpen, type OrderStatus } from '#shared/order-status.ts';
import type { SupplierMicros } from '#shared/supplier-money.ts';
import type { RefusalReason } from '../api/results.ts';
import { stopSupplier } from '../stop-supplier.ts';
import { isFinal, LOOK_AGAIN_SECONDS, withoutSource } from './assign-forwards.ts';
import { chooseSource, type OrderTerms, readSources } from './choose-source.ts';
import type { Attempt } from './claim-forward.ts';
import { changeForward, type LockedForward } from './forward-changes.ts';

/** How long a supplier rests that can't be connected. */
const UNREACHABLE_REST_SECONDS = 60;
const LINK_IN_USE_AGAIN_MINUTES = 15;

/** The forward of an answer, with its order; both are locked. */
export interface AnsweredRow extends LockedForward, OrderTerms {
  attempts: number;
  position: number;
  costMicros: SupplierMicros | null;
  /** The number of an attempt before, whose answer came late. */
  lateOrderId: string | null;
  serviceId: number;
  status: OrderStatus;
  isLinkInUse: boolean;
  isLinkInUseForLong: boolean;
  /** An attempt before was unknown, or a person has sent the order again: an active order with its link may be ours. */
  isDoubted: boolean;
  /** The supplier is another panel now than the one that answers. */
  isFormerPanel: boolean;
}

/** The supplier does not sell the service now: its source is paused. A transaction of its own, which waits for a list that is taken. */
export async function pauseSource(db: Db, { serviceId, supplier, order }: Attempt, text: string): Promise<void> {
  await db.execute(sql`
    update service_sources set paused_at = now(), paused_reason = 'refused', paused_text = ${text.slice(0, 500)}
    where service_id = ${serviceId} and supplier_id = ${supplier.id} and external_id = ${order.externalId} and paused_at is null`);
}

/** What a refusal leaves: nothing was bought, or that is not certain. */
type Refused = 'nothing_bought' | 'unknown';

/** Writes a refusal: what it says about the supplier, and where the forward goes next. */
export async function refuse(
  tx: Tx,
  row: AnsweredRow,
  { supplier, position }: { supplier: { id: number }; position: number },
  { reason, text }: { reason: RefusalReason; text: string },
): Promise<Refused> {
  if (reason === 'account') await stopSupplier(tx, { supplierId: supplier.id, reason: 'account', text });
  if (reason === 'not_connected') await restUnreachable(tx, supplier.id);
  if (!isOpen(row.status)) {
    await changeForward(tx, row, {
      to: row.state === 'unknown' ? 'withdrawn' : 'refused',
      reason: text,
      set: { refusal: text },
    });
    return 'nothing_bought';
  }
  if (reason === 'funds') {
    await changeForward(tx, row, {
      to: 'waiting_funds',
      reason: text,
      set: { refusal: text, nextSupplierId: supplier.id },
    });
    return 'nothing_bought';
  }
  if (reason === 'link_in_use') return waitForLink(tx, row, supplier.id, text);
  const hasRefusedOrder = reason === 'order' || reason === 'service';
  if (hasRefusedOrder) return queue(tx, row, { reason: text, floor: position + 1 });
  return queueAfterNoAnswer(tx, row, supplier.id, text);
}

/** The supplier has not looked at the order. While its active order with the link may be ours, no other source gets it. */
export async function queueAfterNoAnswer(
  tx: Tx,
  row: AnsweredRow,
  supplierId: number,
  reason: string,
): Promise<Refused> {
  if (!row.isLinkInUse) return queue(tx, row, { reason });
  await changeForward(tx, row, { to: 'queued', reason, set: { refusal: reason, nextSupplierId: supplierId } });
  return 'nothing_bought';
}

/** Queues it for the first source that can take it, or leaves it to a person if there is none. */
async function queue(
  tx: Tx,
  row: AnsweredRow,
  { reason, floor = row.position }: { reason: string; floor?: number },
): Promise<Refused> {
  const choice = chooseSource(row, await readSources(tx, [row.serviceId]), floor);
  const set = { refusal: reason, position: floor, linkInUseSince: null };
  if (isFinal(choice)) {
    const change = withoutSource(choice, reason);
    await changeForward(tx, row, { ...change, set: { ...set, ...change.set } });
    return 'nothing_bought';
  }
  const to =
    choice.kind === 'source'
      ? { nextSupplierId: choice.source.supplierId }
      : { nextSupplierId: null, dueAt: sql`now() + make_interval(secs => ${LOOK_AGAIN_SECONDS})` };
  await changeForward(tx, row, { to: 'queued', reason, set: { ...set, ...to } });
  return 'nothing_bought';
}

/** The active order may be ours: it is tried again for a day, and then a person decides; at once where an attempt before is in doubt. */
async function waitForLink(tx: Tx, row: AnsweredRow, supplierId: number, text: string): Promise<Refused> {
  if (row.isLinkInUseForLong || row.isDoubted) {
    const flag = { flag: 'link_in_use' as const, flaggedAt: sql`now()`, dueAt: null, refusal: text };
    if (row.state === 'sending') await changeForward(tx, row, { to: 'unknown', reason: text, set: flag });
    else
      await tx.execute(
        sql`update forwards set flag = 'link_in_use', flagged_at = now(), due_at = null, holder = null,
          unknown_since = coalesce(unknown_since, now()) where id = ${row.id}`,
      );
    return 'unknown';
  }
  await changeForward(tx, row, {
    to: 'queued',
    reason: text,
    set: {
      refusal: text,
      nextSupplierId: supplierId,
      linkInUseSince: sql`coalesce(link_in_use_since, now())`,
      dueAt: sql`now() + make_interval(mins => ${LINK_IN_USE_AGAIN_MINUTES})`,
    },
  });
  return 'nothing_bought';
}

/** A supplier that can't be connected rests for a minute. */
export async function restUnreachable(tx: Tx, supplierId: number): Promise<void> {
  await tx.execute(sql`
    update suppliers set unreachable_since = coalesce(unreachable_since, now()),
      paused_until = greatest(paused_until, now() + make_interval(secs => ${UNREACHABLE_REST_SECONDS}))
    where id = ${supplierId}`);
}
