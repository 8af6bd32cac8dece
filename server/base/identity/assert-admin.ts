import type { Actor } from '#shared/users.ts';
import { DomainError } from '../errors.ts';

/** @throws DomainError `forbidden` unless the caller is an admin. */
export function assertAdmin(actor: Actor): void {
  if (actor.role !== 'admin') throw new DomainError('forbidden');
}
