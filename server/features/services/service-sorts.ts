import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { featuredRank, services } from '#db/schema/services.ts';
import type { ServiceSort } from '#shared/services.ts';
import type { Within } from '../../base/lists/categories.ts';
import { idKey, numberKey, type SortOrder } from '../../base/lists/sorted-keyset.ts';
import type { ServiceRow } from './service-rows.ts';

/** With the columns used only for sorting. */
export interface SortedRow extends ServiceRow {
  countedOrders: number;
  shelfRank: number;
}

const byId = idKey(services.id);
const byOrders = numberKey(services.countedOrders, (service: SortedRow) => service.countedOrders);
const byPrice = numberKey(services.priceMicros, (service: ServiceRow) => service.priceMicros);

/** The shop orders each top separately: across tops only the order of its featured services has a meaning. */
export function sortOrder(sort: ServiceSort, within: Within | undefined): SortOrder<SortedRow> {
  return sort === 'recommended' && !within ? featuredFirst : sortOrders[sort];
}

/** The columns used only for sorting. */
export const sortColumns = { countedOrders: services.countedOrders, shelfRank: services.shelfRank };

/** The featured services in the shop's order, then all others by number of orders. With an index of its own. */
const featuredFirst: SortOrder<SortedRow> = {
  keys: [
    {
      column: featuredRank(services.category, services.shelfRank),
      valueOf: ({ category, shelfRank }) => (category === 'feature' ? shelfRank + 1 : 0),
      shape: z.int(),
      bind: (rank) => sql`${rank}::int`,
    },
    byOrders,
    byId,
  ],
  descending: true,
};

/** The sort orders of the service list, each with its own index. */
const sortOrders: Record<ServiceSort, SortOrder<SortedRow>> = {
  newest: { keys: [byId], descending: true },
  // The shop's own order first, then by number of orders.
  recommended: {
    keys: [numberKey(services.shelfRank, (service) => service.shelfRank), byOrders, byId],
    descending: true,
  },
  // By the last count; the newest of equals first.
  popular: { keys: [byOrders, byId], descending: true },
  name: {
    keys: [
      {
        column: sql`lower(${services.name})`,
        valueOf: (service) => service.name,
        shape: z.string().max(200),
        bind: (name) => sql`lower(${name}::text)`,
      },
      byId,
    ],
    descending: false,
  },
  priceLow: { keys: [byPrice, byId], descending: false },
  priceHigh: { keys: [byPrice, byId], descending: true },
  fastest: { keys: [numberKey(services.avgTimeHours, (service) => service.avgTimeHours), byId], descending: false },
};
