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
  refused,
  sourcing,
  stopped,
  supplier,
  unanswered,
  unknown,
} from './made-suppliers.ts';
import { dialogIsOpen, openDialog } from './opening.ts';
import { admin, type Screen } from './screen.ts';

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
  'profit, none': admin('/dashboard/profit', /^Profit$/),
  'profit by day': admin('/dashboard/profit', /^Profit$/, (page) =>
    answering(page, { 'admin.reports.profit': () => profitByDay }),
  ),
  'profit by supplier, with days that make no period': admin(
    '/dashboard/profit?by=supplier&from=2026-04-01&to=2026-03-31',
    /^Profit$/,
    (page) => answering(page, { 'admin.reports.profit': () => profit }),
  ),
  'admin overview, suppliers': admin('/dashboard', /^Suppliers: to do$/, (page) =>
    answering(page, { 'admin.reports.attention': () => attention }),
  ),
  'a service with a source': admin('/dashboard/manageServices', /Update Service/, async (page) => {
    await answering(page, {
      'admin.services.sources': () => sourcing,
      'admin.services.prices': () => prices,
      'admin.suppliers.list': () => ({ items: [supplier, stopped] }),
    });
    await openDialog(page, /^Update /);
    await page.getByText('Price history').click();
    await page.getByRole('button', { name: 'Older prices' }).waitFor();
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
