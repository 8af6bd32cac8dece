import type { Db } from '#db/client.ts';
import type { CategoryCount } from '#shared/shop-categories.ts';
import { servicesPerCategory } from '../../base/lists/services-per-category.ts';

/** The categories that customers see, with their numbers of services at most some seconds ago. */
export function listCategories(db: Db): Promise<CategoryCount[]> {
  return servicesPerCategory.get(db);
}
