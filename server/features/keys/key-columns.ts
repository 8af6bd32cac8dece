import { apiKeys } from '#db/schema/api-keys.ts';
import { previousSecretEnds } from '../../base/secrets/overlap.ts';

/** The columns of a key for its owner; never the hashes. */
export const keyColumns = {
  id: apiKeys.id,
  name: apiKeys.name,
  scopes: apiKeys.scopes,
  addresses: apiKeys.addresses,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  lastUsedAddress: apiKeys.lastUsedAddress,
  previousSecretEndsAt: previousSecretEnds(apiKeys.rolledAt, apiKeys.expiresAt),
};
