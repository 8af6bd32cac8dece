import type { Role } from '#shared/users.ts';
import { DomainError } from '../errors.ts';
import type { Authenticated } from './authenticate.ts';
import { isSecretOf } from './keys/authenticate-key.ts';
import type { KeyLookup } from './keys/key-lookup.ts';
import type { SessionLookup } from './session-lookup.ts';

interface Lookups {
  findSession: SessionLookup;
  findKey: KeyLookup;
}

/**
 * Checks a caller again, whose call lasts longer than its token: the session or key must be live and its owner not blocked.
 * @returns the owner's current role
 * @throws DomainError `blocked`, `session_ended`, `unauthenticated` for a revoked or expired key, and for a secret that a roll has ended, `second_factor_missing`
 */
export async function assertStillAllowed(
  { findSession, findKey }: Lookups,
  { key, sessionId }: Pick<Authenticated, 'key' | 'sessionId'>,
): Promise<Role> {
  const current = key ? await findKey(key.id) : sessionId === undefined ? undefined : await findSession(sessionId);
  if (current?.blocked) throw new DomainError('blocked');
  const isRolledOut = key && current && 'hash' in current && !isSecretOf(current, key.hash);
  if (!current?.live || isRolledOut) throw new DomainError(key ? 'unauthenticated' : 'session_ended');
  if (current.mustEnroll) throw new DomainError('second_factor_missing');
  return current.role;
}
