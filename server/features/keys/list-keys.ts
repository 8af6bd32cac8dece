import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { Key } from '#shared/keys.ts';
import type { Actor } from '#shared/users.ts';
import { keyColumns } from './key-columns.ts';

/** More than a user can have at once; older expired ones are left out. */
const MOST_LISTED = 100;

/** The caller's keys that are not revoked, also expired ones; the newest first. */
export async function listKeys(db: Db, actor: Actor): Promise<{ keys: Key[] }> {
  const keys = await db
    .select(keyColumns)
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, actor.id), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.id))
    .limit(MOST_LISTED);
  return { keys };
}
