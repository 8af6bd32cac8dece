import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/api/router.ts';
import { micros, nanos } from '#shared/money.ts';

// Not from the client's tRPC, which needs the types of a browser: the browser tests take these too.
type Outputs = inferRouterOutputs<AppRouter>;
type Supplier = Outputs['admin']['suppliers']['list']['items'][number];
type Forward = Outputs['admin']['forwards']['list']['items'][number];
type Line = Outputs['admin']['suppliers']['proposal']['items'][number];
type Call = Outputs['admin']['suppliers']['calls']['items'][number];
type Quality = Outputs['admin']['suppliers']['quality']['items'][number];
type Source = Outputs['admin']['services']['sources']['sources'][number];

const AT = '2026-01-31T10:00:00.000Z';

/** A supplier that buys, and whose books agree with its balance. */
export function aSupplier(overrides: Partial<Supplier> = {}): Supplier {
  return {
    id: 3,
    name: 'Fast Panel',
    url: 'https://fast.example/api/v2',
    currency: 'USD',
    rate: '1',
    rateAt: AT,
    idempotent: false,
    marginPercent: null,
    lowBalance: null,
    orderLimit: null,
    dayLimit: null,
    callsPerMinute: 60,
    orderPlace: null,
    balance: '84.12',
    balanceAt: AT,
    books: '84.12',
    stopped: false,
    stoppedAt: null,
    stoppedReason: null,
    stoppedBy: null,
    stoppedText: null,
    unreachableSince: null,
    listedAt: AT,
    createdAt: AT,
    updatedAt: AT,
    lastsHours: null,
    balanceNamedIn: null,
    queued: 0,
    sending: 0,
    unknown: 0,
    waitingFunds: 0,
    open: 0,
    statusesBehind: null,
    waitsForWords: false,
    unexplained: '0',
    unknownCostNanos: nanos(0),
    ...overrides,
  };
}

/** A source with enough purchases to say how it delivers. */
export function aQuality(overrides: Partial<Quality> = {}): Quality {
  return {
    ...{ supplierId: 3, serviceId: 34, serviceName: 'Page Likes', externalId: '55', since: AT },
    ...{ accepted: 1234, completed: 1100, partial: 40, canceled: 2, refillsAsked: 5, refillsDone: 4 },
    ...{ started: 1150, medianStartMinutes: 4, p90StartMinutes: 30, medianFinishMinutes: 95, p90FinishMinutes: 600 },
    ...{ servicePriceRises: 3, servicePriceFalls: 1 },
    ...overrides,
  };
}

/** An unknown purchase. */
export function aForward(overrides: Partial<Forward> = {}): Forward {
  return {
    id: 9,
    orderId: 100,
    orderStatus: 'processing',
    state: 'unknown',
    requestId: '01975b1e-0000-7000-8000-000000000001',
    customer: { id: 7, userName: 'karim' },
    serviceId: 34,
    serviceName: 'Page Likes',
    hasRefill: false,
    link: 'https://example.com/post',
    quantity: 1000,
    chargeNanos: nanos(1_200_000_000),
    supplierId: 3,
    supplierName: 'Fast Panel',
    currency: 'USD',
    idempotent: false,
    externalId: '55',
    externalOrderId: null,
    cost: '0.9',
    costNanos: nanos(900_000_000),
    charged: null,
    chargedNanos: null,
    returnedNanos: null,
    attempts: 1,
    flag: null,
    flaggedAt: null,
    reason: null,
    supplierStatus: null,
    supplierRemains: null,
    supplierCharge: null,
    statusAt: null,
    createdAt: AT,
    dueAt: null,
    sentAt: AT,
    acceptedAt: null,
    unknownSince: AT,
    waitingSince: null,
    endedAt: null,
    startedBy: null,
    ...overrides,
  };
}

/** A new line of a supplier's list. */
export function aLine(overrides: Partial<Line> = {}): Line {
  return {
    externalId: '55',
    name: 'Facebook Page Likes',
    theirCategory: 'Facebook',
    category: { slug: 'facebook', isNew: false, name: 'Facebook', nameBn: 'ফেসবুক' },
    facts: [],
    tradeType: 'Default',
    type: 'default',
    cost: '0.9',
    costNanos: nanos(900_000_000),
    per: 1000,
    min: 10,
    max: 5000,
    refill: false,
    cancel: false,
    changes: ['new'],
    ...{ reason: null, place: null, isDoubted: false, pausedReason: null, pausedText: null },
    description: '',
    priceByRuleMicros: micros(1_080_000),
    service: null,
    services: 0,
    ...overrides,
  };
}

/** A purchase whose answer is a page of a gateway. */
export function aCall(overrides: Partial<Call> = {}): Call {
  return {
    id: 501,
    action: 'add',
    forwardId: 9,
    request: 'key=***&action=add&service=55&quantity=1000',
    httpStatus: 504,
    failure: null,
    mayHaveArrived: true,
    response: '<html><h1>Gateway Timeout</h1></html>',
    responseBytes: 37,
    outcome: 'unknown',
    startedAt: AT,
    durationMs: 1240,
    ...overrides,
  };
}

/** A source of a service. */
export function aSource(overrides: Partial<Source> = {}): Source {
  const { theirCategory, ...listed } = aLine();
  return {
    ...listed,
    category: theirCategory,
    externalId: '55',
    position: 1,
    supplierId: 3,
    supplierName: 'Fast Panel',
    supplierStopped: false,
    currency: 'USD',
    acceptedCost: '0.9',
    acceptedAt: AT,
    pausedReason: null,
    pausedAt: null,
    pausedText: null,
    goneAt: null,
    ...overrides,
  };
}
