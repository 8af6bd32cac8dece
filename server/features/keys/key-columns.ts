import { and, gt, isNull, or, sql } from 'drizzle-orm';
import { apiKeys } from '#db/schema/api-keys.ts';

/** The columns of a key for its owner; never the hash. */
export const keyColumns = {
  id: apiKeys.id,
  name: apiKeys.name,
  scopes: apiKeys.scopes,
  addresses: apiKeys.addresses,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  lastUsedAddress: apiKeys.lastUsedAddress,
};

/** Neither revoked nor expired. */
export const isLive = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)));
