import { decimalFromMicros } from '#shared/money.ts';
import { ruleOf } from '#shared/service-types.ts';
import type { ServiceOut, ServicePage } from '#shared/services.ts';
import type { CachedResponse } from '../../base/cache/cached-response.ts';
import type { Deps } from '../../base/deps.ts';
import { readCategories, type ShopCategories } from '../../base/lists/categories.ts';
import { listServices } from '../../features/services/list-services.ts';

/** Rows read and written per turn of the event loop. */
const ROWS_AT_A_TIME = 250;
/** Clients display rates with two decimals at least. */
const LEAST_DECIMALS = 2;

/** The services on sale, newest first: the same bytes for all callers until the catalogue changes. */
export function listTradeServices({ db, responses }: Pick<Deps, 'db' | 'responses'>): Promise<CachedResponse> {
  return responses.get('services', 'api-v2', async () => {
    const items: string[] = [];
    const { bySlug } = await readCategories(db);
    let cursor: string | null = null;
    do {
      const page: ServicePage = await listServices(db, { sort: 'newest', limit: ROWS_AT_A_TIME, cursor });
      for (const service of page.items) items.push(JSON.stringify(presentService(service, bySlug)));
      cursor = page.nextCursor;
    } while (cursor);
    return Buffer.from(`[${items.join(',')}]`);
  });
}

/** "Instagram", and for a kind "Instagram Followers". */
function categoryName({ category, top }: ServiceOut, bySlug: ShopCategories['bySlug']): string {
  const names = [top, ...(category === top ? [] : [category])].map((slug) => bySlug.get(slug)?.name ?? slug);
  // Older clients know the first one by this name.
  return names.join(' ') === 'Feature' ? 'Featured' : names.join(' ');
}

function presentService(service: ServiceOut, bySlug: ShopCategories['bySlug']) {
  return {
    service: service.id,
    name: service.name,
    type: ruleOf(service.type).tradeName,
    category: categoryName(service, bySlug),
    rate: decimalFromMicros(service.priceMicros, LEAST_DECIMALS),
    min: String(service.min),
    max: String(service.max),
    refill: service.refillDays !== null,
    cancel: service.cancel,
    dripfeed: false,
    ...(service.description !== '' && { desc: service.description }),
  };
}
