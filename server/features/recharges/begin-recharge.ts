import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { begunRecharges } from '#db/schema/recharges.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import type { BeginRechargeInput, BegunRecharge } from '#shared/balance.ts';
import type { Done } from '#shared/done.ts';
import type { Actor } from '#shared/users.ts';
import { findMethod, type PayableMethod } from './find-method.ts';

/** A customer finds it again for a day. */
const isRecent = sql<boolean>`${begunRecharges.begunAt} > now() - interval '1 day'`;

/**
 * Keeps what a customer begins to pay, with the number that is displayed to them. It replaces what they began before.
 * @throws DomainError `method_unavailable`
 */
export async function beginRecharge(
  db: Db,
  actor: Actor,
  { method: name, amountNanos, order }: BeginRechargeInput,
  { production }: { production: boolean },
): Promise<Done> {
  await db.transaction(async (tx) => {
    const method = await findMethod(tx, name, { production });
    const kept = await readKept(tx, actor, { methodId: method.id, amountNanos });
    const begun = {
      methodId: method.id,
      amountNanos,
      accountNumber: kept?.accountNumber ?? method.recipient,
      thenOrder: order ?? kept?.thenOrder ?? null,
      begunAt: sql`now()`,
    };
    await tx
      .insert(begunRecharges)
      .values({ userId: actor.id, ...begun })
      .onConflictDoUpdate({ target: begunRecharges.userId, set: begun });
  });
  return { ok: true };
}

/** The same payment, begun before in another window: its order, and its number while customers may still pay to that. */
async function readKept(tx: Tx, actor: Actor, { methodId, amountNanos }: { methodId: number; amountNanos: number }) {
  const [kept] = await tx
    .select({
      thenOrder: begunRecharges.thenOrder,
      accountNumber: sql<
        string | null
      >`(select a.number from payment_accounts a where a.method_id = ${begunRecharges.methodId}
        and a.number = ${begunRecharges.accountNumber} and not a.paused and a.removed_at is null)`,
    })
    .from(begunRecharges)
    .where(
      and(
        eq(begunRecharges.userId, actor.id),
        eq(begunRecharges.methodId, methodId),
        sql`${begunRecharges.amountNanos} = ${amountNanos}`,
        isRecent,
      ),
    );
  return kept;
}

/** What the caller has begun to pay within a day, by a method that is still active. */
export async function readBegunRecharge(db: Db, actor: Actor): Promise<BegunRecharge | null> {
  const [begun] = await db
    .select({
      method: paymentMethods.name,
      amountNanos: begunRecharges.amountNanos,
      order: begunRecharges.thenOrder,
      begunAt: begunRecharges.begunAt,
    })
    .from(begunRecharges)
    .innerJoin(paymentMethods, eq(paymentMethods.id, begunRecharges.methodId))
    .where(and(eq(begunRecharges.userId, actor.id), eq(paymentMethods.active, true), isRecent));
  return begun ?? null;
}

/** Forgets what the caller has begun to pay. */
export async function dropBegunRecharge(db: Db, actor: Actor): Promise<Done> {
  await db.delete(begunRecharges).where(eq(begunRecharges.userId, actor.id));
  return { ok: true };
}

/**
 * Ends what a customer has begun to pay by a method: they have paid.
 * @returns the number that was displayed to them, or the one in use
 */
export async function endBegunRecharge(tx: Tx, actor: Actor, method: PayableMethod): Promise<string> {
  const [begun] = await tx
    .delete(begunRecharges)
    .where(and(eq(begunRecharges.userId, actor.id), eq(begunRecharges.methodId, method.id)))
    .returning({ accountNumber: begunRecharges.accountNumber, isRecent });
  return begun?.isRecent ? begun.accountNumber : method.recipient;
}
