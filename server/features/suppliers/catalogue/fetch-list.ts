import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { recordAction } from '#server/base/audit/record-action.ts';
import { DomainError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { countAttempt } from '#server/base/limits/rate-limit.ts';
import type { FetchedList, FetchListInput } from '#shared/supplier-catalogue.ts';
import type { Actor } from '#shared/users.ts';
import { type ListDeps, readList } from '../../../suppliers/read-list.ts';
import { countChanges } from './read-proposal.ts';

const PER_SUPPLIER = { limit: 30, windowSeconds: 600 };

/**
 * Reads a supplier's list into the proposal. Small changes of cost are accepted by this. Admins only.
 * @returns the counts of the proposal, with the reason if the list was not taken
 * @throws DomainError `not_found`, `too_many_requests`
 */
export async function fetchList(
  deps: ListDeps,
  actor: Actor,
  { id, evenIfShrunken = false }: FetchListInput,
): Promise<FetchedList> {
  assertAdmin(actor);
  const supplier = await findCallable(deps.db, id);
  await countAttempt(deps.db, `supplier-list:${id}`, PER_SUPPLIER);
  const { problem } = await readList(deps, supplier, {
    evenIfShrunken,
    within: (tx, outcome) =>
      recordAction(tx, actor, {
        action: 'supplier.fetch',
        subject: 'supplier',
        subjectId: id,
        subjectName: supplier.name,
        before: null,
        after: { lines: outcome.lines, problem: outcome.problem?.reason ?? null },
      }),
  });
  return { counts: await countChanges(deps.db, id), problem };
}

/** @throws DomainError `not_found` */
export async function findCallable(db: Db, id: number) {
  const { url, sealedKey, idempotent, currency, name } = suppliers;
  const [row] = await db
    .select({ id: suppliers.id, url, sealedKey, idempotent, currency, name })
    .from(suppliers)
    .where(eq(suppliers.id, id));
  if (!row) throw new DomainError('not_found');
  return row;
}
