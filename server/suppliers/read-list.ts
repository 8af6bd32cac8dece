import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import type { ListProblem } from '#shared/suppliers.ts';
import type { Config } from '../env.ts';
import type { EventBus } from '../events/event-bus.ts';
import { writeMailToAdmins } from '../mail/write-mail.ts';
import type { SupplierClient } from './api/client.ts';
import type { CallableSupplier, ServicesResult } from './api/results.ts';
import { followCosts } from './catalogue/follow-sources.ts';
import { lockCatalogue, lockServices } from './catalogue/lock-catalogue.ts';
import { reviewSources } from './catalogue/review-sources.ts';
import { writeList } from './catalogue/write-list.ts';
import { listRefusedMail } from './mails.ts';
import { noteCall } from './take-call.ts';

export interface ListDeps {
  db: Db;
  suppliers: Pick<SupplierClient, 'services'>;
  events: Pick<EventBus, 'publish'>;
  wakeMailer: () => void;
  config: Pick<Config, 'publicUrl'>;
}

interface ReadOptions {
  /** Takes a list that has shrunken by more than 20 %. An empty one is never taken. */
  evenIfShrunken?: boolean;
  /** Runs in the transaction that takes the list, or refuses it. */
  within?: (tx: Tx, outcome: ListOutcome) => Promise<void>;
}

export interface ListOutcome {
  /** Null if the list was taken. */
  problem: { reason: ListProblem; text: string } | null;
  /** Lines of the list that was answered. */
  lines: number;
}

/** A list with fewer lines than this part of the one before is not taken. */
const LEAST_PART = 0.8;
/** Lists are read by themselves at this interval. */
export const LIST_EVERY_MINUTES = 60;
/** So that no statement takes long. */
const SERVICES_AT_ONCE = 1_000;
const GONE_DAYS = 30;
const LONGEST_TEXT = 500;

/**
 * Reads a supplier's list and takes it: writes its lines, accepts small changes of cost, and pauses services whose price is below the
 * cost. An empty list, one that can't be read and one that has shrunken by more than 20 % change nothing.
 */
export async function readList(
  deps: ListDeps,
  supplier: CallableSupplier,
  { evenIfShrunken = false, within }: ReadOptions = {},
): Promise<ListOutcome> {
  const { db, events, wakeMailer, config } = deps;
  const { publicUrl } = config;
  await noteCall(db, supplier.id);
  const result = await deps.suppliers.services(supplier);
  const { outcome, hasChanged, hasMail } = await db.transaction(async (tx) => {
    await lockCatalogue(tx, supplier.id);
    const taken = await judge(tx, supplier, result, evenIfShrunken);
    const effect = taken.problem
      ? { changed: 0, hasMail: await refuse(tx, supplier.id, taken.problem, publicUrl) }
      : await take(tx, supplier.id, result, publicUrl);
    await within?.(tx, taken);
    return { outcome: taken, hasChanged: effect.changed > 0, hasMail: effect.hasMail };
  });
  if (hasMail) wakeMailer();
  if (hasChanged) events.publish('services');
  // With the statistics of before the planner takes the list of a new supplier for empty, and each proposal takes ten times as long.
  if (!outcome.problem && outcome.lines >= SERVICES_AT_ONCE) await db.execute(sql`analyze supplier_services`);
  return outcome;
}

async function judge(
  tx: Tx,
  { id: supplierId, url }: CallableSupplier,
  result: ServicesResult,
  evenIfShrunken: boolean,
): Promise<ListOutcome> {
  // A save takes turns with this. Another panel has other numbers.
  const [now] = await tx.select({ url: suppliers.url }).from(suppliers).where(eq(suppliers.id, supplierId));
  if (now?.url !== url)
    return { problem: { reason: 'failed', text: 'The address has changed since the list was asked for' }, lines: 0 };
  if (result.kind === 'failed') return { problem: { reason: 'failed', text: result.text }, lines: 0 };
  const lines = result.services.length;
  if (lines === 0) return { problem: { reason: 'empty', text: 'The list is empty' }, lines };
  const [before] = await tx.execute<{ listed: number; still: number }>(sql`
    select count(*)::int as listed, count(*) filter (where external_id = any(${sql.param(idsIn(result))}::text[]))::int as still
    from supplier_services where supplier_id = ${supplierId} and missing_lists = 0`);
  const { listed = 0, still = 0 } = before ?? {};
  if (still >= listed * LEAST_PART || evenIfShrunken) return { problem: null, lines };
  const text = `${listed - still} of ${listed} services are missing in the list`;
  return { problem: { reason: 'shrunken', text }, lines };
}

/** Of every line that the list has, also of those that can't be read. */
function idsIn({ services, unreadableIds }: Extract<ServicesResult, { kind: 'answered' }>): string[] {
  return [...services.map(({ externalId }) => externalId), ...unreadableIds];
}

/** @returns whether a mail was queued: about the first refused list of a series. A supplier that does not answer has its own alarms */
async function refuse(
  tx: Tx,
  supplierId: number,
  { reason, text }: NonNullable<ListOutcome['problem']>,
  panel: string,
): Promise<boolean> {
  const [before] = await tx
    .select({ problem: suppliers.listProblem })
    .from(suppliers)
    .where(eq(suppliers.id, supplierId));
  await tx
    .update(suppliers)
    .set({ listProblem: reason, listProblemText: text.slice(0, LONGEST_TEXT).toWellFormed() })
    .where(eq(suppliers.id, supplierId));
  if (reason === 'failed' || before?.problem === reason) return false;
  await writeMailToAdmins(tx, listRefusedMail(panel, supplierId), { about: `supplier-list:${supplierId}` });
  return true;
}

async function take(tx: Tx, supplierId: number, result: ServicesResult, panel: string) {
  if (result.kind === 'failed') throw new Error('A failed call has no list');
  await writeList(tx, supplierId, result);
  await deleteOldLines(tx, supplierId);
  const effect = await applyCosts(tx, supplierId, panel);
  // Last, because purchases wait for this row.
  await tx
    .update(suppliers)
    .set({
      listedAt: sql`now()`,
      listDueAt: sql`now() + make_interval(mins => ${LIST_EVERY_MINUTES})`,
      listProblem: null,
      listProblemText: null,
    })
    .where(eq(suppliers.id, supplierId));
  return effect;
}

/** Lines that are gone for long, unless a service has one of them as a source: a supplier may have other ids every day. */
async function deleteOldLines(tx: Tx, supplierId: number): Promise<void> {
  await tx.execute(sql`
    delete from supplier_services l
    where l.supplier_id = ${supplierId} and l.gone_at < now() - make_interval(days => ${GONE_DAYS})
      and not exists (select from service_sources s where s.supplier_id = l.supplier_id and s.external_id = l.external_id)`);
}

/** What a change of costs did. */
export interface CostEffect {
  /** Services whose price changed or that were paused. */
  changed: number;
  /** Whether a mail was queued: the caller wakes the mailer after the commit. */
  hasMail: boolean;
}

/**
 * Applies a supplier's costs to the services that are bought there: prices by rule follow small changes, and services whose price is
 * below the cost are paused. Call it also after a change of the supplier's rate or margin.
 * @param panel the panel's address, for the mail to the admins
 */
export async function applyCosts(tx: Tx, supplierId: number, panel: string): Promise<CostEffect> {
  const ids = await lockServices(
    tx,
    sql`v.id in (select s.service_id from service_sources s where s.supplier_id = ${supplierId})`,
  );
  return applyCostsTo(tx, ids, panel);
}

/** As {@link applyCosts}, for services that the caller has locked. */
export async function applyCostsTo(tx: Tx, serviceIds: number[], panel: string): Promise<CostEffect> {
  let changed = 0;
  for (let start = 0; start < serviceIds.length; start += SERVICES_AT_ONCE)
    changed += (await followCosts(tx, serviceIds.slice(start, start + SERVICES_AT_ONCE))).length;
  const paused = await reviewSources(tx, serviceIds, panel);
  return { changed: changed + paused, hasMail: paused > 0 };
}
