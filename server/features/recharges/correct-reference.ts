import { and, count, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { rechargeCorrections, recharges } from '#db/schema/recharges.ts';
import { type CorrectReferenceInput, MAX_CORRECTIONS, type OwnRecharge, type TellPayerInput } from '#shared/balance.ts';
import type { Actor } from '#shared/users.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { lockReference } from '../../money/lock-reference.ts';
import { lockWallet } from '../../money/wallets.ts';
import { awakenEvidence } from './awaken-evidence.ts';
import { alreadyDecided } from './decide-recharge.ts';
import { getRecharge } from './get-recharge.ts';
import { markLookAlikesAgain } from './mark-look-alikes.ts';
import { readReferenceOf } from './request-recharge.ts';

const PAYER_ATTEMPTS = { limit: 3, windowSeconds: 7 * 24 * 3600 };

/**
 * Corrects the transaction ID of the caller's pending recharge, at most three times. The former ones stay in its timeline. The same ID again
 * changes nothing.
 * @throws DomainError `not_found`, `bad_input` for a text without one transaction ID, `already_decided`, `too_many_corrections`,
 * `reference_used`
 */
export async function correctReference(
  { db, events }: WriteDeps,
  actor: Actor,
  { id, reference: pasted }: CorrectReferenceInput,
): Promise<OwnRecharge> {
  const { method, reference: known } = await getRecharge(db, actor, { id });
  const reference = readReferenceOf({ reference: pasted, method });
  await db
    .transaction(async (tx) => {
      for (const each of [known, reference].map((text) => text.toUpperCase()).toSorted()) await lockReference(tx, each);
      // A decision locks the wallet first.
      await lockWallet(tx, actor.id);
      const { reference: former } = await readPending(tx, actor, id);
      if (former.toUpperCase() === reference.toUpperCase()) return;
      await storeFormer(tx, id, former);
      await tx
        .update(recharges)
        // What the message with the former one says is void.
        .set({ reference, matchId: null, heldReason: null, heldValues: null, verdict: null })
        .where(eq(recharges.id, id));
      await markLookAlikesAgain(tx, { id, reference });
      await awakenEvidence(tx, reference);
      await awakenEvidence(tx, former);
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'recharges_reference_key') ? fieldError('reference_used', 'reference') : error;
    });
  events.publish('evidence');
  events.publish('recharges', `${actor.id}:${id}`);
  return getRecharge(db, actor, { id });
}

/**
 * Stores where the customer says that a pending recharge was paid from.
 * @throws DomainError `not_found`, `already_decided`, `too_many_requests` after some changes
 */
export async function tellPayer(
  { db, events }: WriteDeps,
  actor: Actor,
  { id, payer }: TellPayerInput,
): Promise<OwnRecharge> {
  const { reference, payer: told } = await getRecharge(db, actor, { id });
  // Who guesses the paying number of somebody else's payment has few tries.
  // Their own number may have changed since.
  if (told !== payer || payer === 'own') await countAttempt(db, `payer:${id}`, PAYER_ATTEMPTS);
  await db.transaction(async (tx) => {
    await lockReference(tx, reference);
    await lockWallet(tx, actor.id);
    await readPending(tx, actor, id);
    await tx.update(recharges).set({ payer }).where(eq(recharges.id, id));
    await awakenEvidence(tx, reference);
  });
  events.publish('evidence');
  events.publish('recharges', `${actor.id}:${id}`);
  return getRecharge(db, actor, { id });
}

/** @throws DomainError `not_found`, `already_decided` */
async function readPending(tx: Tx, actor: Actor, id: number): Promise<{ reference: string }> {
  const { reference, status, decidedAt } = recharges;
  const [row] = await tx
    .select({ reference, status, decidedAt })
    .from(recharges)
    .where(and(eq(recharges.id, id), eq(recharges.userId, actor.id)));
  if (!row) throw new DomainError('not_found');
  // Customers do not read who decided.
  if (row.status !== 'pending') throw alreadyDecided({ ...row, decidedBy: null, decider: null });
  return row;
}

/** @throws DomainError `too_many_corrections` */
async function storeFormer(tx: Tx, rechargeId: number, reference: string): Promise<void> {
  const [made] = await tx
    .select({ count: count() })
    .from(rechargeCorrections)
    .where(eq(rechargeCorrections.rechargeId, rechargeId));
  const number = (made?.count ?? 0) + 1;
  if (number > MAX_CORRECTIONS) throw new DomainError('too_many_corrections');
  await tx.insert(rechargeCorrections).values({ rechargeId, number, reference });
}
