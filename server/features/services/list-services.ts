import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../db/client.ts';
import { services } from '../../../db/schema/services.ts';
import { id } from '../../../shared/numbers.ts';
import type { ServiceListInput, ServiceOut, ServicePage, ServiceSort } from '../../../shared/services.ts';
import { type Key, readSortedCursor, type Skipping, writeSortedCursor } from '../lists/keyset.ts';
import { serviceFilter } from './search-services.ts';
import { countMatches, servicesPerCategory } from './service-figures.ts';
import { presentServices, serviceColumns } from './service-rows.ts';

/**
 * A page of the catalogue.
 * @returns `total` counts every match and is at most some seconds old; `nextCursor` goes on after the last row, whatever
 *   was added or deleted in between.
 * @throws DomainError `bad_input` for a cursor that this list did not give out with the same sort.
 */
export async function listServices(db: Db, input: ServiceListInput & Skipping): Promise<ServicePage> {
  const { sort, limit, cursor, skip = 0 } = input;
  const order = orders[sort];
  const [rows, total] = await Promise.all([
    db
      .select(serviceColumns)
      .from(services)
      .where(and(serviceFilter(input), cursor ? after(order, readSortedCursor(cursor, sort, order.values)) : undefined))
      .orderBy(...order.by.map((key) => (order.descending ? desc(key) : asc(key))))
      .limit(limit + 1)
      .offset(skip),
    countServices(db, input),
  ]);
  const items = await presentServices(db, rows.slice(0, limit));
  const last = items.at(-1);
  const nextCursor = rows.length > limit && last ? writeSortedCursor(sort, order.valuesOf(last)) : null;
  return { items, nextCursor, total };
}

interface Order {
  /** What the list is sorted by; the id comes last, so that no two rows are equal. */
  by: SQL[];
  descending: boolean;
  valuesOf: (service: ServiceOut) => Key[];
  /** A cursor's values as they are compared. */
  bind: (values: Key[]) => SQL;
  values: z.ZodType<Key[]>;
}

const byNumber = (column: SQL, valueOf: (service: ServiceOut) => number, descending: boolean): Order => ({
  by: [column, sql`${services.id}`],
  descending,
  valuesOf: (service) => [valueOf(service), service.id],
  bind: ([value, lastId]) => sql`(${value}::bigint, ${lastId}::bigint)`,
  values: z.tuple([z.int(), id]),
});

const orders: Record<ServiceSort, Order> = {
  newest: {
    by: [sql`${services.id}`],
    descending: true,
    valuesOf: (service) => [service.id],
    bind: ([lastId]) => sql`(${lastId}::bigint)`,
    values: z.tuple([id]),
  },
  name: {
    by: [sql`lower(${services.name})`, sql`${services.id}`],
    descending: false,
    valuesOf: (service) => [service.name, service.id],
    bind: ([lastName, lastId]) => sql`(lower(${lastName}::text), ${lastId}::bigint)`,
    values: z.tuple([z.string().max(200), id]),
  },
  priceLow: byNumber(sql`${services.priceMicros}`, (service) => service.priceMicros, false),
  priceHigh: byNumber(sql`${services.priceMicros}`, (service) => service.priceMicros, true),
  fastest: byNumber(sql`${services.avgTimeHours}`, (service) => service.avgTimeHours, false),
};

function after(order: Order, values: Key[]): SQL {
  const row = sql`(${sql.join(order.by, sql`, `)})`;
  return order.descending ? sql`${row} < ${order.bind(values)}` : sql`${row} > ${order.bind(values)}`;
}

async function countServices(db: Db, { category, search }: ServiceListInput): Promise<number> {
  if (search) return countMatches(db, { category, search });
  const counts = await servicesPerCategory.get(db);
  return counts.reduce((sum, each) => (!category || each.category === category ? sum + each.count : sum), 0);
}
