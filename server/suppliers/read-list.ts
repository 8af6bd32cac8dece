import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import type { ListProblem } from '#shared/supplier-fields.ts';
import type { Config } from '../base/env.ts';
import type { EventBus } from '../base/events/event-bus.ts';
import { writeMailToAdmins } from '../base/mail/write-mail.ts';
import { lockCatalogue, lockServices } from './catalogue/lock-catalogue.ts';
import { reviewSources } from './catalogue/review-sources.ts';
import { chooseLines, readStoredLines, type StoredLines, writeList } from './catalogue/write-list.ts';
import { oneAtATime } from './list-turns.ts';
import { listRefusedMail } from './mails.ts';
import type { SupplierClient } from './protocols/client.ts';
import type { BalanceSupplier, ServicesResult } from './protocols/results.ts';
import { noteCall } from './take-call.ts';

export interface ListDeps {
  db: Db;
  suppliers: Pick<SupplierClient, 'services'>;
  events: Pick<EventBus, 'publish'>;
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
/** Locks of services are held for so few at once. */
const SERVICES_AT_ONCE = 500;
const MANY_LINES = 1_000;
const GONE_DAYS = 30;
const LONGEST_TEXT = 500;

/**
 * Reads a supplier's list and takes it: writes its lines in one transaction, and then applies them to the services that are bought there,
 * in slices of their own. A process that dies in between leaves the list due again. An empty list, one that can't be read and one that
 * has shrunken by more than 20 % change nothing.
 */
export async function readList(
  deps: ListDeps,
  supplier: BalanceSupplier,
  options: ReadOptions = {},
): Promise<ListOutcome> {
  await noteCall(deps.db, supplier.id);
  const result = await deps.suppliers.services(supplier);
  return oneAtATime(() => takeList(deps, supplier, result, options));
}

async function takeList(
  { db, events, config: { publicUrl } }: ListDeps,
  supplier: BalanceSupplier,
  result: ServicesResult,
  { evenIfShrunken = false, within }: ReadOptions,
): Promise<ListOutcome> {
  const { outcome, hasMail } = await db.transaction(async (tx) => {
    await lockCatalogue(tx, supplier.id);
    const stored = await readStoredLines(tx, supplier.id);
    const judged = await judge(tx, supplier, { result, stored, evenIfShrunken });
    const isMailed = judged.problem !== null && (await refuse(tx, supplier.id, judged.problem, publicUrl));
    if (!judged.problem) await take(tx, supplier.id, result, stored);
    await within?.(tx, judged);
    return { outcome: judged, hasMail: isMailed };
  });
  const changed = outcome.problem ? 0 : await applyInSlices(db, supplier.id);
  if (hasMail) events.publish('mails');
  if (changed > 0) events.publish('services');
  // With the statistics of before the planner takes the list of a new supplier for empty, and each proposal takes ten times as long.
  if (!outcome.problem && outcome.lines >= MANY_LINES) await db.execute(sql`analyze supplier_services`);
  return outcome;
}

interface Judged {
  result: ServicesResult;
  stored: StoredLines;
  evenIfShrunken: boolean;
}

async function judge(
  tx: Tx,
  { id: supplierId, url }: BalanceSupplier,
  { result, stored, evenIfShrunken }: Judged,
): Promise<ListOutcome> {
  // A save takes turns with this. Another panel has other numbers.
  const [now] = await tx.select({ url: suppliers.url }).from(suppliers).where(eq(suppliers.id, supplierId));
  if (now?.url !== url)
    return { problem: { reason: 'failed', text: 'The address has changed since the list was asked for' }, lines: 0 };
  if (result.kind === 'failed') return { problem: { reason: 'failed', text: result.text }, lines: 0 };
  const lines = result.services.length;
  // Also of lines that can't be read: a list of nothing else is taken, so that their reasons are displayed.
  const ids = new Set([...result.services.map(({ externalId }) => externalId), ...result.unreadableIds]);
  if (ids.size === 0) return { problem: { reason: 'empty', text: 'The list is empty' }, lines };
  const listed = [...stored].filter(([, { isListed }]) => isListed);
  const missing = listed.filter(([externalId]) => !ids.has(externalId)).length;
  if (listed.length - missing >= listed.length * LEAST_PART || evenIfShrunken) return { problem: null, lines };
  return {
    problem: { reason: 'shrunken', text: `${missing} of ${listed.length} services are missing in the list` },
    lines,
  };
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

async function take(tx: Tx, supplierId: number, result: ServicesResult, stored: StoredLines): Promise<void> {
  if (result.kind === 'failed') throw new Error('A failed call has no list');
  const { chosen, leftOut } = chooseLines(result.services, stored);
  await writeList(tx, supplierId, { ...result, services: chosen }, stored);
  await deleteOldLines(tx, supplierId);
  // Last, because purchases wait for this row. The costs are not applied yet: until then the list is due again soon.
  await tx
    .update(suppliers)
    .set({
      listedAt: sql`now()`,
      listDueAt: sql`now() + interval '1 minute'`,
      listProblem: null,
      listProblemText: null,
      linesUnreadable: result.unreadableCount,
      linesLeftOut: leftOut,
    })
    .where(eq(suppliers.id, supplierId));
}

/** Lines that are gone for long, unless a service has one of them as a source: a supplier may have other ids every day. */
async function deleteOldLines(tx: Tx, supplierId: number): Promise<void> {
  await tx.execute(sql`
    delete from supplier_services l
    where l.supplier_id = ${supplierId} and l.gone_at < now() - make_interval(days => ${GONE_DAYS})
      and not exists (select from service_sources s where s.supplier_id = l.supplier_id and s.external_id = l.external_id)`);
}

/** Each slice is a transaction, so that no order waits long for a service. */
async function applyInSlices(db: Db, supplierId: number): Promise<number> {
  let changed = 0;
  let last = 0;
  while (last >= 0) {
    last = await db.transaction(async (tx) => {
      const ids = await lockServices(tx, sql`v.id > ${last} and ${areBoughtAt(supplierId)}`, SERVICES_AT_ONCE);
      changed += (await reviewSources(tx, ids)).changed;
      return ids.at(-1) ?? -1;
    });
  }
  const next = sql`now() + make_interval(mins => ${LIST_EVERY_MINUTES})`;
  await db.update(suppliers).set({ listDueAt: next }).where(eq(suppliers.id, supplierId));
  return changed;
}

/**
 * Applies a supplier's costs to the services that are bought there, as {@link reviewSources}: after a change of its rate or margin.
 */
export async function applyCosts(tx: Tx, supplierId: number): Promise<void> {
  await reviewSources(tx, await lockServices(tx, areBoughtAt(supplierId)));
}

function areBoughtAt(supplierId: number) {
  return sql`v.id in (select s.service_id from service_sources s where s.supplier_id = ${supplierId})`;
}
