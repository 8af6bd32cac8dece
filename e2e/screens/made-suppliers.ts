import { micros, nanos } from '#shared/money.ts';
import type { scriptClient } from '../accounts.ts';

/* Made-up suppliers and purchases, in Bengali, and without digits that are only read. */

type Admin = ReturnType<typeof scriptClient>['admin'];
type Suppliers = Admin['suppliers'];
type Supplier = Awaited<ReturnType<Suppliers['list']['query']>>['items'][number];
type Line = Awaited<ReturnType<Suppliers['proposal']['query']>>['items'][number];
type Call = Awaited<ReturnType<Suppliers['calls']['query']>>['items'][number];
type Sourcing = Awaited<ReturnType<Admin['services']['sources']['query']>>;
type Prices = Awaited<ReturnType<Admin['services']['prices']['query']>>;
type Forward = Awaited<ReturnType<Admin['forwards']['list']['query']>>['items'][number];

export const supplier: Supplier = {
  id: 3,
  name: 'দ্রুত প্যানেল',
  url: 'https://fast.example/api/v2',
  currency: 'USD',
  rate: '1',
  rateAt: ago(90),
  idempotent: false,
  marginPercent: null,
  lowBalance: '20',
  orderLimit: null,
  dayLimit: null,
  callsPerMinute: 60,
  balance: '79',
  balanceAt: ago(3),
  books: '84.12',
  stopped: false,
  stoppedAt: null,
  stoppedReason: null,
  stoppedBy: null,
  stoppedText: null,
  listedAt: ago(12),
  createdAt: ago(9000),
  updatedAt: ago(9000),
  lastsHours: 10 / 3,
  balanceNamedIn: null,
  queued: 1240,
  sending: 4,
  unknown: 2,
  waitingFunds: 11,
  open: 380,
  unexplained: '5.12',
  unknownCostNanos: nanos(5_120_000_000),
};

export const stopped: Supplier = {
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
  no_category: 96,
  all: 3480,
  listed: 5012,
  acceptable: 3164,
};
export const problem = { reason: 'shrunken', text: 'তালিকায় আগের চেয়ে অনেক কম সার্ভিস আছে।' } as const;

const line: Line = {
  externalId: '1055',
  name: 'ফেসবুক পেজ লাইক, আসল অ্যাকাউন্ট',
  category: 'ফেসবুক',
  tradeType: 'Default',
  type: 'default',
  cost: '0.9',
  costNanos: nanos(900_000_000),
  per: 1000,
  min: 10,
  max: 50_000,
  refill: true,
  cancel: false,
  changes: ['new'],
  description: '',
  suggestedCategory: 'facebook',
  priceByRuleMicros: micros(1_080_000),
  service: null,
  services: 0,
};

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

export const lines: Line[] = [
  line,
  { ...line, externalId: '1056', changes: ['new', 'no_category'], suggestedCategory: null, category: 'নানা কিছু' },
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

export const call: Call = {
  id: 501,
  action: 'add',
  forwardId: 9,
  request: 'key=***&action=add&service=1055&link=https%3A%2F%2Fwww.facebook.com%2Fa.page&quantity=1000',
  httpStatus: 504,
  failure: null,
  mayHaveArrived: true,
  response: '<html><head><title>504 Gateway Time-out</title></head></html>',
  responseBytes: 62,
  outcome: 'unknown',
  startedAt: ago(8),
  durationMs: 60_012,
};
export const unanswered: Call = {
  ...call,
  id: 500,
  action: 'status',
  forwardId: null,
  httpStatus: null,
  failure: 'timeout',
  response: null,
  responseBytes: null,
};

export const unknown: Forward = {
  id: 9,
  orderId: 1041,
  orderStatus: 'processing',
  state: 'unknown',
  requestId: '01975b1e-0000-7000-8000-000000000001',
  customer: { id: 2, userName: 'rahim.uddin' },
  serviceId: 34,
  serviceName: 'পেজ লাইক, আসল অ্যাকাউন্ট, ৩০ দিনের রিফিল',
  link: 'https://www.facebook.com/a.page.with.a.long.name/posts/1234567890',
  quantity: 1000,
  chargeNanos: nanos(1_200_000_000),
  supplierId: 3,
  supplierName: supplier.name,
  currency: 'USD',
  idempotent: false,
  externalId: '1055',
  externalOrderId: null,
  cost: '0.9',
  costNanos: nanos(900_000_000),
  returnedNanos: null,
  attempts: 1,
  flag: null,
  flaggedAt: null,
  reason: 'গেটওয়ে সময়মতো উত্তর পায়নি',
  supplierStatus: null,
  supplierRemains: null,
  supplierCharge: null,
  statusAt: null,
  createdAt: ago(9),
  dueAt: null,
  sentAt: ago(8),
  acceptedAt: null,
  unknownSince: ago(7),
  waitingSince: null,
  endedAt: null,
  startedBy: null,
};
export const refused: Forward = {
  ...unknown,
  id: 8,
  orderId: 1040,
  state: 'refused',
  flag: 'all_refused',
  unknownSince: null,
  endedAt: ago(30),
};
export const bought: Forward = {
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
    {
      ...line,
      externalId: 'A1055',
      position: 1,
      supplierId: 3,
      supplierName: supplier.name,
      supplierStopped: true,
      currency: 'USD',
      acceptedCost: '0.9',
      acceptedAt: ago(600),
      pausedReason: 'refused',
      pausedAt: ago(30),
      pausedText: 'সার্ভিসটি বন্ধ',
      goneAt: null,
    },
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

/** A moment so many minutes ago. */
export function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
