import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { services } from '../../../db/schema/services.ts';
import type { Category } from '../../../shared/categories.ts';
import type { ServiceSort } from '../../../shared/services.ts';
import { idKey, numberKey, type SortOrder } from '../../lists/sorted-keyset.ts';
import type { ServiceRow } from './service-rows.ts';

/** With what the list is sorted by, which nobody is shown. */
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

/** What rows are sorted by beside what is shown of them. */
export const sortColumns = { countedOrders: services.countedOrders, shelfRank: services.shelfRank };

/** The ways in which a list of services can be sorted, each by an index of its own. */
const sortOrders: Record<ServiceSort, SortOrder<SortedRow>> = {
  newest: { keys: [byId], descending: true },
  // As the shop has arranged a category; what it has not arranged comes as it is bought.
  recommended: {
    keys: [numberKey(services.shelfRank, (service) => service.shelfRank), byOrders, byId],
    descending: true,
  },
  // As last counted; of those bought alike often the newest comes first.
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
