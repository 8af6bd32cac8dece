import { eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { evidence, paymentDevices } from '#db/schema/evidence.ts';
import { recharges } from '#db/schema/recharges.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import { users } from '#db/schema/users.ts';
import { SILENT_MINUTES } from '#shared/devices.ts';
import type { Direction, EvidenceState } from '#shared/evidence.ts';
import { nanos } from '#shared/money.ts';
import type { RechargeStatus } from '#shared/recharge-status.ts';
import { shopTimeZone } from '../../base/lists/shop-days.ts';
import { agreesInPayer } from '../../money/agrees.ts';
import { fitsMethod } from '../../money/messages-of.ts';
import type { Request } from './judge-request.ts';

/** A message as it is stored, with its phone. */
export interface StoredMessage {
  id: number;
  state: EvidenceState | null;
  reason: string | null;
  deviceId: number | null;
  sim: number | null;
  provider: string | null;
  kind: string | null;
  direction: Direction | null;
  amountPoisha: number | null;
  balancePoisha: number | null;
  beforePoisha: number | null;
  reference: string | null;
  payer: string | null;
  at: Date | null;
  linkedAt: Date | null;
  storedAt: Date;
  confirmedBy: number | null;
  methodIds: number[] | null;
  sims: Partial<Record<number, string>> | null;
  isOfRevokedPhone: boolean;
  isSilent: boolean;
}

/** Reads a message. @param options.lock whether to lock its row, which comes after the locks of its id and of wallets */
export async function readStored(tx: Tx, id: number, { lock = false } = {}): Promise<StoredMessage> {
  const e = evidence;
  const found = tx
    .select({
      ...{
        id: e.id,
        state: e.state,
        reason: e.reason,
        deviceId: e.deviceId,
        sim: e.sim,
        provider: e.provider,
        kind: e.kind,
      },
      ...{
        direction: e.direction,
        amountPoisha: e.amountPoisha,
        balancePoisha: e.balancePoisha,
        beforePoisha: e.beforePoisha,
      },
      ...{ reference: e.reference, payer: e.payer, at: e.at, linkedAt: e.linkedAt, confirmedBy: e.confirmedBy },
      storedAt: e.storedAt,
      methodIds: paymentDevices.methodIds,
      sims: paymentDevices.sims,
      isOfRevokedPhone: sql<boolean>`${paymentDevices.revokedAt} is not null`,
      isSilent: sql<boolean>`coalesce(${paymentDevices.seenAt} < now() - make_interval(mins => ${SILENT_MINUTES}), false)`,
    })
    .from(e)
    .leftJoin(paymentDevices, eq(paymentDevices.id, e.deviceId))
    .where(eq(e.id, id));
  const [row] = await (lock ? found.for('no key update', { of: e }) : found);
  if (!row) throw new Error(`Message ${id} has disappeared`);
  return row;
}

/** A request with the message's transaction id. */
export interface NamedRequest {
  id: number;
  userId: number;
  status: RechargeStatus;
  isProved: boolean;
}

/** The requests with a transaction id whose method the message may prove, oldest first. The caller has locked the id. */
export async function requestsNaming(
  tx: Tx,
  { reference, provider, methodIds }: { reference: string; provider: string; methodIds: number[] | null },
): Promise<NamedRequest[]> {
  const rows = await tx
    .select({
      id: recharges.id,
      userId: recharges.userId,
      status: recharges.status,
      isProved: sql<boolean>`${recharges.evidenceId} is not null`,
      method: { id: paymentMethods.id, name: paymentMethods.name, kind: paymentMethods.kind },
    })
    .from(recharges)
    .innerJoin(paymentMethods, eq(paymentMethods.id, recharges.methodId))
    .where(sql`upper(${recharges.reference}) = upper(${reference})`)
    .orderBy(recharges.id)
    .limit(50);
  return rows.filter(({ method }) => fitsMethod({ provider, methodIds }, method));
}

/** How many days messages to a number count that a method has no more. */
const FORMER_ACCOUNT_DAYS = 7;

/** What a pending request is judged by, and whether its method credits by itself. */
export type JudgedRequest = Request & { id: number; isAutomatic: boolean };

/** The facts of pending requests, oldest first. @param evidenceId the message that they name */
export async function readRequests(tx: Tx, requests: { id: number }[], evidenceId: number): Promise<JudgedRequest[]> {
  if (requests.length === 0) return [];
  const ids = requests.map(({ id }) => id);
  const today = sql`date_trunc('day', now(), ${shopTimeZone})`;
  const creditedToday = (whose: SQL) => sql<number>`(
    select coalesce(sum(coalesce(others.credited_nanos, others.amount_nanos)), 0)::bigint from ${recharges} others
    where ${whose} and others.decider = 'evidence' and others.decided_at >= ${today})`;
  const rows = await tx
    .select({
      ...{
        id: recharges.id,
        amountNanos: recharges.amountNanos,
        paidTaka: recharges.paidTaka,
        createdAt: recharges.createdAt,
      },
      payer: recharges.payer,
      agreesInPayer,
      accounts: sql<string[]>`array_remove(array_append(array(
        select a.number from payment_accounts a where a.method_id = ${recharges.methodId}
          and (a.removed_at is null or a.removed_at > now() - make_interval(days => ${FORMER_ACCOUNT_DAYS}))
        union all select ${paymentMethods.recipient}), ${recharges.accountNumber}), null)`,
      isBlocked: sql<boolean>`${users.blockedAt} is not null`,
      isFirst: sql<boolean>`not exists (select from ${recharges} others where others.user_id = ${recharges.userId}
        and others.status = 'approved' and others.reversed_at is null)`,
      customerDayNanos: creditedToday(sql`others.user_id = ${recharges.userId}`),
      // Written for the index of verdicts.
      methodDayNanos: creditedToday(sql`others.method_id = ${recharges.methodId} and others.verdict is not null`),
      isAutomatic: sql<boolean>`exists (select from automatic_methods m where m.method_id = ${recharges.methodId})`,
    })
    .from(recharges)
    .innerJoin(users, eq(users.id, recharges.userId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, recharges.methodId))
    .innerJoin(evidence, eq(evidence.id, evidenceId))
    .where(sql`${recharges.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(recharges.id);
  return rows.map(({ accounts, customerDayNanos, methodDayNanos, ...row }) => ({
    ...row,
    accounts: accounts.map(plainNumber),
    customerDayNanos: nanos(customerDayNanos),
    methodDayNanos: nanos(methodDayNanos),
  }));
}

/** A number without spaces and dashes, to compare. */
export const plainNumber = (number: string) => number.replaceAll(/[\s\p{Pd}]/gu, '');
