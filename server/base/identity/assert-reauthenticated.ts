import type { Tx } from '#db/client.ts';
import { settings } from '#db/schema/settings.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../errors.ts';
import type { Authenticated } from './authenticate.ts';

/**
 * @throws DomainError `reauthentication_required` unless the caller has re-authenticated within ten minutes, and names what to enter;
 * `key_not_allowed` for an API key, which can enter nothing
 */
export function assertReauthenticated({ isReauthenticated, confirmsBy = 'password', keyId }: Actor): void {
  if (keyId !== undefined) throw new DomainError('key_not_allowed');
  if (!isReauthenticated) throw new DomainError('reauthentication_required', { details: { confirmBy: confirmsBy } });
}

/**
 * As {@link assertReauthenticated}, where a scope allows an API key what a session re-authenticates for: the owner did so for the key.
 * @throws DomainError `reauthentication_required`
 */
export function assertReauthenticatedSession(actor: Actor): void {
  if (actor.keyId === undefined) assertReauthenticated(actor);
}

/**
 * Demands a re-authentication for an amount above the limit; the limit itself is not above it.
 * @param limit the setting with the limit
 * @param amountNanos in nano-dollars; a sum may be a bigint
 * @throws DomainError `reauthentication_required`, `key_not_allowed`
 */
export async function assertReauthenticatedAbove(
  tx: Tx,
  actor: Actor,
  limit: 'giveLimitNanos' | 'approveLimitNanos',
  amountNanos: number | bigint,
): Promise<void> {
  if (actor.isReauthenticated) return;
  const [row] = await tx.select({ limitNanos: settings[limit] }).from(settings);
  if (!row) throw new Error('The settings row that the migration made is missing');
  if (amountNanos > row.limitNanos) assertReauthenticated(actor);
}

/**
 * The caller, for whom a login less than ten minutes old counts as a re-authentication. Only where a script could not be asked, or where
 * the caller changes only their own account: a script logs in and makes its key at once.
 */
export function withRecentLogin<Caller extends Authenticated>(caller: Caller): Caller {
  const isReauthenticated = caller.actor.isReauthenticated || caller.isRecentLogin;
  return { ...caller, actor: { ...caller.actor, isReauthenticated } };
}
