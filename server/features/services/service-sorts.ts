import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { services } from '../../../db/schema/services.ts';
import type { ServiceSort } from '../../../shared/services.ts';
import { idKey, numberKey, type SortOrder } from '../../lists/sorted-keyset.ts';
import type { ServiceRow } from './service-rows.ts';

/** With what the list is sorted by, which nobody is shown. */
export interface SortedRow extends ServiceRow {
  countedOrders: number;
}

const byId = idKey(services.id);
const byPrice = numberKey(services.priceMicros, (service: ServiceRow) => service.priceMicros);

/** The ways in which a list of services can be sorted, each by an index of its own. */
export const sortOrders: Record<ServiceSort, SortOrder<SortedRow>> = {
  newest: { keys: [byId], descending: true },
  // As last counted; of those bought alike often the newest comes first.
  popular: { keys: [numberKey(services.countedOrders, (service) => service.countedOrders), byId], descending: true },
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
