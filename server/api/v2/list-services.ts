import type { Category } from '#shared/categories.ts';
import { decimalFromMicros } from '#shared/money.ts';
import { ruleOf } from '#shared/service-types.ts';
import type { ServiceOut, ServicePage } from '#shared/services.ts';
import type { CachedResponse } from '../../base/cache/cached-response.ts';
import type { Deps } from '../../base/deps.ts';
import { listServices } from '../../features/services/list-services.ts';

/** Rows read and written per turn of the event loop. */
const ROWS_AT_A_TIME = 250;
/** Clients display rates with two decimals at least. */
const LEAST_DECIMALS = 2;

const categoryNames: Record<Category, string> = {
  feature: 'Featured',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  telegram: 'Telegram',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  whatsapp: 'WhatsApp',
  snapchat: 'Snapchat',
};

/** The services on sale, newest first: the same bytes for all callers until the catalogue changes. */
export function listTradeServices({ db, responses }: Pick<Deps, 'db' | 'responses'>): Promise<CachedResponse> {
  return responses.get('services', 'api-v2', async () => {
    const items: string[] = [];
    let cursor: string | null = null;
    do {
      const page: ServicePage = await listServices(db, { sort: 'newest', limit: ROWS_AT_A_TIME, cursor });
      for (const service of page.items) items.push(JSON.stringify(presentService(service)));
      cursor = page.nextCursor;
    } while (cursor);
    return Buffer.from(`[${items.join(',')}]`);
  });
}

function presentService(service: ServiceOut) {
  return {
    service: service.id,
    name: service.name,
    type: ruleOf(service.type).tradeName,
    category: categoryNames[service.category],
    rate: decimalFromMicros(service.priceMicros, LEAST_DECIMALS),
    min: String(service.min),
    max: String(service.max),
    refill: service.refillDays !== null,
    cancel: service.cancel,
    dripfeed: false,
    ...(service.description !== '' && { desc: service.description }),
  };
}
