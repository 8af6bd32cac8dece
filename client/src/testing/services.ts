import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/api/router.ts';
import { micros } from '#shared/money.ts';

type Service = inferRouterOutputs<AppRouter>['admin']['services']['list']['items'][number];

const AT = '2026-01-31T10:00:00.000Z';

/** A service as admins see it, without requests, facts or a Bengali name. */
export function aService(overrides: Partial<Service> = {}): Service {
  return {
    ...{ id: 7, name: 'Page Likes', nameBn: null, image: null, description: 'Real. Fast.' },
    ...{ category: 'facebook', top: 'facebook', categoryHidden: false, hidden: false, externalId: null },
    ...{ priceMicros: micros(850_000), per: 1000, type: 'default', min: 100, max: 10_000, avgTimeHours: 12 },
    ...{ refillDays: null, cancel: false, speedUp: false, platform: null, kinds: null, facts: {} },
    ...{ totalSell: 1234, measuredMinutes: null, measuredOn: null, createdAt: AT, updatedAt: AT, deletedAt: null },
    ...overrides,
  };
}
