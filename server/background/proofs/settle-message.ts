import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Tx } from '#db/client.ts';
import { evidence } from '#db/schema/evidence.ts';
import { rechargeCorrections, recharges } from '#db/schema/recharges.ts';
import { readSettings } from '#db/settings.ts';
import type { EvidenceReason, EvidenceState, RechargeReason } from '#shared/evidence.ts';
import type { MessageRead } from '../../features/evidence/read-message.ts';
import { approvalOf, type DecidedRecharge } from '../../features/recharges/decide-recharge.ts';
import { selectAdminRecharges } from '../../features/recharges/recharge-rows.ts';
import { awakenThenOrder } from '../../features/recharges/then-order.ts';
import { approveRecharge } from '../../money/approve-recharge.ts';
import { lockReference } from '../../money/lock-reference.ts';
import { silenceOf } from '../../money/phone-silence.ts';
import { lockWallet } from '../../money/wallets.ts';
import { countsUp, type Held, judgeId, type KnownId } from './judge-id.ts';
import { type Caps, judgePayment, judgeRequest, type Payment } from './judge-request.ts';
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
const DAY_MS = 86_400_000;

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
  const asStored = await readStored(tx, id);
  const { direction, reference, provider } = { ...asStored, ...read };
  if (direction !== 'in' || !reference || !provider) {
    await store(tx, id, read, { state: 'ignored', reason: 'no_payment' });
    if (provider) await proveBalance(tx, { ...asStored, ...read, provider, ...before(read) });
    return { requests: [] };
  }
  // Locks in the order of all decisions: the id, the wallets, the rows. What they protect is read again under them.
  await lockReference(tx, reference);
  const asking = await requestsNaming(tx, { reference, provider, methodIds: asStored.methodIds });
  const userIds = asking.filter(isPending).map(({ userId }) => userId);
  for (const userId of [...new Set(userIds)].toSorted((a, b) => a - b)) await lockWallet(tx, userId);
  const message = { ...(await readStored(tx, id, { lock: true })), ...read, ...before(read) };
  const { at, amountPoisha } = message;
  if (!at || amountPoisha === null) throw new Error(`Message ${id} is money in without amount or time`);
  const payment = { ...message, reference, provider, at, amountPoisha };
  const requests = userIds.length > 0 ? await requestsNaming(tx, payment) : asking;
  const waiting = requests.filter(isPending);
  const others = await othersWithId(tx, payment);
  const double = (read || message.reason === 'id_differs') && doubleOf(payment, others);
  if (read) await store(tx, id, read, double || { state: 'unclaimed', reason: null });
  const unproved = await proveBalance(tx, payment);
  if (double || message.state === 'ignored') {
    // A new one only, and not those that know it: two would wake each other for ever.
    if (read && double && double.reason === 'id_differs') await lookAgain(tx, others);
    await tx.update(evidence).set({ dueAt: null }).where(eq(evidence.id, id));
    return { requests: [] };
  }
  const settings = await readSettings(tx);
  const held = others.some(({ reason }) => reason === 'id_differs')
    ? ({ reason: 'id_differs' } as const)
    : (judgePayment({ kind: payment.kind ?? '', payer: payment.payer }) ??
      (settings.evidenceReadsIds ? judgeId(payment, await readUsedIds(tx, provider)) : undefined) ??
      unproved);
  return applyMessage(tx, payment, { requests, waiting, held, settings });
}

const isPending = ({ status }: NamedRequest) => status === 'pending';
const before = (read: MessageRead | undefined) => read && { beforePoisha: balanceBefore(read) };

type MoneyIn = StoredMessage & { reference: string; provider: string; at: Date; amountPoisha: number };

/** Writes what a message says, and what it is by that; it is not due any more. */
function store(
  tx: Tx,
  id: number,
  read: MessageRead | undefined,
  become: { state: EvidenceState; reason: EvidenceReason | null },
) {
  const said = { ...read, ...before(read) };
  return tx
    .update(evidence)
    .set({ ...said, ...become, dueAt: null })
    .where(eq(evidence.id, id));
}

type Other = Pick<StoredMessage, 'id' | 'deviceId' | 'state' | 'reason' | 'amountPoisha' | 'payer' | 'at'>;

/** The other messages of a provider with an id that are money in. */
function othersWithId(tx: Tx, { id, provider, reference }: MoneyIn): Promise<Other[]> {
  const e = evidence;
  return tx
    .select({
      ...{ id: e.id, deviceId: e.deviceId, state: e.state, reason: e.reason },
      ...{ amountPoisha: e.amountPoisha, payer: e.payer, at: e.at },
    })
    .from(e)
    .where(
      and(
        sql`upper(${e.reference}) = upper(${reference})`,
        eq(e.provider, provider),
        eq(e.direction, 'in'),
        ne(e.id, id),
        ne(e.state, 'ignored'),
      ),
    );
}

/** What a message is that came after another one with its id: another phone has delivered it, too, or one of the two is forged. */
function doubleOf(message: MoneyIn, others: Other[]): { state: EvidenceState; reason: EvidenceReason } | undefined {
  const first = others.find(({ reason }) => reason !== 'id_differs');
  if (!first) return undefined;
  const apartMs = Math.abs((first.at?.getTime() ?? 0) - message.at.getTime());
  // A statement may have seconds, a day's delay, and more or less of the payer's number than a message.
  const isOfStatement = first.deviceId === null || message.deviceId === null;
  const isSame =
    first.amountPoisha === message.amountPoisha &&
    apartMs <= (isOfStatement ? DAY_MS : 0) &&
    (first.payer === message.payer || (isOfStatement && mayBeSame(first.payer, message.payer)));
  return isSame ? { state: 'ignored', reason: 'id_seen' } : { state: 'held', reason: 'id_differs' };
}

/** Whether two spellings of a payer agree in the last three characters, as far as both are known and visible. */
function mayBeSame(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true;
  const [end, otherEnd] = [one.slice(-3), other.slice(-3)];
  return !/^\d{3}$/.test(end) || !/^\d{3}$/.test(otherEnd) || end === otherEnd;
}

/** Of two messages with one id neither credits anything. */
async function lookAgain(tx: Tx, others: Other[]): Promise<void> {
  const ids = others
    .filter(({ state, reason }) => (state === 'unclaimed' || state === 'held') && reason !== 'id_differs')
    .map(({ id }) => id);
  if (ids.length > 0) await tx.update(evidence).set({ dueAt: sql`now()` }).where(inArray(evidence.id, ids));
}

/** The latest ids that have credited something: a scale for those that count up. */
async function readUsedIds(tx: Tx, provider: string): Promise<KnownId[]> {
  if (!countsUp(provider)) return [];
  const rows = await tx
    .select({ reference: evidence.reference, at: evidence.at })
    .from(evidence)
    .where(and(eq(evidence.provider, provider), sql`${evidence.state} = 'used'`))
    .orderBy(desc(evidence.id))
    .limit(COMPARED_IDS);
  return rows.flatMap(({ reference, at }) => (reference && at ? [{ reference, at }] : []));
}

interface Named {
  requests: NamedRequest[];
  waiting: NamedRequest[];
  held: Payment['held'];
  settings: Caps;
}

async function applyMessage(tx: Tx, message: MoneyIn, { requests, waiting, held, settings }: Named): Promise<Settled> {
  const { id } = message;
  const touched = waiting.map((each) => ({ id: each.id, userId: each.userId }));
  const approved = requests.find(({ status }) => status === 'approved');
  if (message.state === 'used' || approved) {
    if (message.state !== 'used') await setState(tx, id, 'used', undefined);
    else await tx.update(evidence).set({ dueAt: null }).where(eq(evidence.id, id));
    if (approved && !approved.isProved) {
      const isFree = sql`${recharges.evidenceId} is null and not exists (select from recharges others where others.evidence_id = ${id})`;
      await tx
        .update(recharges)
        .set({ evidenceId: id })
        .where(and(eq(recharges.id, approved.id), isFree));
    }
    const late: Held<RechargeReason> = { reason: 'several_payments', values: [approved ? `#${approved.id}` : '-'] };
    for (const each of waiting) await setVerdict(tx, each.id, { evidenceId: id, held: late });
    return { requests: touched };
  }
  const earlier = waiting.length > 0 ? await earlierClaim(tx, message, requests) : undefined;
  const judged = await readRequests(tx, touched, id);
  const payment = judged.length > 0 ? await paymentOf(tx, message, held) : undefined;
  let proved: JudgedRequest | undefined;
  let reason = held;
  for (const request of judged) {
    const against = proved
      ? ({ reason: 'several_payments', values: [`#${proved.id}`] } as const)
      : ((payment && judgeRequest(payment, request, settings)) ?? earlier);
    if (against) reason ??= { ...against, values: [...(against.values ?? [])] };
    else proved = request;
    if (against || !request.isAutomatic) await setVerdict(tx, request.id, { evidenceId: id, held: against });
  }
  if (proved?.isAutomatic) return { requests: touched, credited: await credit(tx, proved.id, id) };
  await setState(tx, id, reason && !proved ? 'held' : 'unclaimed', proved ? undefined : reason);
  return { requests: touched };
}

/** Another request has had the id: one that a person has rejected, or whose customer has corrected it. Then a person looks. */
async function earlierClaim(
  tx: Tx,
  { reference }: MoneyIn,
  requests: NamedRequest[],
): Promise<Held<RechargeReason> | undefined> {
  const rejected = requests.find(({ status }) => status === 'rejected');
  if (rejected) return { reason: 'rejected_before', values: [`#${rejected.id}`] };
  const [corrected] = await tx
    .select({ id: rechargeCorrections.rechargeId })
    .from(rechargeCorrections)
    .innerJoin(recharges, eq(recharges.id, rechargeCorrections.rechargeId))
    .where(
      sql`upper(${rechargeCorrections.reference}) = upper(${reference}) and upper(${recharges.reference}) <> upper(${reference})`,
    )
    .limit(1);
  return corrected && { reason: 'corrected_before', values: [`#${corrected.id}`] };
}

async function paymentOf(tx: Tx, message: MoneyIn, held: Payment['held']): Promise<Payment> {
  const { kind, amountPoisha, payer, at, sims, sim, deviceId, isSilent, isOfRevokedPhone } = message;
  const account = sims === null ? null : accountOf(sims, sim);
  return {
    ...{ kind: kind ?? '', amountPoisha, payer, at, held, isOfRevokedPhone },
    account: account && plainNumber(account),
    silence: isSilent && deviceId !== null ? await silenceOf(tx, deviceId) : undefined,
  };
}

/** The account of the SIM that received a message; of a phone that does not say which, its only one. */
function accountOf(sims: NonNullable<StoredMessage['sims']>, sim: number | null): string | undefined {
  const all = Object.values(sims);
  return sim === null && all.length === 1 ? all[0] : sims[sim ?? 0];
}

/** Approves a request by its message. */
async function credit(tx: Tx, rechargeId: number, evidenceId: number): Promise<DecidedRecharge> {
  const approval = { rechargeId, adminId: null, reason: null, evidenceId, paid: null };
  const moved = await approveRecharge(tx, approval);
  const [row] = await selectAdminRecharges(tx).where(eq(recharges.id, rechargeId));
  await awakenThenOrder(tx, rechargeId);
  // Only a full wallet refuses it; what was written of the approval must not stay.
  if (!moved || !row) throw new Error(`Recharge ${rechargeId} could not be credited`);
  return { ...row, movedNanos: row.amountNanos, entry: approvalOf(row, moved) };
}

/** What would be done with a request. Once it would have been credited, that stays beside what a person decides. */
async function setVerdict(
  tx: Tx,
  id: number,
  {
    evidenceId,
    held,
  }: { evidenceId: number; held: { reason: RechargeReason; values?: readonly string[] } | undefined },
): Promise<void> {
  await tx
    .update(recharges)
    .set({
      matchId: evidenceId,
      verdict: held ? sql`coalesce(${recharges.verdict}, 'hold')` : 'credit',
      heldReason: held?.reason ?? null,
      heldValues: held?.values ? [...held.values] : null,
    })
    .where(eq(recharges.id, id));
}

async function setState(tx: Tx, id: number, state: EvidenceState, held: Held | undefined): Promise<void> {
  await tx
    .update(evidence)
    .set({ state, reason: held?.reason ?? null, reasonValues: held?.values ?? null, dueAt: null })
    .where(eq(evidence.id, id));
}
