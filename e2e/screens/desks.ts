import type { Locator, Page } from 'playwright-core';
import { dialogIsOpen, openDialog } from './opening.ts';
import type { Screen } from './screen.ts';

const openedOrder = (id: number) => `/dashboard/manageOrders?status=all&order=${id}`;
const openedRecharge = (id: number) => `/dashboard/manageRecharges?status=all&recharge=${id}`;

/** Where admins decide orders and recharges, and all that is asked of them before money moves. Nothing is decided for it. */
export const deskScreens: Record<string, Screen> = {
  'manage orders': { who: 'admin', path: () => '/dashboard/manageOrders', heading: /Manage Promotion Orders/ },
  'orders, nothing found': {
    who: 'admin',
    path: () => '/dashboard/manageOrders?q=nothing+like+it',
    heading: /Manage Promotion Orders/,
    open: (page) => page.getByText('No orders found').waitFor(),
  },
  'orders, filters': {
    who: 'admin',
    path: ({ userId }) => `/dashboard/manageOrders?status=all&from=2026-01-01&user=${userId}`,
    heading: /Manage Promotion Orders/,
    open: openFilters,
  },
  'orders, keys': {
    who: 'admin',
    path: () => '/dashboard/manageOrders',
    heading: /Manage Promotion Orders/,
    open: async (page) => {
      // A phone has no keys.
      if ((page.viewportSize()?.width ?? 0) < 768) return;
      await page.getByRole('button', { name: /^Keys/ }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  'an order beside the list': {
    who: 'admin',
    path: ({ orderId }) => openedOrder(orderId),
    heading: /Order \d+/,
  },
  'an order, what is done less often': {
    who: 'admin',
    path: ({ orderId }) => openedOrder(orderId),
    heading: /Order \d+/,
    open: openOrderMenu,
  },
  'an order in part': {
    who: 'admin',
    path: ({ orderId }) => openedOrder(orderId),
    heading: /Deliver order \d+ in part/,
    open: async (page) => {
      await openOrderMenu(page);
      await page.getByRole('menuitem', { name: /Partial/ }).click();
      await page.getByLabel('Undelivered units').fill('1');
    },
  },
  'an order, rejected': {
    who: 'admin',
    path: ({ orderId }) => openedOrder(orderId),
    heading: /Reject order/,
    open: (page) => pressInDetails(page, /^Reject order/),
  },
  'an order, charged again': {
    who: 'admin',
    path: ({ rejectedOrderId }) => openedOrder(rejectedOrderId),
    heading: /Charge .* again/,
    open: (page) => pressInDetails(page, /^Approve order/),
  },
  'orders, a decision that waits': {
    who: 'admin',
    path: ({ orderId }) => openedOrder(orderId),
    heading: /Order \d+/,
    open: holdDecision,
    isHeld: true,
  },
  'many orders': {
    who: 'admin',
    path: () => '/dashboard/manageOrders',
    heading: /Manage Promotion Orders/,
    open: selectAll,
  },
  'many orders, approved': {
    who: 'admin',
    path: () => '/dashboard/manageOrders',
    heading: /Approve \d+ orders?/,
    open: async (page) => {
      await selectAll(page);
      await openDialog(page, /^Approve \d+ selected/);
    },
  },
  'manage recharges': { who: 'admin', path: () => '/dashboard/manageRecharges', heading: /Manage Customer Recharges/ },
  'all recharges': {
    who: 'admin',
    path: () => '/dashboard/manageRecharges?status=all&sort=newest',
    heading: /Manage Customer Recharges/,
  },
  'recharges, filters': {
    who: 'admin',
    path: () => '/dashboard/manageRecharges',
    heading: /Manage Customer Recharges/,
    open: openFilters,
  },
  'a recharge beside the list': {
    who: 'admin',
    path: ({ rechargeId }) => openedRecharge(rechargeId),
    heading: /Recharge \d+/,
  },
  'a recharge, its ID used twice': {
    who: 'admin',
    path: ({ rechargeId }) => openedRecharge(rechargeId),
    heading: /Approve all the same/,
    open: async (page) => {
      await pressInDetails(page, /^Approve recharge/);
      await page.getByText('Sent before').or(page.getByText('Sent after it')).first().waitFor();
    },
  },
  'a recharge, reversed': {
    who: 'admin',
    path: ({ approvedRechargeId }) => openedRecharge(approvedRechargeId),
    heading: /Reverse recharge \d+/,
    open: async (page) => {
      await pressInDetails(page, /^Reverse recharge/);
      await page.getByRole('button', { name: /^Take back/ }).waitFor();
    },
  },
  'many recharges, rejected': {
    who: 'admin',
    path: () => '/dashboard/manageRecharges',
    heading: /Reject \d+ recharges?/,
    open: async (page) => {
      await selectAll(page);
      await openDialog(page, /^Reject \d+ selected/);
    },
  },
};

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Decided by').waitFor();
}

async function selectAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all rows' }).check({ force: true });
  await page.getByRole('region', { name: 'Selected rows' }).waitFor();
}

/** They stand beside the list or over it, and have buttons once they are read. */
function details(page: Page): Locator {
  return page.locator('aside[aria-label=Details], [role=dialog][data-page-keys]');
}

async function openOrderMenu(page: Page): Promise<void> {
  await details(page)
    .getByRole('button', { name: /^More for order/ })
    .click();
  await page.getByRole('menuitem').first().waitFor();
}

async function pressInDetails(page: Page, name: RegExp): Promise<void> {
  await details(page).getByRole('button', { name }).click();
  await dialogIsOpen(page);
}

/** Approves, and keeps what can still be undone from ever being sent: it waits as long as it is looked at. */
async function holdDecision(page: Page): Promise<void> {
  await page.route(/admin\.orders\.decide/, (route) => route.abort());
  await page.evaluate(`
    localStorage.removeItem('decisionWait');
    const { setTimeout: plain } = window;
    window.setTimeout = (work, ms, ...rest) => plain(work, ms === 8000 ? 2 ** 30 : ms, ...rest);`);
  await details(page)
    .getByRole('button', { name: /^Approve order/ })
    .click();
  await page.getByText(/decision waits/).waitFor();
}
