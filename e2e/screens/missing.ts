import type { Page } from 'playwright-core';
import { nanos } from '#shared/money.ts';
import type { scriptClient } from '../accounts.ts';
import { admin, faked, type Screen } from './screen.ts';

type List = ReturnType<typeof scriptClient>['admin']['missing']['list'];
type Entry = Awaited<ReturnType<List['query']>>['items'][number];

const heading = /^Missing entries|^হারানো এন্ট্রি/;

/** Acknowledged entries that the database lacks. They are made up in the browser: the demo's database lacks nothing. */
export const missingScreens: Record<string, Screen> = {
  'missing entries, none': admin('/dashboard/missing', heading),
  'missing entries': faked('/dashboard/missing', heading, (page) => withMissing(page, open)),
  'missing entries, settled': faked('/dashboard/missing?state=settled', heading, (page) => withMissing(page, settled)),
  'settle a missing entry': faked(
    '/dashboard/missing',
    /Settle|মীমাংসা/,
    (page) => withMissing(page, open),
    async (page) => {
      await page
        .getByRole('button', { name: /^Settle Order|অর্ডার.*মীমাংসা/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
    },
  ),
  'overview, missing entries': faked('/dashboard', /./, (page) => withMissing(page, open)),
};

/** Loads the page again, with these entries instead of the server's. */
async function withMissing(page: Page, items: Entry[]): Promise<void> {
  await page.route(/\/trpc\/[^?]*admin\.missing\.list/, async (route) => {
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    // A page that closes has no answers.
    const response = await route.fetch().catch(() => undefined);
    const answers = ((await response?.json().catch(() => undefined)) ?? []) as object[];
    const json = names.map((name, at) =>
      name === 'admin.missing.list' ? { result: { data: { items, nextCursor: null, open: 3 } } } : answers[at],
    );
    await route.fulfill({ status: 200, contentType: 'application/json', json }).catch(() => undefined);
  });
  await page.reload();
  await page
    .getByText(/acknowledged entries are missing|এন্ট্রি হারিয়েছে|Order #1041|অর্ডার #1041/)
    .first()
    .waitFor();
}

const order: Entry = {
  id: 4,
  state: 'open',
  kind: 'order_charge',
  customer: { id: 2, userName: 'rahim.uddin' },
  amountNanos: nanos(-2_500_000_000),
  balanceAfterNanos: nanos(8_000_000_000),
  orderId: 1041,
  rechargeId: null,
  grantId: null,
  serviceId: 34,
  service: 'পেজ লাইক, আসল অ্যাকাউন্ট, ৩০ দিনের রিফিল',
  link: 'https://www.facebook.com/a.page.with.a.long.name/posts/1234567890',
  quantity: 2500,
  method: null,
  reference: null,
  acknowledgedAt: ago(12),
  noticedAt: ago(11),
  foundAt: null,
  outcome: null,
  reason: null,
  settledBy: null,
  settledAt: null,
};

const recharge: Entry = {
  ...order,
  id: 3,
  kind: 'recharge_request',
  customer: { id: 9, userName: null },
  amountNanos: nanos(10_000_000_000),
  orderId: null,
  rechargeId: 207,
  serviceId: null,
  service: null,
  link: null,
  quantity: null,
  method: 'bKash',
  reference: '9A7BC2D4EF',
};

const refund: Entry = { ...order, id: 2, kind: 'order_refund', orderId: 1033, amountNanos: nanos(4_990_000_000) };
const by = { settledBy: 'second.desk', settledAt: ago(2) };
const open: Entry[] = [order, recharge, refund];
const settled: Entry[] = [
  { ...order, ...by, state: 'settled', outcome: 'refunded', reason: 'কাস্টমার অন্য লিংকে আবার অর্ডার করেছেন' },
  { ...recharge, ...by, state: 'settled', outcome: 'restored', reason: 'ব্যালেন্স দেওয়া হয়েছে' },
  { ...refund, state: 'found', foundAt: ago(1) },
];

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
