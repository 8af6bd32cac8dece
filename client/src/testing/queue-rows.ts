import { micros, nanos, paisaPerDollar, taka } from '#shared/money.ts';
import { storedFields } from '#shared/order-fields.ts';
import type { Outputs } from '../lib/trpc.ts';

/** A pending order as admins see it. */
export function anOrder(overrides: Partial<Order> = {}): Order {
  return {
    id: 1,
    serviceId: 1,
    serviceName: 'Likes',
    ...storedFields({ link: '@karim' }, 1000),
    priceMicros: micros(10_000_000),
    per: 1000,
    chargeNanos: nanos(10e9),
    status: 'pending',
    remaining: null,
    startCount: null,
    remains: null,
    createdAt: '2026-01-31T10:00:00.000Z',
    user: { id: 7, userName: 'karim' },
    ...overrides,
  };
}

/** A pending recharge as admins see it. */
export function aRecharge(overrides: Partial<Recharge> = {}): Recharge {
  return {
    id: 1,
    method: 'Bkash',
    amountNanos: nanos(10e9),
    paidTaka: taka(1260),
    ratePaisa: paisaPerDollar(12_600),
    reference: 'TX000001',
    status: 'pending',
    reason: null,
    createdAt: '2026-01-31T10:00:00.000Z',
    decidedAt: null,
    user: { id: 2, userName: 'rahim', name: 'Rahim Uddin', phone: '+8801711111111' },
    decidedBy: null,
    decider: null,
    reversedAt: null,
    reversalReason: null,
    reversedBy: null,
    reversedNanos: null,
    unrecoveredNanos: null,
    isDuplicate: false,
    lookAlike: null,
    match: null,
    ...overrides,
  };
}

/** A pending refill of a completed order as admins see it. */
export function aRequest({
  order,
  ...overrides
}: Partial<Omit<Request, 'order'>> & { order?: Partial<Order> } = {}): Request {
  const id = overrides.id ?? 1;
  return {
    id,
    orderId: order?.id ?? id,
    kind: 'refill',
    status: 'pending',
    reason: null,
    createdAt: '2026-02-01T10:00:00.000Z',
    decidedAt: null,
    closedAt: null,
    decidedBy: null,
    decider: null,
    atSupplier: null,
    ...overrides,
    order: anOrder({ id, status: 'completed', ...order }),
  };
}

type Request = Outputs['admin']['requests']['list']['items'][number];
type Order = Outputs['admin']['orders']['list']['items'][number];
type Recharge = Outputs['admin']['recharges']['list']['items'][number];
