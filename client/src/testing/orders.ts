import { micros, type Nanos, nanos, subtract } from '#shared/money.ts';
import { ruleOf } from '#shared/service-types.ts';
import type { Inputs, Outputs } from '../lib/trpc.ts';

/** An order as the server receives it. */
export type PlaceInput = Inputs['orders']['place'] & { expectedChargeNanos: Nanos; requestId: string };

type Service = Outputs['services']['get'];

/** A service on sale; overrides show what matters to a test. */
export function aService(overrides: Partial<Service> = {}): Service {
  const { type = 'default', category = 'facebook' } = overrides;
  const { per } = ruleOf(type);
  return {
    ...{ id: 7, name: 'Page Likes', nameBn: null, image: null, description: 'Real likes.' },
    ...{ category, top: category, platform: null, kinds: null, facts: {} },
    ...{ priceMicros: micros(1_500_000), type, per, min: 100, max: 1000, avgTimeHours: 12 },
    ...{ refillDays: null, cancel: false, speedUp: false, totalSell: 0, measuredMinutes: null, measuredOn: null },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
    ...(per === 1 && { min: 1, max: 1 }),
    ...overrides,
  };
}

/** A category of the shop with services on offer: a top, or with `parent` a kind. */
export function aCategory(
  category: string,
  overrides: Partial<Outputs['services']['categories'][number]> = {},
): Outputs['services']['categories'][number] {
  return { category, count: 1, parent: null, name: category, nameBn: null, platform: null, ...overrides };
}

/** The response to an order by a customer who had ten dollars. */
export function placed({ serviceId, link, quantity = 1, expectedChargeNanos }: PlaceInput) {
  const order = { id: 42, serviceId, serviceName: 'Page Likes', link, quantity, chargeNanos: expectedChargeNanos };
  return { order, balanceNanos: subtract(nanos(10e9), expectedChargeNanos) };
}

/** A broken connection. */
export function loseAnswer(): never {
  throw new TypeError('Failed to fetch');
}
