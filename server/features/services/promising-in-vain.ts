import { and, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { ServiceShelf } from '#shared/admin-services.ts';
import { promisedRefill } from '#shared/promised-refill.ts';

/**
 * For `serviceFilter`: of the shelf `promises_refill` the services whose texts promise a refill, as nothing but code can read them; of
 * other shelves no condition.
 */
export async function promisingInVain(db: Db | Tx, shelf: ServiceShelf): Promise<{ ids?: number[] }> {
  if (shelf !== 'promises_refill') return {};
  const { id, name, description } = services;
  const rows = await db
    .select({ id, name, description })
    .from(services)
    .where(and(isNull(services.deletedAt), isNull(services.refillDays)));
  return { ids: rows.filter((row) => promisedRefill(row.name, row.description) !== null).map((row) => row.id) };
}
