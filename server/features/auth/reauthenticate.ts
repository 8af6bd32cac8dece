import { eq, sql } from 'drizzle-orm';
import { sessions } from '#db/schema/sessions.ts';
import type { ReauthenticateInput } from '#shared/second-factor.ts';
import type { Deps } from '../../deps.ts';
import { fieldError } from '../../errors.ts';
import type { Authenticated } from '../../identity/authenticate.ts';
import { confirmPassword } from './confirm-password.ts';

/**
 * Confirms that the caller is the session's owner. Good for this session for ten minutes.
 * @throws DomainError `wrong_password`, `wrong_code`, `too_many_requests`, `busy`
 */
export async function reauthenticate(
  deps: Deps,
  { actor, sessionId }: Pick<Authenticated, 'actor' | 'sessionId'>,
  input: ReauthenticateInput,
): Promise<void> {
  if (!('password' in input)) throw fieldError('wrong_code', 'code');
  const { password } = input;
  await deps.passwords.runQueued(`user:${actor.id}`, (hasher) => confirmPassword(deps, hasher, actor.id, password));
  await deps.db.update(sessions).set({ reauthenticatedAt: sql`now()` }).where(eq(sessions.id, sessionId));
}
