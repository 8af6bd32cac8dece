import type { Page } from 'playwright-core';
import { micros, nanos } from '#shared/money.ts';
import type { scriptClient } from '../accounts.ts';
import { answering } from './answering.ts';
import { dialogIsOpen } from './opening.ts';
import { admin, type Screen } from './screen.ts';

type Admin = ReturnType<typeof scriptClient>['admin'];
type Suppliers = Admin['suppliers'];
type Supplier = Awaited<ReturnType<Suppliers['list']['query']>>['items'][number];
type Line = Awaited<ReturnType<Suppliers['proposal']['query']>>['items'][number];
type Call = Awaited<ReturnType<Suppliers['calls']['query']>>['items'][number];
type Forward = Awaited<ReturnType<Admin['forwards']['list']['query']>>['items'][number];

const fast = /দ্রুত প্যানেল/;

/** Suppliers and purchases. They are made up in the browser: the test's panel buys nowhere. */
export const supplierScreens: Record<string, Screen> = {
  'suppliers, none': admin('/dashboard/suppliers', /^Suppliers$/),
  suppliers: admin('/dashboard/suppliers', /^Suppliers$/, made),
  'suppliers, rules and words': admin('/dashboard/suppliers?tab=rules', /Prices by cost/),
  'add a supplier': admin('/dashboard/suppliers', /Add a Supplier/, async (page) => {
    await made(page);
    await page.getByRole('button', { name: 'Add supplier' }).click();
    await dialogIsOpen(page);
  }),
  'resume a supplier': admin('/dashboard/suppliers', /^Resume/, async (page) => {
    await made(page);
    await page.getByRole('button', { name: /^Resume/ }).click();
    await dialogIsOpen(page);
  }),
  'supplier, its list': admin('/dashboard/suppliers/3', fast, made),
  'supplier, books': admin('/dashboard/suppliers/3?tab=books', fast, made),
  'pay a supplier': admin('/dashboard/suppliers/3?tab=books', /^Payment to/, async (page) => {
    await made(page);
    await page.getByRole('button', { name: 'Pay in' }).click();
    await dialogIsOpen(page);
  }),
  'supplier, calls': admin('/dashboard/suppliers/3?tab=calls', fast, made),
  'a call to a supplier': admin('/dashboard/suppliers/3?tab=calls', /Call #/, async (page) => {
    await made(page);
    await page
      .getByRole('button', { name: /^Details of call/ })
      .first()
      .click();
    await dialogIsOpen(page);
  }),
  'forwards, none': admin('/dashboard/forwards', /^Forwards$/),
  forwards: admin('/dashboard/forwards?state=all', /^Forwards$/, made),
  'a forward': admin('/dashboard/forwards?state=all&forward=9', /^Purchase of order/, async (page) => {
    await made(page);
    await dialogIsOpen(page);
  }),
  'the number of a forward': admin('/dashboard/forwards', /was bought/, async (page) => {
    await made(page);
    await page
      .getByRole('button', { name: /it is number/ })
      .first()
      .click();
    await dialogIsOpen(page);
  }),
  'send a forward again': admin('/dashboard/forwards', /^Send order/, async (page) => {
    await made(page);
    await page
      .getByRole('button', { name: /not there, send again/ })
      .first()
      .click();
    await dialogIsOpen(page);
  }),
  'an order that was bought': admin(
    ({ orderId }) => `/dashboard/manageOrders?status=all&order=${orderId}`,
    /^Bought at$/,
    (page) => answering(page, { 'admin.orders.get': (order) => ({ ...order, purchases: [bought] }) }),
  ),
};

async function made(page: Page): Promise<void> {
  await answering(page, {
    'admin.suppliers.list': () => ({ items: [supplier, stopped] }),
    'admin.suppliers.get': () => supplier,
    'admin.suppliers.proposal': () => ({ items: lines, counts, listedAt: ago(12), problem, nextCursor: null }),
    'admin.suppliers.entries': () => ({ items: entries, nextCursor: null }),
    'admin.suppliers.calls': () => ({ items: [call, unanswered], nextCursor: null }),
    'admin.forwards.list': () => ({ items: [unknown, refused, bought], nextCursor: null }),
    'admin.forwards.get': () => ({
      ...unknown,
      events,
      attemptCalls: [{ ...call, supplierName: supplier.name }],
      balanceEvidence,
    }),
  });
  // The filter of a list has a hidden one.
  await page.getByText(fast).locator('visible=true').first().waitFor();
}

const supplier: Supplier = {
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
  lastsHours: 10 / 3,
  queued: 1240,
  sending: 4,
  unknown: 2,
  waitingFunds: 11,
  open: 380,
  unexplained: '5.12',
  unknownCostNanos: nanos(5_120_000_000),
};

const stopped: Supplier = {
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

const counts = {
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
};
const problem = { reason: 'shrunken', text: 'তালিকায় আগের চেয়ে অনেক কম সার্ভিস আছে।' } as const;

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

const lines: Line[] = [
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
const entries = [
  { ...entry, seq: 3, kind: 'return', amount: '0.4', balanceAfter: '84.12', orderId: 1041 },
  { ...entry, seq: 2, kind: 'purchase', amount: '-0.9', balanceAfter: '83.72', orderId: 1041 },
  { ...entry, seq: 1, kind: 'payment', amount: '84.62', balanceAfter: '84.62', by: 'second.desk', reason: 'নগদ' },
];

const call: Call = {
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
const unanswered: Call = {
  ...call,
  id: 500,
  action: 'status',
  forwardId: null,
  httpStatus: null,
  failure: 'timeout',
  response: null,
  responseBytes: null,
};

const unknown: Forward = {
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
const refused: Forward = {
  ...unknown,
  id: 8,
  orderId: 1040,
  state: 'refused',
  flag: 'all_refused',
  unknownSince: null,
  endedAt: ago(30),
};
const bought: Forward = {
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

const events = [
  { seq: 1, from: 'queued', to: 'sending', supplierName: supplier.name, byName: null, reason: null, at: ago(8) },
  { seq: 2, from: 'sending', to: 'unknown', supplierName: supplier.name, byName: null, reason: null, at: ago(7) },
];
const balanceEvidence = { balance: '79', books: '84.12', unexplained: '5.12', at: ago(6) };

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
