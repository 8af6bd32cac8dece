import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import type { ForwardState } from '#shared/forward-states.ts';
import { type Choice, chooseSource, type OrderTerms, readSources } from '../../suppliers/purchases/choose-source.ts';
import { changeForward, type LockedForward } from '../../suppliers/purchases/forward-changes.ts';

/** Rows of one transaction. */
export const ASSIGNED_AT_ONCE = 500;
/** A forward without a source that can take it is looked at again this often, and when a supplier or a source resumes. */
export const LOOK_AGAIN_SECONDS = 60;

interface UnassignedRow extends OrderTerms {
  id: number;
  state: Extract<ForwardState, 'queued'>;
  supplierId: number | null;
  position: number;
  serviceId: number;
  /** The words of the last refusal. */
  refusal: string | null;
}

/** How many forwards were handled, and the ids of those that a person has to decide. */
export interface Assigned {
  handled: number;
  refusedIds: number[];
}

/**
 * Assigns due forwards to the supplier of the first source that can take each. Those without a source become `refused`, for a person.
 * Several servers share the rows: a row that another one has locked is left to it.
 */
export async function assignForwards(db: Db): Promise<Assigned> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute<UnassignedRow & Record<string, unknown>>(sql`
      select f.id, f.state, f.supplier_id as "supplierId", f.position, f.refusal, o.service_id as "serviceId",
        o.quantity, o.per, o.charge_nanos as "chargeNanos"
      from forwards f join orders o on o.id = f.order_id
      where f.next_supplier_id is null and f.state = 'queued' and f.due_at <= now()
      order by f.due_at, f.id limit ${ASSIGNED_AT_ONCE} for no key update of f skip locked`);
    if (rows.length === 0) return { handled: 0, refusedIds: [] };
    const all = await readSources(
      tx,
      rows.map(({ serviceId }) => serviceId),
    );
    const sources = Map.groupBy(all, ({ serviceId }) => serviceId);
    const choices = rows.map((row) => ({
      row,
      choice: chooseSource(row, sources.get(row.serviceId) ?? [], row.position),
    }));
    await writeAssigned(tx, choices);
    const refused = choices.flatMap(({ row, choice }) => (isFinal(choice) ? [{ row, choice }] : []));
    for (const { row, choice } of refused) await changeForward(tx, row, withoutSource(choice, row.refusal));
    return { handled: rows.length, refusedIds: refused.map(({ row }) => row.id) };
  });
}

async function writeAssigned(tx: Tx, choices: { row: UnassignedRow; choice: Choice }[]): Promise<void> {
  const assigned = choices.flatMap(({ row, choice }) =>
    choice.kind === 'source' ? [{ id: row.id, to: choice.source.supplierId }] : [],
  );
  const resting = choices.flatMap(({ row, choice }) => (choice.kind === 'resting' ? [row.id] : []));
  if (assigned.length > 0)
    await tx.execute(sql`
      update forwards f set next_supplier_id = a."to"
      from jsonb_to_recordset(${JSON.stringify(assigned)}::jsonb) as a (id bigint, "to" bigint) where f.id = a.id`);
  if (resting.length > 0)
    await tx.execute(sql`
      update forwards set due_at = now() + make_interval(secs => ${LOOK_AGAIN_SECONDS})
      where id = any(${sql.param(resting)}::bigint[])`);
}

/** A choice after which a person decides. */
export type FinalChoice = Choice & { kind: 'none' | 'too_expensive' };

export function isFinal(choice: Choice): choice is FinalChoice {
  return choice.kind === 'none' || choice.kind === 'too_expensive';
}

/** The change of a forward that no source can take. @param words of the last refusal */
export function withoutSource(choice: FinalChoice, words: string | null = null) {
  const isExpensive = choice.kind === 'too_expensive';
  const why = isExpensive ? 'every source left costs more than the order, or than the limit' : 'no source is left';
  const flag = isExpensive ? ('too_expensive' as const) : ('all_refused' as const);
  return { to: 'refused' as const, reason: words ? `${words} (${why})` : why, set: { flag } };
}

/** Gives the queued forwards of a supplier back, so that another source may take them. */
export async function unassignForwards(db: Db, supplierId: number): Promise<number> {
  const rows = await db.execute(sql`
    update forwards set next_supplier_id = null where id in (
      select id from forwards
      where next_supplier_id = ${supplierId} and state = 'queued' and due_at is not null and link_in_use_since is null
      order by due_at limit ${ASSIGNED_AT_ONCE} for no key update skip locked)
    returning id`);
  return rows.length;
}

/**
 * Queues a forward that is queued or waits for funds again, for the first source that can take it.
 * @param position of the first source that may; without it the sources are others than those that it was queued for
 */
export async function queueAgain(tx: Tx, row: LockedForward, position = 1): Promise<void> {
  const set = { nextSupplierId: null, position, waitingSince: null };
  if (row.state !== 'queued')
    await changeForward(tx, row, { to: 'queued', reason: 'its supplier is not its source now', set });
  else
    await tx
      .update(forwards)
      .set({ ...set, dueAt: sql`now()` })
      .where(eq(forwards.id, row.id));
}

/** Leaves a forward to a person of which an active order at the supplier may be ours. */
export async function leaveLink(tx: Tx, row: LockedForward, reason: string): Promise<void> {
  await changeForward(tx, row, { to: 'unknown', reason, set: { flag: 'link_in_use', dueAt: null, refusal: reason } });
}

/**
 * Ends the waiting at suppliers that are not a source of the order's service: for their money, and for the end of an order with the
 * same link, which may be ours: that one goes to no other source. Others are found out when they are sent.
 * @returns the ids that changed
 */
export async function leavePreviousSources(db: Db): Promise<number[]> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute<LockedForward & { isLinkInUse: boolean } & Record<string, unknown>>(sql`
      select f.id, f.state, f.supplier_id as "supplierId", f.link_in_use_since is not null as "isLinkInUse"
      from forwards f join orders o on o.id = f.order_id
      where (f.state = 'waiting_funds' or (f.state = 'queued' and f.link_in_use_since is not null))
        and not exists (select from service_sources s where s.service_id = o.service_id and s.supplier_id = f.next_supplier_id)
      order by f.id limit ${ASSIGNED_AT_ONCE} for no key update of f skip locked`);
    for (const row of rows) {
      if (row.isLinkInUse) await leaveLink(tx, row, 'the supplier is not a source of the service');
      else await queueAgain(tx, row);
    }
    return rows.map(({ id }) => id);
  });
}

/** Makes forwards that wait for a source due at once. */
export async function retryUnassignedNow(db: Db): Promise<void> {
  await db.execute(sql`
    update forwards set due_at = now() where id in (
      select id from forwards
      where next_supplier_id is null and state = 'queued' and due_at > now() and due_at <= now() + make_interval(secs => ${LOOK_AGAIN_SECONDS})
      limit 10000 for no key update skip locked)`);
}

/**
 * Unknown forwards of which it isn't known where they were sent, after a restore: those whose service has one source are asked for
 * there. The others wait for a person.
 */
export async function assignUnknown(db: Db): Promise<void> {
  await db.execute(sql`
    with due as (
      select f.id, o.service_id from forwards f join orders o on o.id = f.order_id
      where f.next_supplier_id is null and f.state = 'unknown' and f.due_at <= now()
      limit ${ASSIGNED_AT_ONCE} for no key update of f skip locked
    ), counted as (
      select due.id, count(s.position) as sources, min(s.supplier_id) as supplier_id
      from due left join service_sources s on s.service_id = due.service_id group by due.id
    )
    update forwards f set next_supplier_id = case when sources = 1 then counted.supplier_id end,
      due_at = case when sources = 1 then now() end
    from counted where f.id = counted.id`);
}
