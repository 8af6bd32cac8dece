import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { recharges } from '../../../db/schema/recharges.ts';
import type { Actor } from '../../../shared/users.ts';
import { cachedRead } from '../../cache/cached-read.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/**
 * How many recharges everybody has asked for together, at most some seconds old.
 * @throws DomainError `forbidden` unless an admin asks.
 */
export async function countAllRecharges(db: Db, actor: Actor): Promise<number> {
  assertAdmin(actor);
  return counts.get(db);
}

/** How many recharges the caller has asked for, at most some seconds old. */
export function countRecharges(db: Db, { id }: Actor): Promise<number> {
  return counts.get(db, String(id));
}

const counts = cachedRead(
  (db, userId) => db.$count(recharges, userId ? eq(recharges.userId, Number(userId)) : undefined),
  { freshForMs: 5_000, maxKeys: 1_000 },
);
