import { and } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { ServiceListInput, ServicePage } from '#shared/services.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { withinCategory } from '../../base/lists/categories.ts';
import type { Skipping } from '../../base/lists/keyset.ts';
import { countOnOffer } from '../../base/lists/services-per-category.ts';
import { afterCursor, sortedBy, sortedPageFrom } from '../../base/lists/sorted-keyset.ts';
import { findSimilar } from './find-similar.ts';
import { type ServiceFilter, serviceFilter } from './search-services.ts';
import { countMatches } from './service-figures.ts';
import { presentServices, serviceColumns } from './service-rows.ts';
import { sortColumns, sortOrder } from './service-sorts.ts';

interface Caller {
  /** The owner of the favourites; everything else is the same for all callers. */
  actor?: Pick<Actor, 'id'> | undefined;
  /** Whether a search that finds nothing returns services with similar words. */
  forgiving?: boolean;
  /** Only services whose orders need no comments: for clients that can't send some. */
  withoutComments?: boolean | undefined;
}

/**
 * A page of the catalogue.
 * @returns `total` counts all matches and is at most some seconds old
 * @throws DomainError `bad_input` for a cursor of another list and for a category that does not exist, `unauthenticated` for favourites without a caller
 */
export async function listServices(
  db: Db,
  input: ServiceListInput & Skipping,
  { actor, forgiving = false, withoutComments }: Caller = {},
): Promise<ServicePage> {
  const { category, search, refillDaysMin, startsWithinHours, country, platform, kind } = input;
  const facts = { refillDaysMin, startsWithinHours, country, platform, kind };
  const within = await withinCategory(db, category);
  if (input.favourites && !actor) throw new DomainError('unauthenticated');
  const favouritesOf = input.favourites ? actor?.id : undefined;
  const page = await readPage(db, input, { within, search, favouritesOf, withoutComments, ...facts });
  if (page.total > 0 || !search || !forgiving) return page;
  const ids = await findSimilar(db, { search, within });
  if (ids.length === 0) return page;
  const similar = await readPage(db, input, { within, ids, favouritesOf, withoutComments, ...facts });
  return similar.total > 0 ? { ...similar, isSimilar: true } : page;
}

async function readPage(
  db: Db,
  { sort, limit, cursor, skip = 0 }: ServiceListInput & Skipping,
  filter: ServiceFilter,
): Promise<ServicePage> {
  const order = sortOrder(sort, filter.within);
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

async function countServices(db: Db, filter: ServiceFilter): Promise<number> {
  const { within, ids, favouritesOf, ...others } = filter;
  // Few rows, and their owner may just have changed them, so they are not cached.
  if (favouritesOf !== undefined || ids) return db.$count(services, serviceFilter(filter));
  if (Object.values(others).some(Boolean)) return countMatches(db, { within, ...others });
  return countOnOffer(db, within);
}
