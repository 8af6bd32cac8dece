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
  const matches = await countedVerify({ db, config }, hasher, {
    failures: `password:user:${userId}`,
    passwordHash: user?.passwordHash,
    password: currentPassword,
  });
  if (!user || !matches) throw wrongPassword();
  return user.passwordHash;
}

interface Guess {
  /** The name of the limit that wrong ones count for. */
  failures: string;
  passwordHash: string | undefined;
  password: string;
}

/**
 * Compares a password, and counts a wrong one.
 * @throws DomainError `too_many_requests`, `busy`
 */
export async function countedVerify(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  hasher: Hasher,
  { failures, passwordHash, password }: Guess,
): Promise<boolean> {
  await countFailure(db, failures, config.limits.loginFailuresPer15Minutes);
  try {
    const matches = await hasher.verify(passwordHash, password);
    if (matches) await deleteFailures(db, failures);
    return matches;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'busy') await takeBackFailure(db, failures);
    throw error;
  }
}

export function wrongPassword(): DomainError {
  return fieldError('wrong_password', 'currentPassword');
}
