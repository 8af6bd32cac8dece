import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import type { ForwardState } from '#shared/forward-states.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import { ruleOf, typeNamed } from '#shared/service-types.ts';
import { isOutgoingPaused } from '../../base/queue/pause-outgoing.ts';
import { TIMELINE } from '../../money/find-missing.ts';
import type { CallableSupplier } from '../../suppliers/protocols/results.ts';
import type { Attempt } from '../../suppliers/purchases/attempt.ts';
import {
  type Choice,
  type Chosen,
  chooseSource,
  type OrderTerms,
  readSources,
} from '../../suppliers/purchases/choose-source.ts';
import { changeForward } from '../../suppliers/purchases/forward-changes.ts';
import { waitsForWords } from '../../suppliers/refusal-words.ts';
import { isFinal, LOOK_AGAIN_SECONDS, leaveLink, queueAgain, withoutSource } from './assign-forwards.ts';
import { FEWEST_AT_ONCE, MOST_AT_ONCE } from './pace.ts';

export interface ClaimOptions {
  forwardId: number;
  supplierId: number;
  /** The number whose lock this process holds. */
  lockOwner: number;
  /** The timeline that the server must have. */
  timeline: string;
  /** So many may be in flight at a supplier that takes `request_id`, over all servers; 5 by default, and never more than 50. */
  atOnce?: number;
}

/**
 * `left`: it can't be sent now, or another server has it. `changed`: it has another state now. `full`: as many purchases as allowed are
 * in flight. `resting`: nothing is bought from the supplier now. `moved`: the database is another one than the caller knows.
 */
export type Claim = { kind: 'claimed'; attempt: Attempt } | { kind: 'left' | 'changed' | 'full' | 'resting' | 'moved' };

interface LockedRow extends OrderTerms {
  id: number;
  orderId: number;
  state: ForwardState;
  requestId: string;
  attempts: number;
  position: number;
  supplierId: number | null;
  externalId: string | null;
  host: string | null;
  isRestored: boolean;
  isLinkInUse: boolean;
  serviceId: number;
  status: OrderStatus;
  link: string;
  comments: string | null;
  isBlocked: boolean;
  isPaused: boolean;
  timeline: string | null;
}

/**
 * Commits one attempt, before any byte leaves: of a forward that is queued or waits for funds, or, as another question with the same
 * `request_id`, of an unknown one. Under the lock of its order it checks that the order is open and its customer not blocked.
 */
export function claimForward(db: Db, options: ClaimOptions): Promise<Claim> {
  return db.transaction((tx) => claim(tx, options));
}

async function claim(tx: Tx, options: ClaimOptions): Promise<Claim> {
  const row = await lockRow(tx, options);
  if (!row) return { kind: 'left' };
  if (row.timeline !== options.timeline) return { kind: 'moved' };
  if (row.isPaused) return { kind: 'resting' };
  const isAgain = row.state === 'unknown';
  if (row.status !== 'pending' && row.status !== 'processing') return ended(tx, row);
  if (row.isBlocked) return postpone(tx, row);
  const supplier = await lockSupplier(tx, options.supplierId, isAgain);
  if (!supplier || supplier.isResting) return { kind: 'resting' };
  if (isAgain && !supplier.idempotent) return { kind: 'left' };
  const [inFlight, sources] = await Promise.all([countInFlight(tx, supplier.id), readSources(tx, [row.serviceId])]);
  const most = supplier.idempotent ? Math.min(options.atOnce ?? FEWEST_AT_ONCE, MOST_AT_ONCE) : 1;
  if (inFlight >= most) return { kind: 'full' };
  if (isAgain) return againAt(tx, row, supplier, { ...options, sources });
  const own = sources.filter((source) => source.supplierId === supplier.id);
  const choice = chooseSource(row, row.isLinkInUse ? own : sources, row.position);
  if (row.isLinkInUse && choice.kind !== 'source') return keepLink(tx, row, choice);
  if (choice.kind !== 'source' || choice.source.supplierId !== supplier.id) {
    if (own.length === 0) await queueAgain(tx, row);
    else if (isFinal(choice)) await changeForward(tx, row, withoutSource(choice));
    else if (choice.kind === 'resting' && row.state === 'waiting_funds') return postpone(tx, row);
    else await queueAgain(tx, row, row.position);
    return { kind: 'changed' };
  }
  const attempt = attemptOf(row, supplier, choice, false);
  await changeForward(tx, row, { to: 'sending', set: { ...columnsOf(attempt), lockOwner: options.lockOwner } });
  return { kind: 'claimed', attempt };
}

/** The order's row first, as everywhere. A row that is locked now is claimed a moment later. */
async function lockRow(tx: Tx, { forwardId, supplierId }: ClaimOptions): Promise<LockedRow | undefined> {
  const [row] = await tx.execute<LockedRow & Record<string, unknown>>(sql`
    select f.id, f.order_id as "orderId", f.state, f.request_id as "requestId", f.attempts, f.position, f.supplier_id as "supplierId",
      f.external_id as "externalId", f.host, f.restored_at is not null as "isRestored",
      f.link_in_use_since is not null as "isLinkInUse", o.service_id as "serviceId", o.status, o.link,
      o.quantity, o.per, o.charge_nanos as "chargeNanos",
      (select comments from order_comments c where c.order_id = o.id) as comments,
      (select blocked_at is not null from users u where u.id = o.user_id) as "isBlocked",
      ${isOutgoingPaused} as "isPaused", ${sql.raw(TIMELINE)} as timeline
    from orders o join forwards f on f.order_id = o.id
    where f.id = ${forwardId} and f.next_supplier_id = ${supplierId} and f.due_at <= now() and f.holder is null
      and f.state in ('queued', 'waiting_funds', 'unknown')
    for no key update of o, f skip locked`);
  return row;
}

/** An order that has ended is not bought. An unknown purchase of it waits for a person. */
async function ended(tx: Tx, row: LockedRow): Promise<Claim> {
  if (row.state === 'unknown') await leaveToPerson(tx, row);
  else await changeForward(tx, row, { to: 'withdrawn', reason: 'the order has ended' });
  return { kind: 'changed' };
}

async function postpone(tx: Tx, { id }: LockedRow): Promise<Claim> {
  await tx.execute(
    sql`update forwards set due_at = now() + make_interval(secs => ${LOOK_AGAIN_SECONDS}) where id = ${id}`,
  );
  return { kind: 'changed' };
}

/** The supplier's active order with the link may be ours: no other source gets the order, and without this one a person decides. */
async function keepLink(tx: Tx, row: LockedRow, choice: Choice): Promise<Claim> {
  if (!isFinal(choice)) return postpone(tx, row);
  await leaveLink(tx, row, withoutSource(choice).reason);
  return { kind: 'changed' };
}

async function leaveToPerson(tx: Tx, { id }: Pick<LockedRow, 'id'>): Promise<void> {
  await tx.execute(sql`update forwards set due_at = null where id = ${id}`);
}

interface LockedSupplier extends CallableSupplier, Pick<Attempt, 'panelSince'> {
  isResting: boolean;
}

/** Claims of one supplier take turns, so that none counts too few. */
async function lockSupplier(tx: Tx, id: number, isAgain: boolean): Promise<LockedSupplier | undefined> {
  const [supplier] = await tx.execute<LockedSupplier & Record<string, unknown>>(sql`
    select id, url, sealed_key as "sealedKey", idempotent, order_place as "orderPlace", moved_at::text as "panelSince",
      stopped_at is not null or coalesce(paused_until > now(), false)
        or (not ${isAgain}::boolean and ${waitsForWords(sql`suppliers.id`)}) as "isResting"
    from suppliers where id = ${id} for no key update`);
  return supplier;
}

/** A statement after the lock, so that it counts the claim that it waited for. */
async function countInFlight(tx: Tx, supplierId: number): Promise<number> {
  const [row] = await tx.execute<{ inFlight: number }>(sql`
    select count(*) as "inFlight" from forwards where supplier_id = ${supplierId} and holder is not null`);
  return row?.inFlight ?? 0;
}

interface Asking extends ClaimOptions {
  sources: Awaited<ReturnType<typeof readSources>>;
}

/**
 * The same question again: the supplier returns the first order, or buys it now. It is never asked at another host, nor about an order
 * that was sent without its `request_id`: somebody has switched that on since. After a restore the
 * panel does not know where the order was sent since: it asks by itself only if the service has one source.
 */
async function againAt(
  tx: Tx,
  row: LockedRow,
  supplier: LockedSupplier,
  { lockOwner, sources }: Asking,
): Promise<Claim> {
  const isSameSource = (source: { supplierId: number; externalId: string }) =>
    source.supplierId === supplier.id && (row.externalId === null || source.externalId === row.externalId);
  const source = sources.find(isSameSource);
  const choice = source && chooseSource(row, [{ ...source, isResting: false, dayLeftMicros: null }], source.position);
  const host = hostWithRequestId(supplier);
  // Another panel, or one that was sent the order without the id, would buy it again.
  if (choice?.kind !== 'source' || row.host !== host || (row.isRestored && sources.length !== 1)) {
    await leaveToPerson(tx, row);
    return { kind: 'changed' };
  }
  const attempt = attemptOf(row, supplier, choice, true);
  const { costMicros, ratePicos, costNanos, ...columns } = columnsOf(attempt);
  const firstCost = {
    costMicros: sql`coalesce(cost_exact, ${costMicros}::numeric)`,
    ratePicos: sql`coalesce(rate_picos, ${ratePicos}::bigint)`,
    costNanos: sql`coalesce(cost_nanos, ${costNanos}::bigint)`,
  };
  await tx
    .update(forwards)
    .set({ ...columns, ...firstCost, lockOwner, dueAt: null })
    .where(eq(forwards.id, row.id));
  return { kind: 'claimed', attempt };
}

/** What a forward has of its last attempt. */
export function columnsOf({ attempt: attempts, supplier, order, position, costMicros, ratePicos, costNanos }: Attempt) {
  const { externalId } = order;
  const host = hostWithRequestId(supplier);
  return { attempts, supplierId: supplier.id, externalId, position, costMicros, ratePicos, costNanos, host };
}

/** The host that knows the `request_id` of an attempt; null if the supplier is sent none. */
function hostWithRequestId({ url, idempotent }: Pick<CallableSupplier, 'url' | 'idempotent'>): string | null {
  return idempotent ? new URL(url).host : null;
}

/** By the type there: a package that is of type Default at the supplier is an order of one unit. */
function isQuantitySent({ type, tradeType }: Chosen['source']): boolean {
  return ruleOf(typeNamed(tradeType) ?? type).quantity === 'entered';
}

function attemptOf(
  row: LockedRow,
  { panelSince, ...supplier }: LockedSupplier,
  chosen: Chosen,
  isAgain: boolean,
): Attempt {
  const { source, costMicros, costNanos } = chosen;
  const { link, quantity, comments } = row;
  return {
    forwardId: row.id,
    orderId: row.orderId,
    serviceId: row.serviceId,
    attempt: row.attempts + 1,
    requestId: row.requestId,
    supplier,
    position: source.position,
    costMicros,
    ratePicos: source.ratePicos,
    costNanos,
    isAgain,
    panelSince,
    order: {
      externalId: source.externalId,
      link,
      ...(comments !== null ? { comments } : isQuantitySent(source) && { quantity }),
      ...(supplier.idempotent && { requestId: row.requestId }),
    },
  };
}
