import { and, desc, eq, lt } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { servicePrices } from '#db/schema/supplier-catalogue.ts';
import type { ServicePricePage, ServicePricesInput } from '#shared/supplier-catalogue.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';

/**
 * A page of a service's prices, the newest first. Admins only.
 * @throws DomainError `bad_input` for a cursor
 */
export async function listPrices(
  db: Db,
  actor: Actor,
  { id: serviceId, cursor, limit }: ServicePricesInput,
): Promise<ServicePricePage> {
  assertAdmin(actor);
  const { id, priceMicros, byRule, at } = servicePrices;
  const before = idFromCursor(cursor);
  const rows = await db
    .select({ id, priceMicros, byRule, at })
    .from(servicePrices)
    .where(and(eq(servicePrices.serviceId, serviceId), before === undefined ? undefined : lt(id, before)))
    .orderBy(desc(id))
    .limit(limit + 1);
  return pageFrom(rows, limit, (row) => row.id);
}
