import { eq } from 'drizzle-orm';
import { users } from '#db/schema/users.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import type { Hasher } from '../../base/identity/passwords.ts';
import { countFailure, deleteFailures, takeBackFailure } from '../../base/limits/rate-limit.ts';

/**
 * Checks the password of a signed-in user. Failures are counted separately from login, so a stolen session can't lock the owner out.
 * @returns the hash that it matched
 * @throws DomainError `wrong_password`, `too_many_requests`, `busy`
 */
export async function confirmPassword(
  { db, config }: Deps,
  hasher: Hasher,
  userId: number,
  currentPassword: string,
): Promise<string> {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const failures = `password:user:${userId}`;
  await countFailure(db, failures, config.limits.loginFailuresPer15Minutes);
  try {
    const matches = await hasher.verify(user?.passwordHash, currentPassword);
    if (!user || !matches) throw wrongPassword();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'busy') await takeBackFailure(db, failures);
    throw error;
  }
  await deleteFailures(db, failures);
  return user.passwordHash;
}

export function wrongPassword(): DomainError {
  return fieldError('wrong_password', 'currentPassword');
}
