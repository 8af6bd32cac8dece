import type { Db } from '#db/client.ts';
import type { CategoryCount } from '#shared/services.ts';
import { servicesPerCategory } from '../../base/lists/services-per-category.ts';

/** Counts the services of each category, at most some seconds ago. */
export function listCategories(db: Db): Promise<CategoryCount[]> {
  return servicesPerCategory.get(db);
}
