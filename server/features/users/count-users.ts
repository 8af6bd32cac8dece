import type { Db } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

/** Counts all users, including blocked ones and admins, at most some seconds ago. Admins only. */
export async function countUsers(db: Db, actor: Actor): Promise<number> {
  assertAdmin(actor);
  return count.get(db);
}

const count = cachedRead((db) => db.$count(users), { freshForMs: 5_000 });
