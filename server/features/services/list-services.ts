import { and } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { ServiceListInput, ServicePage } from '#shared/services.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../errors.ts';
import type { Skipping } from '../../lists/keyset.ts';
import { countOnOffer } from '../../lists/services-per-category.ts';
import { afterCursor, sortedBy, sortedPageFrom } from '../../lists/sorted-keyset.ts';
import { type ServiceFilter, serviceFilter } from './search-services.ts';
import { countMatches } from './service-figures.ts';
import { presentServices, serviceColumns } from './service-rows.ts';
import { sortColumns, sortOrder } from './service-sorts.ts';

/**
 * A page of the catalogue.
 * @returns `total` counts all matches and is at most some seconds old
 * @param actor the owner of the favourites; everything else is the same for all callers
 * @throws DomainError `bad_input` for a cursor of another list, `unauthenticated` for favourites without a caller
 */
export async function listServices(
  db: Db,
  input: ServiceListInput & Skipping,
  actor?: Pick<Actor, 'id'>,
): Promise<ServicePage> {
  const { sort, limit, cursor, category, search, skip = 0 } = input;
  if (input.favourites && !actor) throw new DomainError('unauthenticated');
  const filter = { category, search, favouritesOf: input.favourites ? actor?.id : undefined };
  const order = sortOrder(sort, category);
  const [rows, total] = await Promise.all([
    db
      .select({ ...serviceColumns, ...sortColumns })
      .from(services)
      .where(and(serviceFilter(filter), afterCursor(sort, order, cursor)))
      .orderBy(...sortedBy(order))
      .limit(limit + 1)
      .offset(skip),
    countServices(db, filter),
  ]);
  const { items, nextCursor } = sortedPageFrom(rows, limit, sort, order);
  const shown = items.map(({ countedOrders: _orders, shelfRank: _rank, ...row }) => row);
  return { items: await presentServices(db, shown), nextCursor, total };
}

async function countServices(db: Db, { category, search, favouritesOf }: ServiceFilter): Promise<number> {
  // Few rows, and their owner may just have changed them, so they are not cached.
  if (favouritesOf !== undefined) return db.$count(services, serviceFilter({ category, search, favouritesOf }));
  if (search) return countMatches(db, { category, search });
  return countOnOffer(db, category);
}
