import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { recoveryCodes, secondFactors } from '#db/schema/second-factors.ts';
import type { SecondFactorState } from '#shared/second-factor.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { isTotpForm, stepOfCode } from './totp.ts';

/** A user's confirmed factor. */
const inForce = (userId: number) => and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));

/** For the purpose and the owner of sealed secrets of authenticator apps. */
export function totpOf(userId: number) {
  return { purpose: 'totp', id: userId };
}

/** Whether a user has a confirmed second factor. In a transaction that locks the user first it stays that way. */
export async function hasSecondFactor(db: Db | Tx, userId: number): Promise<boolean> {
  const factor = db.select({ userId: secondFactors.userId }).from(secondFactors).where(inForce(userId));
  const found = await factor.prepare('has_second_factor').execute();
  return found.length > 0;
}

/** The state for the owner; null without a confirmed factor. */
export async function readSecondFactor(db: Db | Tx, userId: number): Promise<SecondFactorState> {
  const [factor] = await db
    .select({
      confirmedAt: secondFactors.confirmedAt,
      recoveryCodesLeft: db.$count(
        recoveryCodes,
        and(eq(recoveryCodes.userId, secondFactors.userId), isNull(recoveryCodes.usedAt)),
      ),
    })
    .from(secondFactors)
    .where(inForce(userId));
  if (!factor?.confirmedAt) return null;
  return { confirmedAt: factor.confirmedAt, recoveryCodesLeft: factor.recoveryCodesLeft };
}

/**
 * Uses up a code of the authenticator app or a recovery code, within the transaction of what it permits. The caller has locked the user.
 * Of simultaneous uses of one code one succeeds.
 * @returns false for a wrong or used code, and without a factor
 */
export async function consumeCode(tx: Tx, secrets: SecretBox, userId: number, code: string): Promise<boolean> {
  if (!isTotpForm(code)) return consumeRecoveryCode(tx, userId, code);
  const [factor] = await tx
    .select({ sealedSecret: secondFactors.sealedSecret })
    .from(secondFactors)
    .where(inForce(userId));
  const secret = factor && secrets.open(factor.sealedSecret, totpOf(userId));
  const step = secret === undefined ? undefined : stepOfCode(secret, code);
  if (step === undefined) return false;
  const used = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(inForce(userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return used.length === 1;
}
