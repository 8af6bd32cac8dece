import { type Micros, micros, type Nanos, nanos, subtract } from '#shared/money.ts';
import type { ServiceTarget } from '#shared/paste/fit.ts';
import { ruleOf, type ServiceType } from '#shared/service-types.ts';
import type { Inputs } from '../lib/trpc.ts';

/** An order as the server receives it. */
export type PlaceInput = Inputs['orders']['place'] & { expectedChargeNanos: Nanos; requestId: string };

/** A service on sale; overrides show what matters to a test. */
export function aService(
  overrides: {
    id?: number;
    type?: ServiceType;
    priceMicros?: Micros;
    min?: number;
    max?: number;
  } & Partial<ServiceTarget> = {},
) {
  const { type = 'default' } = overrides;
  const { per } = ruleOf(type);
  return {
    id: 7,
    name: 'Page Likes',
    image: null,
    description: 'Real likes.',
    category: 'facebook',
    priceMicros: micros(1_500_000),
    min: 100,
    max: 1000,
    avgTimeHours: 12,
    totalSell: 0,
    type,
    per,
    platform: null,
    kinds: null,
    ...(per === 1 && { min: 1, max: 1 }),
    ...overrides,
  };
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
