import { and, inArray, isNull, type SQL } from 'drizzle-orm';
import { services } from '#db/schema/services.ts';
import type { ServiceSelection } from '#shared/admin-services.ts';
import { serviceFilter } from './search-services.ts';

/** The condition of an admin's selection: these services without deleted ones, or all that match the filter. */
export function selected({ ids, ...filter }: ServiceSelection): SQL | undefined {
  return ids ? and(inArray(services.id, ids), isNull(services.deletedAt)) : serviceFilter(filter);
}
