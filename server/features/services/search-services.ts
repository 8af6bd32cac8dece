import { and, eq, ilike, isNull, type SQL, sql } from 'drizzle-orm';
import { services } from '../../../db/schema/services.ts';
import type { Category } from '../../../shared/categories.ts';
import { parsePrice } from '../../../shared/money.ts';
import { MAX_QUANTITY } from '../../../shared/services.ts';
import { containing } from '../../lists/search-text.ts';

export interface ServiceFilter {
  category?: Category | undefined;
  search?: string | undefined;
}

/** Which services a list is of: never a deleted one. */
export function serviceFilter({ category, search }: ServiceFilter): SQL | undefined {
  return and(
    isNull(services.deletedAt),
    category && eq(services.category, category),
    search ? matching(searchArms(search)) : undefined,
  );
}

/**
 * The spec's search: text in name, category or description, by their common index; a number also finds the services with
 * that price, min, max or average time.
 */
function searchArms(search: string): SQL[] {
  const text = sql`(${services.name} || ' ' || ${services.category} || ' ' || ${services.description})`;
  const arms = [ilike(text, containing(search))];
  const price = parsePrice(search);
  if (price !== null) arms.push(eq(services.priceMicros, price));
  if (/^\d{1,10}$/.test(search) && Number(search) <= MAX_QUANTITY) {
    const number = Number(search);
    arms.push(eq(services.min, number), eq(services.max, number), eq(services.avgTimeHours, number));
  }
  return arms;
}

/**
 * The services that any arm finds. Each arm is a query of its own with its own index; joined by OR, or mixed with the
 * list's order and limit, the whole table would be read for a rare word.
 */
function matching(arms: SQL[]): SQL {
  const queries = arms.map(
    (arm) => sql`select ${services.id} from ${services} where ${isNull(services.deletedAt)} and ${arm}`,
  );
  return sql`${services.id} = any(array(${sql.join(queries, sql` union all `)}))`;
}
