import { micros, nanos } from '#shared/money.ts';
import { aCall, aForward, aLine, aQuality, aSource, aSupplier } from '../../client/src/testing/suppliers.ts';
import type { scriptClient } from '../accounts.ts';

/* Made-up suppliers and purchases, in Bengali, and without digits that are only read. */

type Services = ReturnType<typeof scriptClient>['admin']['services'];
type Sourcing = Awaited<ReturnType<Services['sources']['query']>>;
type Prices = Awaited<ReturnType<Services['prices']['query']>>;

export const supplier = aSupplier({
  name: 'দ্রুত প্যানেল',
  rateAt: ago(90),
  lowBalance: '20',
  balance: '79',
  balanceAt: ago(3),
  listedAt: ago(12),
  createdAt: ago(9000),
  updatedAt: ago(9000),
  lastsHours: 10 / 3,
  queued: 1240,
  sending: 4,
  unknown: 2,
  waitingFunds: 11,
  open: 380,
  unexplained: '5.12',
  unknownCostNanos: nanos(5_120_000_000),
});

export const stopped: typeof supplier = {
  ...supplier,
  id: 4,
  name: 'ধীর প্যানেল',
  url: 'https://slow.example/api/v2',
  currency: 'INR',
  rate: '0.012',
  stopped: true,
  stoppedAt: ago(40),
  stoppedReason: 'unknowns',
};

export const counts = {
  new: 3100,
  gone: 2,
  dearer: 41,
  cheaper: 12,
  limits: 7,
  fields: 5,
  type: 1,
  not_sold: 220,
  all: 3480,
  listed: 5012,
  acceptable: 3164,
};
export const problem = { reason: 'shrunken', text: 'তালিকায় আগের চেয়ে অনেক কম সার্ভিস আছে।' } as const;

const line = aLine({
  externalId: '1055',
  name: 'ফেসবুক পেজ লাইক, আসল অ্যাকাউন্ট',
  theirCategory: 'ফেসবুক',
  max: 50_000,
  refill: true,
});

const service = {
  id: 34,
  name: 'পেজ লাইক',
  priceMicros: micros(1_080_000),
  pricedByRule: true,
  hidden: false,
  pausedReason: null,
  acceptedCost: '0.9',
  min: 10,
  max: 5000,
};

export const lines: (typeof line)[] = [
  line,
  {
    ...line,
    externalId: '1056',
    changes: ['new'],
    category: { slug: 'facebook-likes', isNew: true, name: 'Likes', nameBn: 'লাইক' },
  },
  {
    ...line,
    externalId: '1057',
    cost: '45',
    changes: ['dearer', 'limits'],
    priceByRuleMicros: micros(54_000_000),
    service,
    services: 2,
  },
  {
    ...line,
    externalId: '1058',
    service: { ...service, pricedByRule: false },
    services: 1,
    changes: ['cheaper'],
    cost: '0.5',
  },
  { ...line, externalId: '1059', changes: ['not_sold'], type: null, tradeType: 'Poll', priceByRuleMicros: null },
];

const entry = { forwardId: null, orderId: null, reason: null, by: null, at: ago(20) };
export const entries = [
  { ...entry, seq: 3, kind: 'return', amount: '0.4', balanceAfter: '84.12', orderId: 1041 },
  { ...entry, seq: 2, kind: 'purchase', amount: '-0.9', balanceAfter: '83.72', orderId: 1041 },
  { ...entry, seq: 1, kind: 'payment', amount: '84.62', balanceAfter: '84.62', by: 'second.desk', reason: 'নগদ' },
];

export const call = aCall({
  request: 'key=***&action=add&service=1055&link=https%3A%2F%2Fwww.facebook.com%2Fa.page&quantity=1000',
  response: '<html><head><title>504 Gateway Time-out</title></head></html>',
  responseBytes: 62,
  startedAt: ago(8),
  durationMs: 60_012,
});
export const unanswered: typeof call = {
  ...call,
  id: 500,
  action: 'status',
  forwardId: null,
  httpStatus: null,
  failure: 'timeout',
  response: null,
  responseBytes: null,
};

export const unknown = aForward({
  orderId: 1041,
  customer: { id: 2, userName: 'rahim.uddin' },
  serviceName: 'পেজ লাইক, আসল অ্যাকাউন্ট, ৩০ দিনের রিফিল',
  link: 'https://www.facebook.com/a.page.with.a.long.name/posts/1234567890',
  supplierName: supplier.name,
  externalId: '1055',
  reason: 'গেটওয়ে সময়মতো উত্তর পায়নি',
  createdAt: ago(9),
  sentAt: ago(8),
  unknownSince: ago(7),
});
export const refused: typeof unknown = {
  ...unknown,
  id: 8,
  orderId: 1040,
  state: 'refused',
  flag: 'all_refused',
  unknownSince: null,
  endedAt: ago(30),
};
export const bought: typeof unknown = {
  ...unknown,
  id: 7,
  orderId: 1039,
  state: 'accepted',
  flag: 'unknown_status',
  externalOrderId: '23501',
  supplierStatus: 'Stuck',
  reason: null,
  unknownSince: null,
  acceptedAt: ago(50),
};

export const events = [
  { seq: 1, from: 'queued', to: 'sending', supplierName: supplier.name, byName: null, reason: null, at: ago(8) },
  { seq: 2, from: 'sending', to: 'unknown', supplierName: supplier.name, byName: null, reason: null, at: ago(7) },
];
export const balanceEvidence = { balance: '79', books: '84.12', unexplained: '5.12', at: ago(6) };

/** Of a service that is bought at one supplier. */
export const sourcing: Sourcing = {
  sources: [
    aSource({
      ...line,
      category: line.theirCategory,
      externalId: 'A1055',
      supplierName: supplier.name,
      supplierStopped: true,
      acceptedAt: ago(600),
      pausedReason: 'refused',
      pausedAt: ago(30),
      pausedText: 'সার্ভিসটি বন্ধ',
    }),
  ],
  pricedByRule: true,
  marginPercent: null,
  appliedMarginPercent: 20,
  priceByRuleMicros: micros(1_080_000),
  fieldsOfSupplier: [],
  pausedReason: 'below_cost',
  pausedAt: ago(30),
};
export const prices: Prices = {
  items: [
    { priceMicros: micros(1_080_000), byRule: true, at: ago(30) },
    { priceMicros: micros(990_000), byRule: false, at: ago(9000) },
  ],
  nextCursor: '1',
};

/** Of the source above, and of services with few purchases and long names. */
export const qualities = [
  aQuality({ externalId: 'A1055', serviceName: 'পেজ লাইক', since: ago(43_200) }),
  aQuality({
    serviceId: 35,
    serviceName: 'ফেসবুক ফলোয়ার, আসল প্রোফাইল, বাংলাদেশ থেকে, ত্রিশ দিন রিফিলসহ',
    since: ago(43_200),
    started: 3,
  }),
  aQuality({
    ...{ serviceId: 36, serviceName: 'রিল ভিউ', accepted: 2, started: 0, completed: 0, partial: 0, canceled: 1 },
    ...{ since: ago(43_200), refillsAsked: 0, refillsDone: 0, servicePriceRises: 0, servicePriceFalls: 0 },
  }),
];

/** A moment so many minutes ago. */
export function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
