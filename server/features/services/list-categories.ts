import type { Db } from '../../../db/client.ts';
import type { CategoryCount } from '../../../shared/services.ts';
import { servicesPerCategory } from './service-figures.ts';

/** How many services each tab of the catalogue has, at most some seconds old. */
export function listCategories(db: Db): Promise<CategoryCount[]> {
  return servicesPerCategory.get(db);
}
