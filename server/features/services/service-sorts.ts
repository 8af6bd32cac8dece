import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { services } from '#db/schema/services.ts';
import type { Category } from '#shared/categories.ts';
import type { ServiceSort } from '#shared/services.ts';
import { idKey, numberKey, type SortOrder } from '../../lists/sorted-keyset.ts';
import type { ServiceRow } from './service-rows.ts';

/** With the columns that only sort. */
export interface SortedRow extends ServiceRow {
  countedOrders: number;
  shelfRank: number;
}

const byId = idKey(services.id);
const byOrders = numberKey(services.countedOrders, (service: SortedRow) => service.countedOrders);
const byPrice = numberKey(services.priceMicros, (service: ServiceRow) => service.priceMicros);

/** The shop arranges each category by itself: across all of them its order would say nothing. */
export function sortOrder(sort: ServiceSort, category: Category | undefined): SortOrder<SortedRow> {
  return sortOrders[sort === 'recommended' && !category ? 'popular' : sort];
}

/** The columns that only sort. */
export const sortColumns = { countedOrders: services.countedOrders, shelfRank: services.shelfRank };

/** The ways in which a list of services can be sorted, each by an index of its own. */
const sortOrders: Record<ServiceSort, SortOrder<SortedRow>> = {
  newest: { keys: [byId], descending: true },
  // The shop's order of a category first, then by orders.
  recommended: {
    keys: [numberKey(services.shelfRank, (service) => service.shelfRank), byOrders, byId],
    descending: true,
  },
  // As last counted; the newest of equals first.
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
