import { and, eq, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { evidence } from '#db/schema/evidence.ts';
import { recharges } from '#db/schema/recharges.ts';
import { readSettings } from '#db/settings.ts';
import type { EvidenceReason, EvidenceState } from '#shared/evidence.ts';
import type { MessageRead } from '../../features/evidence/read-message.ts';
import { approvalOf, type DecidedRecharge } from '../../features/recharges/decide-recharge.ts';
import { selectAdminRecharges } from '../../features/recharges/recharge-rows.ts';
import { approveRecharge } from '../../money/approve-recharge.ts';
import { lockReference } from '../../money/lock-reference.ts';
import { silenceOf } from '../../money/phone-silence.ts';
import { lockWallet } from '../../money/wallets.ts';
import { type Held, judgeId } from './judge-id.ts';
import { judgePayment, judgeRequest, type Payment } from './judge-request.ts';
import { balanceBefore, proveBalance } from './prove-balance.ts';
import {
  type JudgedRequest,
  type NamedRequest,
  plainNumber,
  readRequests,
  readStored,
  requestsNaming,
  type StoredMessage,
} from './read-facts.ts';

/** What a message changed, for the pages that show it. */
export interface Settled {
  /** The requests that it concerns. */
  requests: { id: number; userId: number }[];
  /** The one that it has credited. */
  credited?: DecidedRecharge;
}

type Read = MessageRead | { reason: EvidenceReason };
/** Credited messages of a provider whose ids are compared with a new one. */
const COMPARED_IDS = 100;

/**
 * Stores what a message says, links it to its chain of balances, and finds the request that it proves: one that passes every check is
 * credited where its method credits by itself; otherwise the verdict is kept for the day on which it may. One message at a time.
 * @param read what it says, if it was read just now
 */
export async function settleMessage(tx: Tx, id: number, read: Read | undefined): Promise<Settled> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.proofs})`);
  if (read && !('wordingId' in read)) {
    const state = read.reason === 'foreign_sender' ? 'ignored' : 'not_understood';
    await setState(tx, id, state, read);
    return { requests: [] };
  }
  const stored = await readStored(tx, id);
  if (!stored) throw new Error(`Message ${id} has disappeared`);
  const { direction, reference, provider } = { ...stored, ...read };
  if (direction !== 'in' || !reference || !provider) {
    await storeRead(tx, id, read, { state: 'ignored', reason: 'no_payment' });
    await proveStored(tx, id);
    await tx.update(evidence).set({ dueAt: null }).where(eq(evidence.id, id));
    return { requests: [] };
  }
  // Locks in the order of all decisions: the id, the wallets, the rows.
  await lockReference(tx, reference);
  const requests = await requestsNaming(tx, { reference, provider, methodIds: stored.methodIds });
  const waiting = requests.filter(({ status }) => status === 'pending');
  for (const userId of [...new Set(waiting.map((each) => each.userId))].toSorted((a, b) => a - b))
    await lockWallet(tx, userId);
  const isDouble = read && (await storeMoneyIn(tx, id, read));
  const message = await readStored(tx, id);
  if (!message) throw new Error(`Message ${id} has disappeared`);
  const unproved = await proveBalance(tx, asBalance(message));
  if (isDouble || message.state === 'ignored') {
    await tx.update(evidence).set({ dueAt: null }).where(eq(evidence.id, id));
    return { requests: [] };
  }
  const held = await judgeMessage(tx, message, unproved);
  return useMessage(tx, message, { requests, waiting, held });
}

/** Links a message to its chain, whatever became of it. */
async function proveStored(tx: Tx, id: number): Promise<void> {
  const message = await readStored(tx, id);
  if (message?.provider) await proveBalance(tx, asBalance(message));
}

const asBalance = (message: StoredMessage) => ({ ...message, provider: message.provider ?? '' });

function storeRead(
  tx: Tx,
  id: number,
  read: MessageRead | undefined,
  become: { state: EvidenceState; reason: EvidenceReason | null },
) {
  const said = read && { ...read, beforePoisha: balanceBefore(read) };
  return tx
    .update(evidence)
    .set({ ...said, ...become })
    .where(eq(evidence.id, id));
}

/** Stores money in, once for a transaction id. @returns whether another message has the id */
async function storeMoneyIn(tx: Tx, id: number, read: MessageRead): Promise<boolean> {
  try {
    await tx.transaction((inner) => storeRead(inner, id, read, { state: 'unclaimed', reason: null }));
    return false;
  } catch (error) {
    // Another phone has delivered it, too, or one of the two is forged.
    if (!isUniqueViolation(error, 'evidence_reference_key')) throw error;
    const isFirst = and(
      eq(evidence.provider, read.provider),
      sql`upper(${evidence.reference}) = upper(${read.reference})`,
      sql`${evidence.state} <> 'ignored' and ${evidence.reason} is distinct from 'id_differs'`,
    );
    const isSame = sql`(${evidence.amountPoisha}, ${evidence.at}, ${evidence.payer}) is not distinct from (${read.amountPoisha}::bigint, ${read.at?.toISOString()}::timestamptz, ${read.payer}::text)`;
    const isDouble = (await tx.$count(evidence, and(isFirst, isSame))) > 0;
    await storeRead(
      tx,
      id,
      read,
      isDouble ? { state: 'ignored', reason: 'id_seen' } : { state: 'held', reason: 'id_differs' },
    );
    if (!isDouble)
      await tx
        .update(evidence)
        .set({ dueAt: sql`now()` })
        .where(and(isFirst, sql`${evidence.state} in ('unclaimed', 'held')`));
    return true;
  }
}

/** Why a message is held back, whoever names it. */
async function judgeMessage(tx: Tx, message: StoredMessage, unproved: Payment['held']): Promise<Payment['held']> {
  const { kind, provider, reference, payer, at } = message;
  const hasOther = await tx.$count(
    evidence,
    and(
      eq(evidence.provider, provider ?? ''),
      sql`upper(${evidence.reference}) = upper(${reference})`,
      eq(evidence.reason, 'id_differs'),
    ),
  );
  if (hasOther > 0) return { reason: 'id_differs' };
  const { evidenceReadsIds } = await readSettings(tx);
  const known = await tx.execute<{ reference: string; at: Date }>(sql`
    select reference, at from evidence where provider = ${provider} and state = 'used' and at is not null and ${evidenceReadsIds}
    order by id desc limit ${COMPARED_IDS}`);
  const others = Array.from(known, (each) => ({ reference: each.reference, at: new Date(each.at) }));
  return (
    judgePayment({ kind: kind ?? '', payer }) ??
    (evidenceReadsIds && at
      ? judgeId({ provider: provider ?? '', reference: reference ?? '', at }, others)
      : undefined) ??
    unproved
  );
}

interface Named {
  requests: NamedRequest[];
  waiting: NamedRequest[];
  held: Payment['held'];
}

async function useMessage(tx: Tx, message: StoredMessage, { requests, waiting, held }: Named): Promise<Settled> {
  const { id } = message;
  const touched = waiting.map((each) => ({ id: each.id, userId: each.userId }));
  const approved = requests.find(({ status }) => status === 'approved');
  if (message.state === 'used' || approved) {
    if (message.state !== 'used') await setState(tx, id, 'used', undefined);
    if (approved && !approved.isProved) {
      const isFree = sql`${recharges.evidenceId} is null and not exists (select from recharges others where others.evidence_id = ${id})`;
      await tx
        .update(recharges)
        .set({ evidenceId: id })
        .where(and(eq(recharges.id, approved.id), isFree));
    }
    const late: Held<'several_payments'> = { reason: 'several_payments', values: [approved ? `#${approved.id}` : '-'] };
    for (const each of waiting) await setVerdict(tx, each.id, { evidenceId: id, held: late });
    await tx.update(evidence).set({ dueAt: null }).where(eq(evidence.id, id));
    return { requests: touched };
  }
  const judged =
    waiting.length > 0
      ? await readRequests(
          tx,
          waiting.map((each) => each.id),
          id,
        )
      : [];
  const payment = await paymentOf(tx, message, held, judged.length > 0);
  const caps = await readSettings(tx);
  let proved: JudgedRequest | undefined;
  let reason = held;
  for (const request of judged) {
    const against = proved
      ? { reason: 'several_payments' as const, values: [`#${proved.id}`] }
      : judgeRequest(payment, request, caps);
    await setVerdict(tx, request.id, { evidenceId: id, held: against });
    if (!against) proved = request;
    else reason ??= against;
  }
  if (proved) reason = undefined;
  await setState(tx, id, reason ? 'held' : 'unclaimed', reason);
  const credited = proved?.isAutomatic ? await credit(tx, proved.id, id) : undefined;
  return { requests: touched, ...(credited && { credited }) };
}

async function paymentOf(tx: Tx, message: StoredMessage, held: Payment['held'], isAsked: boolean): Promise<Payment> {
  const { kind, amountPoisha, payer, at, sims, sim, deviceId, isSilent, isOfRevokedPhone } = message;
  if (amountPoisha === null || !at) throw new Error(`Message ${message.id} is money in without amount or time`);
  const account = sims === null ? null : sims[sim ?? 0];
  return {
    ...{ kind: kind ?? '', amountPoisha, payer, at, held, isOfRevokedPhone },
    account: account && plainNumber(account),
    silence: isSilent && isAsked && deviceId !== null ? await silenceOf(tx, deviceId) : undefined,
  };
}

/** Approves a request by its message. */
async function credit(tx: Tx, rechargeId: number, evidenceId: number): Promise<DecidedRecharge | undefined> {
  const approval = { rechargeId, adminId: null, reason: null, evidenceId, paid: null };
  const moved = await approveRecharge(tx, approval);
  const [row] = await selectAdminRecharges(tx).where(eq(recharges.id, rechargeId));
  // Only a full wallet refuses it; what was written of the approval must not stay.
  if (!moved || !row) throw new Error(`Recharge ${rechargeId} could not be credited`);
  return { ...row, movedNanos: row.amountNanos, entry: approvalOf(row, moved) };
}

/** What would be done with a request. Once it would have been credited, that stays beside what a person decides. */
async function setVerdict(
  tx: Tx,
  id: number,
  { evidenceId, held }: { evidenceId: number; held: ReturnType<typeof judgeRequest> },
): Promise<void> {
  await tx
    .update(recharges)
    .set({
      matchId: evidenceId,
      verdict: held ? sql`coalesce(${recharges.verdict}, 'hold')` : 'credit',
      heldReason: held?.reason ?? null,
      heldValues: held?.values ?? null,
    })
    .where(eq(recharges.id, id));
}

async function setState(tx: Tx, id: number, state: EvidenceState, held: Held | undefined): Promise<void> {
  await tx
    .update(evidence)
    .set({ state, reason: held?.reason ?? null, reasonValues: held?.values ?? null, dueAt: null })
    .where(eq(evidence.id, id));
}
