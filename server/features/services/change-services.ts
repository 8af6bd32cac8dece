import { createHash } from 'node:crypto';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { AuditAction } from '#shared/audit.ts';
import {
  type ChangeManyInput,
  MAX_CHANGED_SERVICES,
  type ManyPreview,
  type PreviewManyInput,
  type ServiceChange,
} from '#shared/change-services.ts';
import type { Done } from '#shared/done.ts';
import { proposeBengaliName } from '#shared/market/bengali.ts';
import { presentReadFacts, readFactFields } from '#shared/market/read-fact-fields.ts';
import { proposeTarget } from '#shared/paste/service-target.ts';
import type { Actor } from '#shared/users.ts';
import { areRecorded, type RecordedAction, recordActions } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { findCategory } from '../../base/lists/categories.ts';
import { supplierFieldsIn, withoutFields } from './owned-fields.ts';
import { addSampleKinds, sampleOf } from './samples.ts';
import { selected } from './selected-services.ts';
import { auditedFields, factColumns, namedServiceColumns } from './service-rows.ts';

/** The listed services of a preview; the others are only counted. */
const MOST_LISTED = 200;

/**
 * Returns how many services a change would affect. Admins only.
 * @throws DomainError `service_not_found` if a selected service was deleted, `bad_input` for more than 5,000
 */
export async function previewMany(db: Db, actor: Actor, typed: PreviewManyInput): Promise<ManyPreview> {
  assertAdmin(actor);
  const input = { ...typed, change: await canonical(db, typed.change) };
  const { found, changed, previewHash } = await planChange(db, input);
  const { change } = input;
  const items = changed.slice(0, MOST_LISTED).map((row) => ({ id: row.id, name: row.name, ...becomes(change, row) }));
  return { found, changed: changed.length, items, previewHash };
}

/**
 * Hides, shows, deletes or moves many services, or changes a permission of all of them: all or none. A retry changes nothing more.
 * Admins only.
 * @throws DomainError `catalogue_changed` if the selection has changed since the preview, `service_not_found`, `bad_input`
 */
export async function changeMany(
  { db, events }: WriteDeps,
  actor: Actor,
  { previewHash, requestId, ...typed }: ChangeManyInput,
): Promise<Done> {
  assertAdmin(actor);
  const input = { ...typed, change: await canonical(db, typed.change) };
  const { action, valuesFor } = effectOf(input.change);
  const key = `${requestId}:${previewHash}`;
  await db.transaction(async (tx) => {
    const planned = await planChange(tx, input, { lock: true }).catch(asMissing);
    if (planned?.previewHash !== previewHash) {
      if (await areRecorded(tx, actor, action, key)) return;
      throw new DomainError(planned ? 'catalogue_changed' : 'service_not_found');
    }
    const { changed } = planned;
    if (input.change.kind === 'sample') await addSampleKinds(tx);
    const facts = valuesFor ? await setAll(tx, changed, valuesFor) : await deleteAll(tx, changed);
    const entries = facts.map(({ id, name, before, after }): RecordedAction => {
      return { action, subject: 'service', subjectId: id, subjectName: name, before, after };
    });
    await recordActions(tx, actor, entries, key);
  });
  events.publish('services');
  return { ok: true };
}

/** A change into a category that was merged is one into what it became. */
async function canonical(db: Db, change: ServiceChange): Promise<ServiceChange> {
  return change.kind === 'category' ? { ...change, category: (await findCategory(db, change.category)).slug } : change;
}

/** What a person sees of a change that differs from service to service. */
function becomes(change: ServiceChange, row: Row): Omit<ManyPreview['items'][number], 'id' | 'name'> {
  if (change.kind === 'links') return { target: linksAfter(change, row) };
  if (change.kind === 'nameBn') return { nameBn: row.nameBn ?? proposeBengaliName(row.name) };
  if (change.kind === 'sample') return { nameBn: sampleOf(row)?.nameBn ?? null };
  if (change.kind !== 'facts' || change.facts !== 'as_read') return {};
  return { facts: presentReadFacts(row.name, row.description) };
}

/** A retry of a deletion finds the services deleted. */
function asMissing(error: unknown): undefined {
  if (!(error instanceof DomainError && error.code === 'service_not_found')) throw error;
}

/** The columns that a change of many services can set. */
const changeable = {
  hidden: services.hidden,
  category: services.category,
  refillDays: services.refillDays,
  cancel: services.cancel,
  speedUp: services.speedUp,
  platform: services.platform,
  kinds: services.kinds,
  nameBn: services.nameBn,
  ...factColumns,
};
/** Only read. */
const also = { top: services.top, description: services.description };
type Values = Partial<Pick<typeof services.$inferSelect, keyof typeof changeable>>;
type Row = Required<Values> & Pick<typeof services.$inferSelect, 'id' | 'name' | 'pausedAt' | keyof typeof also>;

interface Effect {
  /** The audited action. */
  action: AuditAction;
  /** The values that a service gets; null for a deletion. */
  valuesFor: ((row: Partial<Row>) => Values) | null;
}

function effectOf(change: ServiceChange): Effect {
  if (change.kind === 'hide') return { action: 'service.hide', valuesFor: () => ({ hidden: true }) };
  if (change.kind === 'show') return { action: 'service.show', valuesFor: () => ({ hidden: false }) };
  if (change.kind === 'delete') return { action: 'service.delete', valuesFor: null };
  if (change.kind === 'links') return { action: 'service.update', valuesFor: (row) => linksAfter(change, row) };
  if (change.kind === 'sample') return { action: 'service.update', valuesFor: (row) => sampleOf(row) ?? {} };
  if (change.kind === 'facts') return { action: 'service.update', valuesFor: (row) => factsAfter(change, row) };
  if (change.kind === 'nameBn')
    return {
      action: 'service.update',
      valuesFor: ({ name = '', nameBn }) => ({ nameBn: nameBn ?? proposeBengaliName(name) }),
    };
  const { kind: _, ...values } = change;
  return { action: 'service.update', valuesFor: () => values };
}

/** The links that a service takes then. What a person has chosen is not read again. */
function linksAfter(
  { target }: Extract<ServiceChange, { kind: 'links' }>,
  { name = '', top = '', platform = null, kinds = null }: Partial<Row>,
): Pick<Row, 'platform' | 'kinds'> {
  if (target !== 'as_read') return target;
  return platform === null ? proposeTarget(name, top) : { platform, kinds };
}

/** The facts that a service has then. What a person has set stays where the texts say nothing. */
function factsAfter({ facts }: Extract<ServiceChange, { kind: 'facts' }>, row: Partial<Row>): Values {
  if (facts !== 'as_read') return facts;
  const { name = '', description = '', kind } = row;
  const { refillDays, ...read } = readFactFields(name, description, kind ?? undefined);
  return { ...read, ...(refillDays !== undefined && { refillDays }) };
}

interface PlannedChange {
  found: number;
  /** The services that differ from the change, in the order of their ids. */
  changed: Row[];
  previewHash: string;
}

async function planChange(
  db: Db | Tx,
  { change, ...selection }: PreviewManyInput,
  { lock = false } = {},
): Promise<PlannedChange> {
  const query = db
    .select({ id: services.id, name: services.name, pausedAt: services.pausedAt, ...also, ...changeable })
    .from(services)
    .where(await selected(db, selection))
    .orderBy(asc(services.id))
    .limit(MAX_CHANGED_SERVICES + 1);
  const rows: Row[] = await (lock ? query.for('no key update') : query);
  if (selection.ids && rows.length < new Set(selection.ids).size) throw new DomainError('service_not_found');
  if (rows.length > MAX_CHANGED_SERVICES)
    throw fieldError('bad_input', 'ids', `At most ${MAX_CHANGED_SERVICES} services can be changed at once.`);

  const { valuesFor } = effectOf(change);
  const changed = rows.filter((row) => {
    const values = valuesFor?.(row);
    if (!values || (values.hidden && row.pausedAt !== null)) return true;
    return JSON.stringify(valuesOf(row, values)) !== JSON.stringify(values);
  });
  return { found: rows.length, changed, previewHash: changeHashOf(change, rows) };
}

/** Whether the new values come from the service's own texts. */
function isRead({ kind }: ServiceChange): boolean {
  return kind === 'links' || kind === 'facts' || kind === 'nameBn' || kind === 'sample';
}

/** Identifies a change exactly: the change, and every selected service with its present values, and with those read from its name. */
export function changeHashOf(change: ServiceChange, rows: (Partial<Row> & { id: number })[]): string {
  const { valuesFor } = effectOf(change);
  const present = rows.map((row) => {
    const values = valuesFor?.(row);
    return [row.id, values ? valuesOf(row, values) : null, ...(isRead(change) ? [values] : [])];
  });
  const hash = createHash('sha256');
  return hash.update(JSON.stringify([change, present])).digest('hex');
}

/** The row's fields with the names of these values, in their order. */
function valuesOf(row: Partial<Row>, values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, row[name as keyof Values]]));
}

type Fact = Pick<Row, 'id' | 'name'> & Pick<RecordedAction, 'before' | 'after'>;

/** Services that get the same values are written together. */
async function setAll(tx: Tx, rows: Row[], valuesFor: (row: Row) => Values): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const alike of Object.values(Object.groupBy(rows, (row) => JSON.stringify(valuesFor(row))))) {
    const [first] = alike ?? [];
    if (alike && first) facts.push(...(await setValues(tx, alike, valuesFor(first))));
  }
  return facts.toSorted((one, other) => one.id - other.id);
}

async function setValues(tx: Tx, rows: Row[], values: Values): Promise<Fact[]> {
  // An open form need not know that its service was hidden.
  const isInForm = values.hidden === undefined;
  const owned = supplierFieldsIn(values);
  await tx
    .update(services)
    .set({
      ...values,
      // A service that a person hides is not displayed again when the reason of its pause ends.
      ...(values.hidden !== undefined && { pausedAt: null, pausedReason: null }),
      ...(isInForm && { updatedAt: sql`now()` }),
      // The position belongs to the category that the service leaves.
      ...(values.category && { shelfRank: 0 }),
      ...(owned.length > 0 && { fieldsOfSupplier: withoutFields(owned) }),
    })
    .where(isOneOf(rows));
  return rows.map((row) => ({ id: row.id, name: row.name, before: valuesOf(row, values), after: values }));
}

async function deleteAll(tx: Tx, rows: Row[]): Promise<Fact[]> {
  const deleted = await tx
    .update(services)
    .set({ deletedAt: sql`now()` })
    .where(isOneOf(rows))
    .returning(namedServiceColumns);
  return deleted.map((row) => ({ id: row.id, name: row.name, before: auditedFields(row), after: null }));
}

function isOneOf(rows: Row[]) {
  return inArray(services.id, sql`(select unnest(${sql.param(rows.map(({ id }) => id))}::bigint[]))`);
}
