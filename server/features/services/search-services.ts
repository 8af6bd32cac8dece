import { and, eq, ilike, isNull, or, type SQL } from 'drizzle-orm';
import { services } from '../../../db/schema/services.ts';
import { parsePrice } from '../../../shared/money.ts';
import { type Category, MAX_QUANTITY } from '../../../shared/services.ts';
import { containing } from '../lists/search-text.ts';

export interface ServiceFilter {
  category?: Category | undefined;
  search?: string | undefined;
}

/** Which services a list is of: never a deleted one. */
export function serviceFilter({ category, search }: ServiceFilter): SQL | undefined {
  return and(
    isNull(services.deletedAt),
    category && eq(services.category, category),
    search ? or(...searchArms(search)) : undefined,
  );
}

/**
 * The spec's search: text in name, description or category; a number also finds the services with that price, min, max or
 * average time.
 */
function searchArms(search: string): SQL[] {
  const pattern = containing(search);
  const arms = [ilike(services.name, pattern), ilike(services.description, pattern), ilike(services.category, pattern)];
  const price = parsePrice(search);
  if (price !== null) arms.push(eq(services.priceMicros, price));
  if (/^\d{1,10}$/.test(search) && Number(search) <= MAX_QUANTITY) {
    const number = Number(search);
    arms.push(eq(services.min, number), eq(services.max, number), eq(services.avgTimeHours, number));
  }
  return arms;
}
