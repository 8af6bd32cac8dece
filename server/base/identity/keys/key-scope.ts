import type { KeyScope } from '#shared/key-scopes.ts';
import { DomainError } from '../../errors.ts';
import type { Authenticated, CallingKey } from '../authenticate.ts';
import { type Need, needsOf } from './scopes.ts';

/** Whether a key has a scope. `write` does not include `read`. */
function within({ scopes }: Pick<CallingKey, 'scopes'>, scope: KeyScope): boolean {
  return scopes.includes(scope);
}

/**
 * Checks the scope of a caller's key; a session has every scope.
 * @throws DomainError `key_scope_missing`, which names the scope
 */
export function assertScope({ key }: Pick<Authenticated, 'key'>, scope: KeyScope): void {
  if (key && !within(key, scope)) throw scopeMissing(scope);
}

/**
 * The caller, as a procedure may see them. A key acts with its owner's role only in the admin's areas that it has a scope for:
 * elsewhere an admin's key is a customer's key, and sees the owner's rows only.
 * @param names a procedure, or those of a call that does several things: `orders.place`, `export.orders`. One scope is enough, but one
 * that is closed closes the call
 * @throws DomainError `key_not_allowed`, `key_scope_missing`
 */
export function admitKey(who: Authenticated, ...names: string[]): Authenticated {
  const { key, actor } = who;
  if (!key) return who;
  const needs = names.flatMap(needsOf);
  if (needs.includes('closed')) throw new DomainError('key_not_allowed');
  const admitted = needs.find((need) => isMet(need, key));
  if (admitted === undefined) {
    // The customers' one, if there are several.
    const scope = needs.findLast(isScope);
    throw scope ? scopeMissing(scope) : new DomainError('key_not_allowed');
  }
  return admitted.startsWith('admin.') ? who : { ...who, actor: { ...actor, role: 'user' } };
}

function isMet(need: Need, key: CallingKey): boolean {
  return need === 'public' || (isScope(need) && within(key, need));
}

function isScope(need: Need): need is KeyScope {
  return need !== 'closed' && need !== 'public';
}

function scopeMissing(scope: KeyScope): DomainError {
  return new DomainError('key_scope_missing', {
    message: `This API key does not have the scope ${scope}, which the call needs.`,
    details: { scope },
  });
}
