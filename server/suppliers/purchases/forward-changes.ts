import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { forwardEvents, forwards } from '#db/schema/forwards.ts';
import { type ForwardState, statesAtSupplier } from '#shared/forward-states.ts';
import type { Decision } from '#shared/order-status.ts';
import { DomainError } from '../../base/errors.ts';
import { suppliersOf } from '../at-supplier.ts';

type Columns = Partial<typeof forwards.$inferInsert>;
/** A column's new value, or an expression of SQL for it. */
type NewValues = { [Name in keyof Columns]?: Columns[Name] | (Name extends 'supplierId' ? never : SQL) };

/** The first status is asked for this long after buying. */
const FIRST_STATUS_SECONDS = 60;
const LONGEST_REASON = 1_000;

/** A forward whose row, and before it whose order, this transaction has locked. */
export interface LockedForward {
  id: number;
  state: ForwardState;
  /** Where it was sent last. */
  supplierId: number | null;
  /** The admin whose decision changes it, and the decision's idempotency key. */
  by?: { actorId: number; requestId: string | undefined } | undefined;
}

export interface ForwardChange {
  to: ForwardState;
  /** The supplier's words, or why; cut to 1000 characters. */
  reason?: string | null | undefined;
  /** The admin who decided; omitted for the panel. */
  actorId?: number | undefined;
  requestId?: string | undefined;
  /** Further columns; they win over those that the state implies. */
  set?: NewValues;
}

const now = sql`now()`;
const afterSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Columns that follow from a state. */
const implied: Record<ForwardState, NewValues> = {
  queued: { dueAt: now, lockOwner: null, endedAt: null, restoredAt: null },
  sending: { dueAt: null, sentAt: now, balanceProof: null },
  accepted: {
    ...{ dueAt: null, lockOwner: null, nextSupplierId: null, acceptedAt: now, waitingSince: null, restoredAt: null },
    ...{ linkInUseSince: null, statusDueAt: afterSeconds(FIRST_STATUS_SECONDS) },
    statusLateAt: afterSeconds(2 * FIRST_STATUS_SECONDS),
    // Other flags are about more than this purchase.
    flag: sql`nullif(${forwards.flag}, 'link_in_use')`,
    flaggedAt: sql`case when ${forwards.flag} <> 'link_in_use' then ${forwards.flaggedAt} end`,
  },
  refused: { dueAt: null, lockOwner: null, nextSupplierId: null, endedAt: now, flag: null, flaggedAt: null },
  unknown: {
    ...{ dueAt: now, lockOwner: null, nextSupplierId: sql`${forwards.supplierId}`, unknownSince: now },
    ...{ evidenceBalanceMicros: null, evidenceBooksMicros: null, evidenceAt: null, balanceProof: null },
    ...{ answerWords: null, wordsAttempt: null, unknownWords: null },
  },
  waiting_funds: { dueAt: now, lockOwner: null, waitingSince: sql`coalesce(${forwards.waitingSince}, now())` },
  withdrawn: { dueAt: null, lockOwner: null, nextSupplierId: null, endedAt: now, flag: null, flaggedAt: null },
};

/**
 * Writes a forward's next state and its event. The caller has locked the order, and then the forward's row. An accepted one is asked
 * for its status after 60 s; a queued one is due at once.
 * @throws Error if the row has another state than `forward` says; the database refuses an illegal change
 */
export async function changeForward(tx: Tx, forward: LockedForward, change: ForwardChange): Promise<void> {
  const {
    to,
    reason,
    actorId = forward.by?.actorId ?? null,
    requestId = forward.by?.requestId ?? null,
    set = {},
  } = change;
  const flagged = 'flag' in set ? { flaggedAt: set.flag === null ? null : now } : {};
  const values = { ...implied[to], ...flagged, ...set, state: to } as Columns;
  const changing = tx
    .update(forwards)
    .set(values)
    .where(and(eq(forwards.id, forward.id), eq(forwards.state, forward.state)))
    .returning({ id: forwards.id })
    .execute();
  const supplierId = set.supplierId ?? forward.supplierId;
  const event = { forwardId: forward.id, from: forward.state, to, supplierId, actorId, reason, requestId };
  // Sent at once behind it: without the row, the transaction is rolled back. If the first fails, so does the second, and its error counts.
  const [changed] = await Promise.all([changing, addEvent(tx, event)]);
  if (changed.length === 0) throw new Error(`Forward ${forward.id} is not ${forward.state}`);
}

type NewEvent = Omit<typeof forwardEvents.$inferInsert, 'seq' | 'reason' | 'at'> & Pick<ForwardChange, 'reason'>;

/** Adds an event to the history of a forward whose row this transaction has locked. */
export async function addEvent(tx: Tx, { reason, ...event }: NewEvent): Promise<void> {
  const seq = sql`(select coalesce(max(seq), 0) + 1 from forward_events where forward_id = ${event.forwardId})`;
  await tx.insert(forwardEvents).values({ ...event, seq, reason: reasonOf(reason) });
}

function reasonOf(reason: string | null | undefined): string | null {
  return reason ? reason.slice(0, LONGEST_REASON).replaceAll('\0', '').toWellFormed() : null;
}

interface DecisionByHand {
  orderId: number;
  actorId: number;
  decision: Decision;
  /** Whether the admin has confirmed that the supplier may deliver. */
  confirmSupplierMayDeliver?: boolean | undefined;
  /** Whether the admin has confirmed to complete an order that is at a supplier. */
  confirmAtSupplier?: boolean | undefined;
  /** Whether the order was neither delivered nor rejected before. */
  isOpen: boolean;
}

/**
 * Ends the forward of an order that a person decides: one that is queued, waits or was refused is withdrawn. One that is with the
 * supplier stays: its outcome is still written. The caller has locked the order.
 * @returns the forward that changed; undefined if none did
 * @throws DomainError `supplier_may_deliver` for a rejection without confirmation while the supplier may deliver, and `at_supplier`
 * for a completion
 */
export async function withdrawForward(tx: Tx, decided: DecisionByHand): Promise<number | undefined> {
  const { orderId, actorId, decision, confirmSupplierMayDeliver = false, confirmAtSupplier = false } = decided;
  const [forward] = await tx
    .select({ id: forwards.id, state: forwards.state, supplierId: forwards.supplierId })
    .from(forwards)
    .where(and(eq(forwards.orderId, orderId), sql`${forwards.state} <> 'withdrawn'`))
    .orderBy(sql`${forwards.id} desc`)
    .limit(1)
    .for('no key update')
    .prepare('forward_of_order')
    .execute();
  if (!forward) return undefined;
  if (statesAtSupplier.some((state) => state === forward.state)) {
    if (decision === 'reject' && !confirmSupplierMayDeliver) throw new DomainError('supplier_may_deliver');
    if (decision === 'complete' && decided.isOpen && !confirmAtSupplier) {
      const atSupplier = (await suppliersOf(tx, [orderId])).get(orderId);
      throw new DomainError('at_supplier', { details: { atSupplier } });
    }
    return undefined;
  }
  await changeForward(tx, forward, { to: 'withdrawn', actorId, reason: 'the order was decided by hand' });
  return forward.id;
}

/** Rows changed by one statement, so that none takes long. */
const ROWS_AT_ONCE = 2_000;

/**
 * Makes every forward that is not accepted unknown, with events: after a restore, or after a promotion that lost rows, each may have
 * been bought. Rows that were unknown before are marked too. Each is taken as sent to the only source of its service, as that is now:
 * without its `request_id` if the supplier takes none.
 * @param reason for the events
 * @returns how many changed
 */
export async function loseForwards(db: Db | Tx, reason: string): Promise<number> {
  let all = 0;
  for (let lost = ROWS_AT_ONCE; lost === ROWS_AT_ONCE; all += lost) lost = await loseSome(db, reason);
  await db.execute(sql`
    update forwards f set restored_at = now(), holder = null, due_at = now(), answer_words = null, unknown_words = null,
       host = case when f.host = ${hostOfOnlySource} then f.host end
    where state = 'unknown' and restored_at is null`);
  return all;
}

/** Null with several sources, and for a supplier that takes no `request_id`: `hostWithRequestId` in SQL. */
const hostOfOnlySource = sql`(
  select case when count(*) = 1 and bool_and(s.idempotent) then min(substring(s.url from '^[a-z]+://([^/?#]+)')) end
  from orders o join service_sources v on v.service_id = o.service_id join suppliers s on s.id = v.supplier_id
  where o.id = f.order_id)`;

async function loseSome(db: Db | Tx, reason: string): Promise<number> {
  const rows = await db.execute(sql`
    with lost as (
      select f.id, f.state, ${hostOfOnlySource} as host from forwards f where f.state in ('queued', 'sending', 'waiting_funds')
      order by f.id limit ${ROWS_AT_ONCE} for no key update of f
    ), changed as (
      update forwards f set state = 'unknown', unknown_since = now(), restored_at = now(), holder = null, due_at = now(),
        next_supplier_id = coalesce(f.next_supplier_id, f.supplier_id),
        host = case when f.attempts = 0 or f.host = lost.host then lost.host end,
        evidence_balance_micros = null, evidence_books_micros = null, evidence_at = null, answer_words = null, unknown_words = null
      from lost where f.id = lost.id
      returning f.id, lost.state as from_state, f.supplier_id
    )
    insert into forward_events (forward_id, seq, from_state, to_state, supplier_id, reason)
    select id, (select coalesce(max(seq), 0) + 1 from forward_events where forward_id = changed.id), from_state, 'unknown',
      supplier_id, ${reason} from changed
    returning forward_id`);
  return rows.length;
}
