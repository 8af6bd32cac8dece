import { asc, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { wordings } from '#db/schema/evidence.ts';
import type { Wording } from '#shared/evidence.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

/** Lists the wordings in use, by provider and kind. Admins only. */
export async function listWordings(db: Db, actor: Actor): Promise<{ items: Wording[] }> {
  assertAdmin(actor);
  return { items: await readWordings(db) };
}

/** The wordings in use. */
export function readWordings(db: Db | Tx): Promise<Wording[]> {
  const { id, provider, kind, direction, senders, pattern, examples, addedAt } = wordings;
  return db
    .select({ id, provider, kind, direction, senders, pattern, examples, addedAt })
    .from(wordings)
    .where(isNull(wordings.retiredAt))
    .orderBy(asc(provider), asc(kind), asc(id));
}
