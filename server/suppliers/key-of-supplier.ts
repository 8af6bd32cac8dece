import type { SecretOwner } from '../base/secrets/secret-box.ts';

/** The owner of a supplier's sealed API key. */
export function keyOfSupplier(id: number): SecretOwner {
  return { purpose: 'supplier', id };
}
