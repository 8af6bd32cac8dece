import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { serviceSources } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { isAnotherOrigin, type SaveSupplierInput, type Supplier, supplierFields } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { assertAllowedUrl } from '../../base/outbound/assert-allowed-url.ts';
import { retryUnknownNow } from '../../suppliers/ask-again.ts';
import { lockCatalogue } from '../../suppliers/catalogue/lock-catalogue.ts';
import { keyOfSupplier } from '../../suppliers/key-of-supplier.ts';
import { applyCosts } from '../../suppliers/read-list.ts';
import { assertNothingIsOpen, forgetList, moveHost } from './move-supplier.ts';
import { lockSupplier, readSupplier } from './supplier-rows.ts';

/**
 * Adds a supplier, or changes the one with the id. Its key is stored encrypted, and no call returns it. Prices by rule follow another
 * rate or margin at once. A retry with the same request id gets the first result. Admins only.
 * @param input `expectedUpdatedAt` is the last change that the admin saw; a retry succeeds without a change. With `samePanel` another host
 * is another address of the same panel, and what is open there goes on
 * @throws DomainError `reauthentication_required`, `not_found`, `address_refused` beside `url`, `secrets_key_missing`,
 * `idempotency_conflict`, `supplier_changed` with the current fields if another admin changed it, and `bad_input` beside `name` if another
 * supplier has it, beside `key` if it is new or its host is another one and there is no key, beside `url` if its host is another panel's
 * while something is open at the former one or services are bought by its numbers, beside `currency` if its books or sources have another one
 */
export async function saveSupplier(
  { db, config, secrets, events }: Pick<Deps, 'db' | 'config' | 'secrets' | 'events'>,
  actor: Actor,
  input: SaveSupplierInput,
): Promise<{ supplier: Supplier }> {
  assertAdmin(actor);
  assertReauthenticated(actor);
  const { href } = assertAllowedUrl(input.url, config.outbound);
  const saving = { ...input, url: href, key: input.key || undefined };
  const save = async (tx: Tx): Promise<Saved> =>
    input.id === undefined
      ? { supplier: await addSupplier(tx, { actor, secrets }, saving) }
      : changeSupplier(tx, { actor, secrets }, saving);
  const { supplier, isPriced } = await db.transaction(save).catch((error: unknown) => {
    if (isUniqueViolation(error, 'suppliers_name_key'))
      throw fieldError('bad_input', 'name', 'A supplier with this name already exists');
    throw error;
  });
  if (isPriced) events.publish('services');
  events.publish('suppliers');
  return { supplier };
}

interface Saved {
  supplier: Supplier;
  /** Its rate or margin is another one. */
  isPriced?: boolean;
}

interface Saving {
  actor: Actor;
  secrets: Deps['secrets'];
}

async function addSupplier(tx: Tx, { actor, secrets }: Saving, input: SaveSupplierInput): Promise<Supplier> {
  const { key, requestId = null } = input;
  // Others with this request id wait here, and then find the first.
  if (requestId !== null) await lockRequest(tx, requestId);
  const found = requestId === null ? undefined : await findAdded(tx, actor, requestId);
  if (found) {
    if (isSavedAs(found, input, secrets)) return readSupplier(tx, found.id);
    throw new DomainError('idempotency_conflict');
  }
  if (key === undefined) throw fieldError('bad_input', 'key', 'Key is required');
  const [made] = await tx
    .insert(suppliers)
    .values({
      ...fieldsOf(input),
      sealedKey: '',
      createdBy: actor.id,
      requestId,
    })
    .returning({ id: suppliers.id });
  if (!made) throw new Error('The insert of a supplier returned no row');
  // Sealed for its id, which the insert has made.
  const sealedKey = secrets.seal(key, keyOfSupplier(made.id));
  await tx.update(suppliers).set({ sealedKey }).where(eq(suppliers.id, made.id));
  const supplier = await readSupplier(tx, made.id);
  await recordAction(tx, actor, {
    action: 'supplier.create',
    subject: 'supplier',
    subjectId: supplier.id,
    subjectName: supplier.name,
    before: null,
    after: supplierFields.parse(supplier),
  });
  return supplier;
}

async function changeSupplier(tx: Tx, { actor, secrets }: Saving, input: SaveSupplierInput): Promise<Saved> {
  const { id = 0, key, expectedUpdatedAt } = input;
  // Before the supplier's row, as those who read its list do. Two saves take turns here.
  await lockCatalogue(tx, id);
  const before = await readSupplier(tx, id);
  const isAnotherHost = isAnotherOrigin(before.url, input.url);
  const isSamePanel = input.samePanel ?? false;
  if (isAnotherHost && isSamePanel) await moveHost(tx, { id, from: before.url, to: input.url });
  const current = await lockSupplier(tx, id);
  if (expectedUpdatedAt !== undefined && +expectedUpdatedAt !== +current.updatedAt) {
    if (isSavedAs(current, input, secrets)) return { supplier: before };
    const changedSupplier = { ...supplierFields.parse(before), updatedAt: before.updatedAt.toISOString() };
    throw new DomainError('supplier_changed', { details: { changedSupplier } });
  }
  if (key === undefined && isAnotherHost)
    throw fieldError('bad_input', 'key', 'Enter the key again: the address has another host');
  const isAnotherPanel = isAnotherHost && !isSamePanel;
  if (isAnotherPanel) {
    await assertNothingIsOpen(tx, before);
    await forgetList(tx, before);
  }
  if (input.currency !== current.currency) await assertCurrencyIsFree(tx, current);
  const isAnotherRate = input.rate !== current.ratePicos;
  await tx
    .update(suppliers)
    .set({
      ...fieldsOf(input),
      ...(isAnotherRate && { rateAt: sql`now()` }),
      ...(isAnotherHost && { pausedUntil: null, unreachableSince: null, unreachableCount: 0 }),
      // After the wait for the lock: purchases at the previous panel were accepted before.
      ...(isAnotherPanel && { balanceMicros: null, balanceAt: null, movedAt: sql`clock_timestamp()` }),
      ...(isAnotherPanel && { listedAt: null, listDueAt: null, listProblem: null, listProblemText: null }),
      ...(isAnotherPanel && { linesUnreadable: 0, linesLeftOut: 0 }),
      ...(key !== undefined && { sealedKey: secrets.seal(key, keyOfSupplier(id)) }),
      updatedAt: sql`now()`,
    })
    .where(eq(suppliers.id, id));
  if (key !== undefined || input.url !== current.url) await retryUnknownNow(tx, id);
  const after = await readSupplier(tx, id);
  await recordAction(tx, actor, {
    action: 'supplier.update',
    subject: 'supplier',
    subjectId: id,
    subjectName: after.name,
    before: { ...supplierFields.parse(before), isKeyReplaced: false },
    after: {
      ...{ ...supplierFields.parse(after), isKeyReplaced: key !== undefined },
      ...(isAnotherHost && isSamePanel && { isSamePanel }),
    },
  });
  const isPriced = isAnotherRate || before.marginPercent !== after.marginPercent;
  if (isPriced) await applyCosts(tx, id);
  return { supplier: after, isPriced };
}

/** Whether a supplier has the fields of the input already, and its key if there is one. */
function isSavedAs(
  stored: Pick<Awaited<ReturnType<typeof lockSupplier>>, 'id' | 'sealedKey'>,
  input: SaveSupplierInput,
  secrets: Deps['secrets'],
): boolean {
  const { key } = input;
  if (key !== undefined && secrets.open(stored.sealedKey, keyOfSupplier(stored.id)) !== key) return false;
  return isDeepStrictEqual({ ...stored, ...fieldsOf(input) }, { ...stored });
}

/** The fields that the input has. */
function fieldsOf(input: SaveSupplierInput) {
  const { name, url, currency, rate, marginPercent, lowBalance, orderLimit, dayLimit } = input;
  const { idempotent, callsPerMinute, orderPlace } = input;
  return {
    ...{ name, url, currency, ratePicos: rate },
    ...(idempotent !== undefined && { idempotent }),
    ...(marginPercent !== undefined && { marginBasisPoints: marginPercent }),
    ...(lowBalance !== undefined && { lowBalanceMicros: lowBalance }),
    ...(orderLimit !== undefined && { orderLimitMicros: orderLimit }),
    ...(dayLimit !== undefined && { dayLimitMicros: dayLimit }),
    ...(callsPerMinute !== undefined && { callsPerMinute }),
    ...(orderPlace !== undefined && { orderPlace }),
  };
}

/** Entries and costs in the former currency would be read in the new one. */
async function assertCurrencyIsFree(
  tx: Tx,
  { id, booksVersion, currency }: { id: number; booksVersion: number; currency: string },
) {
  const [source] = await tx
    .select({ position: serviceSources.position })
    .from(serviceSources)
    .where(eq(serviceSources.supplierId, id))
    .limit(1);
  if (booksVersion > 0 || source)
    throw fieldError(
      'bad_input',
      'currency',
      `Its books and costs are in ${currency}. Add another supplier for another currency.`,
    );
}

async function lockRequest(tx: Tx, requestId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('saveSupplier ' || ${requestId}::text, 0))`);
}

async function findAdded(tx: Tx, actor: Actor, requestId: string) {
  const [found] = await tx
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.requestId, requestId), eq(suppliers.createdBy, actor.id)));
  return found && lockSupplier(tx, found.id);
}
