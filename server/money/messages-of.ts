import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { evidence, paymentDevices } from '#db/schema/evidence.ts';
import { recharges } from '#db/schema/recharges.ts';
import { walletOf } from '#shared/recipient.ts';

type Method = Parameters<typeof walletOf>[0] & { id: number };

/** A message of money in, as far as it concerns a request. */
export interface PaymentMessage {
  id: number;
  state: string | null;
  reason: string | null;
  provider: string | null;
  amountPoisha: number | null;
  linkedAt: Date | null;
  /** The recharge that it was used for. */
  rechargeId: number | null;
}

/** Whether a message of a provider may prove payments of a method: the method's phone received it, and both are of one wallet. */
export function fitsMethod(
  { provider, methodIds }: { provider: string | null; methodIds: number[] | null },
  method: Method,
): boolean {
  const wallet = walletOf(method)?.name.toLowerCase();
  // A row of a statement is of no phone.
  if (methodIds === null) return (wallet ?? method.name.toLowerCase()) === provider;
  return methodIds.includes(method.id) && (wallet === undefined || wallet === provider);
}

/**
 * The messages of money in with a transaction id that may prove payments of a method; those that count come first.
 * @param shownId the one that staff see beside the request
 */
export async function messagesOf(
  db: Db | Tx,
  { reference, method, shownId }: { reference: string; method: Method; shownId: number | null },
): Promise<PaymentMessage[]> {
  const rows = await db
    .select({
      id: evidence.id,
      state: evidence.state,
      reason: evidence.reason,
      provider: evidence.provider,
      amountPoisha: evidence.amountPoisha,
      linkedAt: evidence.linkedAt,
      methodIds: paymentDevices.methodIds,
      rechargeId: recharges.id,
    })
    .from(evidence)
    .leftJoin(paymentDevices, eq(paymentDevices.id, evidence.deviceId))
    .leftJoin(recharges, eq(recharges.evidenceId, evidence.id))
    .where(
      and(
        sql`upper(${evidence.reference}) = upper(${reference})`,
        eq(evidence.direction, 'in'),
        sql`${evidence.state} in ('unclaimed', 'held', 'used')`,
      ),
    )
    .orderBy(
      sql`${evidence.state} = 'used' desc`,
      sql`${evidence.id} is distinct from ${shownId}`,
      sql`${evidence.linkedAt} is null`,
      sql`${evidence.reason} is not distinct from 'id_differs'`,
      asc(evidence.id),
    )
    .limit(20);
  return rows.filter((row) => fitsMethod(row, method));
}
