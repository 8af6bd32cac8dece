import type { Page } from 'playwright-core';
import { answering } from './answering.ts';
import { attention, profit, profitByDay } from './made-profit.ts';
import {
  ago,
  balanceEvidence,
  bought,
  call,
  counts,
  entries,
  events,
  lines,
  prices,
  problem,
  qualities,
  refused,
  sourcing,
  stopped,
  supplier,
  unanswered,
  unknown,
} from './made-suppliers.ts';
import { dialogIsOpen, openDialog } from './opening.ts';
import { admin, faked, type Screen } from './screen.ts';

const fast = /দ্রুত প্যানেল/;

/** Suppliers and purchases. They are made up in the browser: the test's panel buys nowhere. */
export const supplierScreens: Record<string, Screen> = {
  'suppliers, none': admin('/dashboard/suppliers', /^Suppliers$/),
  suppliers: faked('/dashboard/suppliers', /^Suppliers$/, made),
  'suppliers, rules and words': admin('/dashboard/suppliers?tab=rules', /Prices by cost/),
  'add a supplier': faked('/dashboard/suppliers', /Add a Supplier/, made, async (page) => {
    await page.getByRole('button', { name: 'Add supplier' }).click();
    await dialogIsOpen(page);
  }),
  'resume a supplier': faked('/dashboard/suppliers', /^Resume/, made, async (page) => {
    await page.getByRole('button', { name: /^Resume/ }).click();
    await dialogIsOpen(page);
  }),
  'supplier, its list': faked('/dashboard/suppliers/3', fast, made),
  'supplier, quality': faked('/dashboard/suppliers/3?tab=quality', fast, made),
  'supplier, books': faked('/dashboard/suppliers/3?tab=books', fast, made),
  'pay a supplier': faked('/dashboard/suppliers/3?tab=books', /^Payment to/, made, async (page) => {
    await page.getByRole('button', { name: 'Pay in' }).click();
    await dialogIsOpen(page);
  }),
  'supplier, calls': faked('/dashboard/suppliers/3?tab=calls', fast, made),
  'a call to a supplier': faked('/dashboard/suppliers/3?tab=calls', /Call #/, made, async (page) => {
    await page
      .getByRole('button', { name: /^Details of call/ })
      .first()
      .click();
    await dialogIsOpen(page);
  }),
  'purchases, none': admin('/dashboard/purchases', /^Purchases$/),
  purchases: faked('/dashboard/purchases?state=all', /^Purchases$/, made),
  'a purchase': faked('/dashboard/purchases?state=all&forward=9', /^Purchase of order/, made, dialogIsOpen),
  'the number of a purchase': faked('/dashboard/purchases', /was bought/, made, async (page) => {
    await page
      .getByRole('button', { name: /it is number/ })
      .first()
      .click();
    await dialogIsOpen(page);
  }),
  'buy again': faked('/dashboard/purchases', /^Send order/, made, async (page) => {
    await page
      .getByRole('button', { name: /not there, send again/ })
      .first()
      .click();
    await dialogIsOpen(page);
  }),
  'profit, none': admin('/dashboard/profit', /^Profit$/),
  'profit by day': faked('/dashboard/profit', /^Profit$/, (page) =>
    answering(page, { 'admin.reports.profit': () => profitByDay }),
  ),
  'profit by supplier, with days that make no period': faked(
    '/dashboard/profit?by=supplier&from=2026-04-01&to=2026-03-31',
    /^Profit$/,
    (page) => answering(page, { 'admin.reports.profit': () => profit }),
  ),
  'admin overview, suppliers': faked('/dashboard', /^Needs you$/, (page) =>
    answering(page, { 'admin.reports.attention': () => attention }),
  ),
  'a service with a source': faked('/dashboard/manageServices', /Update Service/, withSources, async (page) => {
    await openDialog(page, /^Update /);
    await page.getByText('Price history').click();
    await page.getByRole('button', { name: 'Older prices' }).waitFor();
  }),
  'an order that was bought': faked(
    ({ orderId }) => `/dashboard/manageOrders?status=all&order=${orderId}`,
    /^Bought at$/,
    (page) => answering(page, { 'admin.orders.get': (order) => ({ ...order, purchases: [bought] }) }),
  ),
};

function withSources(page: Page): Promise<void> {
  return answering(page, {
    'admin.services.sources': () => sourcing,
    'admin.suppliers.quality': () => ({ items: qualities }),
    'admin.services.prices': () => prices,
    'admin.suppliers.list': () => ({ items: [supplier, stopped] }),
  });
}

async function made(page: Page): Promise<void> {
  await answering(page, {
    'admin.suppliers.list': () => ({ items: [supplier, stopped] }),
    'admin.suppliers.get': () => supplier,
    'admin.suppliers.proposal': () => ({ items: lines, counts, listedAt: ago(12), problem, nextCursor: null }),
    'admin.suppliers.quality': () => ({ items: qualities }),
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
