import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { auditEntries } from '#db/schema/audit.ts';
import type { AuditAction, AuditFacts, AuditSubject } from '#shared/audit.ts';
import type { Actor } from '#shared/users.ts';

/** An admin's action, as the audit stores it. */
export interface RecordedAction {
  action: AuditAction;
  subject: AuditSubject;
  /** Omitted if there is only one, such as the settings. */
  subjectId?: number;
  /** The name in the audit and its search: a service's name, a transaction ID. Cut to 200. */
  subjectName?: string;
  /** The customer concerned. */
  userId?: number;
  /** Null if nothing existed. */
  before: object | null;
  /** Null if nothing is left. May contain more than `before`, such as a refunded amount. */
  after: object | null;
  reason?: string | null | undefined;
}

/** Of a call that is one of many. */
export interface InBulk {
  /** The same in all calls of a bulk run. The entry must be the transaction's last statement: another call may wait for it. */
  bulkId?: string | undefined;
  /** The bulk of a job, whose rows are decided one after another, with one outcome. */
  jobBulkId?: string | undefined;
}

const MAX_NAME_LENGTH = 200;
/** An import of thousands of lines needs few statements, none of which blocks others for long. */
const ROWS_PER_STATEMENT = 250;
/** Entries prepared per turn of the event loop. */
const ENTRIES_AT_ONCE = 250;

/**
 * Records an admin's action within the transaction of the action. Stores only the fields that differ; without a difference there is no
 * entry.
 * @param actor null for a command on the server
 * @throws Error if a field has the name of a secret
 */
export async function recordAction(
  tx: Tx,
  actor: Actor | null,
  { bulkId, jobBulkId, ...action }: RecordedAction & InBulk,
): Promise<void> {
  const entry = rowOf(actor, action);
  if (!entry) return;
  if (jobBulkId !== undefined) {
    const isFirst = sql`not exists (select from audit_entries where bulk_id = ${jobBulkId} and is_first)`;
    await tx.insert(auditEntries).values({ ...entry, bulkId: jobBulkId, isFirst });
    return;
  }
  if (bulkId === undefined) {
    await tx.insert(auditEntries).values(entry);
    return;
  }
  const inBulk = { ...entry, bulkId: bulkOf(entry, bulkId) };
  // Waits if a concurrent call is writing the bulk's first entry.
  const first = await tx
    .insert(auditEntries)
    .values(inBulk)
    .onConflictDoNothing({ target: auditEntries.bulkId, where: sql`bulk_id is not null and is_first` })
    .returning({ id: auditEntries.id });
  if (first.length === 0) await tx.insert(auditEntries).values({ ...inBulk, isFirst: false });
}

/**
 * As {@link recordAction}, for many entries in few statements. Those with the same action and outcome are a bulk.
 * @param key identifies the actions for {@link areRecorded}
 */
export async function recordActions(
  tx: Tx,
  actor: Actor | null,
  actions: RecordedAction[],
  key?: string,
): Promise<void> {
  const id = key ?? randomUUID();
  const entries: Entry[] = [];
  for (let start = 0; start < actions.length; start += ENTRIES_AT_ONCE) {
    if (start > 0) await othersTurn();
    entries.push(...actions.slice(start, start + ENTRIES_AT_ONCE).flatMap((action) => rowOf(actor, action) ?? []));
  }
  // The text of the group instead of its id: a hash per entry takes long.
  const bulks = Object.values(Object.groupBy(entries, groupOf));
  const rows = bulks.flatMap((bulk = []) => {
    const [first, ...others] = bulk;
    if (!first || (others.length === 0 && key === undefined)) return bulk;
    const bulkId = bulkOf(first, id);
    return [{ ...first, bulkId }, ...others.map((entry) => ({ ...entry, bulkId, isFirst: false }))];
  });
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await tx.insert(auditEntries).values(rows.slice(start, start + ROWS_PER_STATEMENT));
  }
}

/** Whether {@link recordActions} has recorded such actions with this key. */
export async function areRecorded(tx: Tx, actor: Actor, action: AuditAction, key: string): Promise<boolean> {
  const bulkId = bulkOf({ adminId: actor.id, action }, key);
  return (await tx.$count(auditEntries, sql`${auditEntries.bulkId} = ${bulkId} and ${auditEntries.isFirst}`)) > 0;
}

/** The facts after an action that {@link recordActions} has recorded with this key; undefined if there is none. */
export async function findRecorded(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  key: string,
): Promise<AuditFacts | undefined> {
  const bulkId = bulkOf({ adminId: actor.id, action }, key);
  const [entry] = await tx
    .select({ after: auditEntries.after })
    .from(auditEntries)
    .where(sql`${auditEntries.bulkId} = ${bulkId} and ${auditEntries.isFirst}`);
  return entry?.after ?? undefined;
}

type Entry = typeof auditEntries.$inferInsert;

/** Entries with one admin, action and outcome, which one line describes. */
function groupOf({ adminId, action, after }: Pick<Entry, 'adminId' | 'action' | 'after'>): string {
  return JSON.stringify([adminId, action, after?.status]);
}

/** The id of the entry's group within a bulk. */
function bulkOf(entry: Pick<Entry, 'adminId' | 'action' | 'after'>, bulkId: string): string {
  const text = JSON.stringify([bulkId, groupOf(entry)]);
  const hex = createHash('sha256').update(text).digest('hex');
  // Version 8: a UUID of one's own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function rowOf(
  actor: Actor | null,
  { before, after, reason, subjectName = '', ...action }: RecordedAction,
): Entry | undefined {
  const facts = { before: before && plainFacts(before), after: after && plainFacts(after) };
  const { before: old, after: now } = facts.before && facts.after ? onlyChanged(facts.before, facts.after) : facts;
  if (facts.before && facts.after && isDeepStrictEqual(old, now)) return undefined;
  return {
    ...action,
    adminId: actor?.id ?? null,
    keyId: actor?.keyId ?? null,
    // A cut within a surrogate pair leaves half a character, which PostgreSQL refuses.
    subjectName: subjectName.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    before: old,
    after: now,
    reason: reason || null,
  };
}

const SECRET = /password|hash|token|secret/i;

/** Plain JSON: dates as strings, no undefined values. */
function plainFacts(facts: object): AuditFacts {
  const text = JSON.stringify(facts, (name, value: unknown) => {
    if (SECRET.test(name)) throw new Error(`The audit must not store secrets, but an entry has the field ${name}`);
    return value;
  });
  return JSON.parse(text) as AuditFacts;
}

function onlyChanged(before: AuditFacts, after: AuditFacts): { before: AuditFacts; after: AuditFacts } {
  const differs = (name: string) => !isDeepStrictEqual(before[name], after[name]);
  const pick = (facts: AuditFacts) => Object.fromEntries(Object.entries(facts).filter(([name]) => differs(name)));
  return { before: pick(before), after: pick(after) };
}
