import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contraIdOf } from '#db/schema/ledger.ts';
import { MAX_NANOS, type Nanos } from '#shared/money.ts';
import type { Moved } from './move-money.ts';

/** What an approval credits, and by what. */
export interface Approval {
  rechargeId: number;
  /** The admin who decides; null for the message alone. */
  adminId: number | null;
  reason: string | null;
  /** The message that proves the payment, if there is one. */
  evidenceId: number | null;
  /** What is credited instead of what was asked for, and the poisha that were paid for it. */
  paid: { creditedNanos: Nanos; receivedPoisha: number } | null;
}

/**
 * Approves a pending recharge, marks its message used and books the credit, in one statement. The caller has locked the wallet.
 * @returns the booking; undefined, and nothing has happened that the caller's rollback does not undo, where the message was used, the
 * recharge is decided, or the wallet would exceed {@link MAX_NANOS}
 */
export async function approveRecharge(
  tx: Tx,
  { rechargeId, adminId, reason, evidenceId, paid }: Approval,
): Promise<Moved | undefined> {
  const [moved] = await tx.execute<Pick<Moved, keyof Moved>>(sql`
    with message as (
      update evidence set state = 'used', reason_values = null,
        -- Another message with its id may count, too, until it is looked at.
        reason = case when reason = 'id_differs' then reason end,
        confirmed_by = coalesce(confirmed_by, ${adminId}::bigint),
        -- The background worker links what a person has approved; what it credits itself it has linked.
        due_at = case when ${adminId}::bigint is null then null when linked_at is null and before_poisha is not null then now() else due_at end
      where id = ${evidenceId}::bigint and state in ('unclaimed', 'held')
      returning id
    ), request as (
      update recharges set status = 'approved', reason = ${reason}, decided_by = ${adminId}::bigint,
        decider = case when ${adminId}::bigint is null then 'evidence' end, decided_at = now(), evidence_id = ${evidenceId}::bigint,
        verdict = case when ${adminId}::bigint is null then 'credit' else verdict end, match_id = coalesce(${evidenceId}::bigint, match_id),
        held_reason = null, held_values = null, credited_nanos = ${paid?.creditedNanos ?? null}::bigint, received_poisha = ${paid?.receivedPoisha ?? null}::bigint
      where id = ${rechargeId} and status = 'pending' and (${evidenceId}::bigint is null or exists (select from message))
      returning id, user_id, coalesce(credited_nanos, amount_nanos) as nanos
    ), wallet as (
      update accounts set balance_nanos = balance_nanos + nanos, version = version + 1 from request
      where accounts.user_id = request.user_id and balance_nanos + nanos <= ${MAX_NANOS}
      returning accounts.id, balance_nanos, version, nanos
    )
    insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, recharge_id)
    select id, version, ${contraIdOf.recharge}::bigint, nanos, balance_nanos, 'recharge', ${rechargeId} from wallet
    returning seq, balance_after_nanos as "balanceNanos"`);
  return moved;
}
