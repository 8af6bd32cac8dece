import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { recharges } from '#db/schema/recharges.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

/** Counts all recharges, at most some seconds ago. Admins only. */
export async function countAllRecharges(db: Db, actor: Actor): Promise<number> {
  assertAdmin(actor);
  return counts.get(db);
}

/** Counts the caller's recharges, at most some seconds ago. */
export function countRecharges(db: Db, { id }: Actor): Promise<number> {
  return counts.get(db, String(id));
}

const counts = cachedRead(
  (db, userId) => db.$count(recharges, userId ? eq(recharges.userId, Number(userId)) : undefined),
  { freshForMs: 5_000, maxKeys: 1_000 },
);
