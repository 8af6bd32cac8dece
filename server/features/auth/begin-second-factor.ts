import { isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { secondFactors } from '#db/schema/second-factors.ts';
import { settings } from '#db/schema/settings.ts';
import type { BegunSecondFactor, beginSecondFactorInput } from '#shared/second-factor.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { hasSecondFactor, totpOf } from '../../base/identity/second-factor.ts';
import { newTotpSecret, totpUri } from '../../base/identity/totp.ts';
import { type OwnCaller, proveByPassword } from './prove-owner.ts';

const tellSupport = 'Two-factor authentication is not available in this shop yet. Please tell the support.';

/**
 * Makes a secret for the caller's authenticator app. The factor is not in force until its first code confirms it; beginning again
 * replaces it.
 * @returns the secret in base32, and the same as an `otpauth:` address
 * @throws DomainError `second_factor_on`, `secrets_key_missing`, `wrong_password`, `too_many_requests`, `busy`
 */
export async function beginSecondFactor(
  deps: Deps,
  caller: OwnCaller,
  { password }: z.output<typeof beginSecondFactorInput>,
): Promise<BegunSecondFactor> {
  const { db, secrets } = deps;
  const { id: userId, role } = caller.actor;
  // Only an admin can do something about it.
  if (secrets.keyId === undefined)
    throw new DomainError('secrets_key_missing', role === 'admin' ? {} : { message: tellSupport });
  if (await hasSecondFactor(db, userId)) throw new DomainError('second_factor_on');
  const [shop] = await db.select({ name: settings.shopName }).from(settings);
  const secret = newTotpSecret();
  const sealedSecret = secrets.seal(secret, totpOf(userId));
  return proveByPassword(deps, caller, password, async (tx, { userName }) => {
    const begun = await tx
      .insert(secondFactors)
      .values({ userId, sealedSecret })
      .onConflictDoUpdate({
        target: secondFactors.userId,
        set: { sealedSecret, createdAt: sql`now()`, lastStep: 0 },
        setWhere: isNull(secondFactors.confirmedAt),
      })
      .returning({ userId: secondFactors.userId });
    if (begun.length === 0) throw new DomainError('second_factor_on');
    return { secret, uri: totpUri({ secret, shopName: shop?.name ?? '', userName }) };
  });
}
