import type { Actor } from '#shared/users.ts';
import { DomainError } from '../errors.ts';

/** @throws DomainError `reauthentication_required` unless the caller has re-authenticated within ten minutes; names what to enter. */
export function assertReauthenticated({ isReauthenticated, confirmsBy = 'password' }: Actor): void {
  if (!isReauthenticated) throw new DomainError('reauthentication_required', { details: { confirmBy: confirmsBy } });
}
