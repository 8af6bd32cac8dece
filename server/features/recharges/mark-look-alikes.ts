import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Tx } from '#db/client.ts';
import { foldedReference, rechargeLookAlikes, recharges } from '#db/schema/recharges.ts';
import { foldedLookAlikes, lookAlikes } from '#shared/paste/reference.ts';

/** At most so many requests are compared for each form of an id; the same id may have come with several methods. */
const MOST_OF_A_FORM = 20;

/**
 * Stores for staff which requests have a transaction id that looks like that of a new one, in the transaction that inserted it. A
 * rejection and a reversal are final, so only pending and approved requests are compared.
 */
export async function markLookAlikes(tx: Tx, { id, reference }: { id: number; reference: string }): Promise<void> {
  const forms = foldedLookAlikes(reference);
  // One new request at a time from here to the commit, so that of two sent at once the second finds the first.
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.lookAlikes})`);
  const ofForm = tx
    .select({ id: recharges.id, reference: recharges.reference })
    .from(recharges)
    .where(
      and(
        sql`${foldedReference(recharges.reference)} = form`,
        // Written like the index.
        sql`${recharges.status} <> 'rejected'`,
        isNull(recharges.reversedAt),
        ne(recharges.id, id),
      ),
    )
    .orderBy(sql`${foldedReference(recharges.reference)} desc`, sql`${recharges.id} desc`)
    .limit(MOST_OF_A_FORM);
  // A lookup for each form, so that PostgreSQL uses the index however many it expects to find.
  const near = await tx.execute<{ id: number; reference: string }>(sql`
    select near.id, near.reference from unnest(${sql.param(forms)}::text[]) form cross join lateral ${ofForm} near`);
  const pairs = near
    .filter((other) => lookAlikes(reference, other.reference))
    .flatMap((other) => [
      { rechargeId: id, otherId: other.id },
      { rechargeId: other.id, otherId: id },
    ]);
  if (pairs.length > 0) await tx.insert(rechargeLookAlikes).values(pairs);
}

/** As {@link markLookAlikes}, for a request whose transaction id has changed. */
export async function markLookAlikesAgain(tx: Tx, request: { id: number; reference: string }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.lookAlikes})`);
  const { rechargeId, otherId } = rechargeLookAlikes;
  const others = tx.select({ id: otherId }).from(rechargeLookAlikes).where(eq(rechargeId, request.id));
  const isPair = or(eq(rechargeId, request.id), and(inArray(rechargeId, others), eq(otherId, request.id)));
  await tx.delete(rechargeLookAlikes).where(isPair);
  await markLookAlikes(tx, request);
}
