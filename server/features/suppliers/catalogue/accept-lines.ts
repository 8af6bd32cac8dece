import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { findRecorded, recordActions } from '#server/base/audit/record-action.ts';
import { DomainError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { makeCategories } from '#server/base/lists/categories.ts';
import type { AuditFacts } from '#shared/audit.ts';
import { type Accepted, type AcceptInput, accepted, MAX_LISTED_LEFT_OUT } from '#shared/supplier-catalogue.ts';
import type { Actor } from '#shared/users.ts';
import { lockCatalogue } from '../../../suppliers/catalogue/lock-catalogue.ts';
import { reviewSources } from '../../../suppliers/catalogue/review-sources.ts';
import type { ListDeps } from '../../../suppliers/read-list.ts';
import { acceptChanges, createServices } from './accept-in-sql.ts';
import { findCallable } from './fetch-list.ts';
import { planAcceptance } from './plan-acceptance.ts';

/** So that no statement takes long. */
const SERVICES_AT_ONCE = 1_000;

/**
 * Accepts lines of a supplier's list in one transaction: new ones become services on sale, and services follow the costs and fields of
 * the others. A retry with the same request id gets the first result. Admins only.
 * @param input `readAt` is the time of the list that the admin saw
 * @throws DomainError `not_found`, `idempotency_conflict`, `catalogue_changed` if a list that was read after `readAt` differs,
 * `bad_input` for a chosen category that does not exist
 */
export async function acceptLines(
  { db, events }: Pick<ListDeps, 'db' | 'events'>,
  actor: Actor,
  { requestId, readAt, ...input }: AcceptInput,
): Promise<Accepted> {
  assertAdmin(actor);
  const supplier = await findCallable(db, input.id);
  const { result, isRepeated } = await db.transaction(async (tx) => {
    // A retry waits here for the first request.
    await lockCatalogue(tx, input.id);
    const earlier = requestId && (await findRecorded(tx, actor, 'supplier.accept', requestId));
    if (earlier) return { result: repeated(earlier, input), isRepeated: true };
    if (readAt) await assertAsRead(tx, input.id, readAt);
    const made = await accept(tx, actor, input);
    const entry = {
      action: 'supplier.accept',
      subject: 'supplier',
      subjectId: input.id,
      subjectName: supplier.name,
      before: null,
      after: { ...made, chosen: chosenIn(input), digest: digestOf(input) },
    } as const;
    await recordActions(tx, actor, [entry], requestId);
    return { result: made, isRepeated: false };
  });
  if (isRepeated) return result;
  events.publish('services');
  // With the statistics of before the next proposal takes ten times as long.
  if (result.created >= SERVICES_AT_ONCE) await db.execute(sql`analyze services, service_sources`);
  return result;
}

/** @throws DomainError `catalogue_changed` */
async function assertAsRead(tx: Tx, supplierId: number, readAt: Date): Promise<void> {
  const [changed] = await tx.execute(sql`
    select from supplier_services
    where supplier_id = ${supplierId} and greatest(listed_at, missing_since, gone_at) > ${readAt.toISOString()} limit 1`);
  if (changed) throw new DomainError('catalogue_changed');
}

async function accept(tx: Tx, actor: Actor, input: Request): Promise<Accepted> {
  const { id, marginPercent: marginBasisPoints } = input;
  const { create, update, leftOut, categories } = await planAcceptance(tx, input);
  await makeCategories(tx, categories);
  const created: number[] = [];
  for (const some of inGroups(create)) {
    created.push(...(await createServices(tx, actor, some, { supplierId: id, marginBasisPoints })));
  }
  const updated: number[] = [];
  for (const some of inGroups(update)) {
    updated.push(...(await acceptChanges(tx, actor, some, { supplierId: id, marginBasisPoints })));
  }
  const all = [...created, ...updated].toSorted((one, other) => one - other);
  const { paused } = await reviewSources(tx, all, { areFollowed: true });
  return {
    created: created.length,
    updated: updated.length,
    paused,
    leftOut: leftOut.slice(0, MAX_LISTED_LEFT_OUT),
    leftOutCount: leftOut.length,
  };
}

function inGroups<Item>(items: Item[]): Item[][] {
  const groups = Math.ceil(items.length / SERVICES_AT_ONCE);
  return Array.from({ length: groups }, (_, nth) => items.slice(nth * SERVICES_AT_ONCE, (nth + 1) * SERVICES_AT_ONCE));
}

type Request = Omit<AcceptInput, 'requestId' | 'readAt'>;

/** For the audit: how the lines were chosen. */
function chosenIn({ lines, filter }: Request): string {
  if (lines) return lines.length === 1 ? '1 line' : `${lines.length} lines`;
  return ['all', filter?.change, filter?.search].filter(Boolean).join(' ');
}

/** Tells whether a repeated request id is the same request. */
function digestOf(input: Request): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 32);
}

/** @throws DomainError `idempotency_conflict` for another request */
function repeated({ digest, ...facts }: AuditFacts, input: Request): Accepted {
  if (digest !== digestOf(input)) throw new DomainError('idempotency_conflict');
  return accepted.parse(facts);
}
