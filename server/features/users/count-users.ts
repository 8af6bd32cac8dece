import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/users.ts';
import type { Actor } from '../../../shared/users.ts';
import { cachedRead } from '../../cache/cached-read.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/**
 * How many users there are, blocked ones and admins included, at most some seconds old.
 * @throws DomainError `forbidden` unless an admin asks.
 */
export async function countUsers(db: Db, actor: Actor): Promise<number> {
  assertAdmin(actor);
  return count.get(db);
}

const count = cachedRead((db) => db.$count(users), { freshForMs: 5_000 });
