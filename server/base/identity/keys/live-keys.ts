import { and, eq, gt, gte, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';

/** Neither revoked nor expired. */
const isLive = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)));

/** How many keys of a user work. */
export async function countLiveKeys(tx: Tx, userId: number): Promise<number> {
  return tx.$count(apiKeys, and(eq(apiKeys.userId, userId), isLive));
}

/** Revokes the keys that were made or rolled since a login by a stranger. */
export async function revokeKeysSince(tx: Tx, userId: number, since: Date): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(apiKeys.userId, userId),
        isNull(apiKeys.revokedAt),
        or(gte(apiKeys.createdAt, since), gte(apiKeys.rolledAt, since)),
      ),
    );
}
