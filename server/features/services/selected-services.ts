import { and, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { ServiceSelection } from '#shared/admin-services.ts';
import { withinCategory } from '../../base/lists/categories.ts';
import { promisingInVain } from './promising-in-vain.ts';
import { serviceFilter } from './search-services.ts';

/** The condition of an admin's selection: these services without deleted ones, or all that match the filter. */
export async function selected(db: Db | Tx, { ids, category, ...filter }: ServiceSelection): Promise<SQL | undefined> {
  if (ids) return and(inArray(services.id, ids), isNull(services.deletedAt));
  const within = await withinCategory(db, category);
  return serviceFilter({ ...filter, ...(await promisingInVain(db, filter.shelf)), within });
}
