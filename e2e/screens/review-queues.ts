import type { Locator, Page } from 'playwright-core';
import { dialogIsOpen, openDialog } from './opening.ts';
import { admin, type Screen } from './screen.ts';

const openedOrder = (id: number) => `/dashboard/manageOrders?status=all&order=${id}`;
const openedRecharge = (id: number) => `/dashboard/manageRecharges?status=all&recharge=${id}`;

/** The review queues of orders and recharges with their dialogs. Nothing is decided. */
export const queueScreens: Record<string, Screen> = {
  'manage orders': admin('/dashboard/manageOrders', /Manage Promotion Orders/),
  'orders, nothing found': admin('/dashboard/manageOrders?q=nothing+like+it', /Manage Promotion Orders/, (page) =>
    page.getByText('No orders found').waitFor(),
  ),
  'orders, filters': admin(
    ({ userId }) => `/dashboard/manageOrders?status=all&from=2026-01-01&user=${userId}`,
    /Manage Promotion Orders/,
    openFilters,
  ),
  'orders, keys': admin('/dashboard/manageOrders', /Manage Promotion Orders/, async (page) => {
    // A phone has no keys.
    if ((page.viewportSize()?.width ?? 0) < 768) return;
    await page.getByRole('button', { name: /^Keys/ }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  }),
  'an order beside the list': admin(({ orderId }) => openedOrder(orderId), /Order \d+/),
  'an order with comments': admin(({ commentedOrderId }) => openedOrder(commentedOrderId), /Order \d+/),
  'an order, what is done less often': admin(({ orderId }) => openedOrder(orderId), /Order \d+/, openOrderMenu),
  'an order in part': admin(
    ({ orderId }) => openedOrder(orderId),
    /Deliver order \d+ in part/,
    async (page) => {
      await openOrderMenu(page);
      await page.getByRole('menuitem', { name: /Partial/ }).click();
      await page.getByLabel('Undelivered units').fill('1');
    },
  ),
  'an order, its progress': admin(
    ({ orderId }) => openedOrder(orderId),
    /Progress of order \d+/,
    async (page) => {
      await openOrderMenu(page);
      await page.getByRole('menuitem', { name: /progress/ }).click();
      await page.getByLabel('Start count').fill('830');
    },
  ),
  'an order, rejected': admin(
    ({ orderId }) => openedOrder(orderId),
    /Reject order/,
    (page) => pressInDetails(page, /^Reject order/),
  ),
  'an order, charged again': admin(
    ({ rejectedOrderId }) => openedOrder(rejectedOrderId),
    /Charge .* again/,
    (page) => pressInDetails(page, /^Approve order/),
  ),
  'orders, a decision that waits': {
    ...admin(({ orderId }) => openedOrder(orderId), /Order \d+/, holdDecision),
    isHeld: true,
  },
  'orders, a decision without an answer': admin('/dashboard/manageOrders', /Manage Promotion Orders/, async (page) => {
    await page.route(/admin\.orders\.decide/, (route) => route.abort());
    await page.evaluate(`localStorage.removeItem('decisionWait')`);
    await page
      .getByRole('button', { name: /^Approve order/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('button', { name: 'Dismiss', exact: true }).first().waitFor();
  }),
  'many orders': admin('/dashboard/manageOrders', /Manage Promotion Orders/, selectAll),
  'many orders, approved': admin('/dashboard/manageOrders', /Approve \d+ orders?/, async (page) => {
    await selectAll(page);
    await openDialog(page, /^Approve \d+ selected/);
  }),
  'manage recharges': admin('/dashboard/manageRecharges', /Manage Customer Recharges/),
  'all recharges': admin('/dashboard/manageRecharges?status=all&sort=newest', /Manage Customer Recharges/),
  'recharges with a message': admin('/dashboard/manageRecharges?match=true', /Manage Customer Recharges/),
  'recharges, filters': admin('/dashboard/manageRecharges', /Manage Customer Recharges/, openFilters),
  'a recharge beside the list': admin(({ rechargeId }) => openedRecharge(rechargeId), /Recharge \d+/),
  'a recharge, its ID used twice': admin(
    ({ rechargeId }) => openedRecharge(rechargeId),
    /Approve all the same/,
    async (page) => {
      await pressInDetails(page, /^Approve recharge/);
      await page.getByText('Sent before').or(page.getByText('Sent after it')).first().waitFor();
    },
  ),
  'a recharge, reversed': admin(
    ({ approvedRechargeId }) => openedRecharge(approvedRechargeId),
    /Reverse recharge \d+/,
    async (page) => {
      await pressInDetails(page, /^Reverse recharge/);
      await page.getByRole('button', { name: /^Take back/ }).waitFor();
    },
  ),
  'many recharges, rejected': admin('/dashboard/manageRecharges', /Reject \d+ recharges?/, async (page) => {
    await selectAll(page);
    await openDialog(page, /^Reject \d+ selected/);
  }),
};

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Decided by').waitFor();
}

async function selectAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all rows' }).check({ force: true });
  await page.getByRole('region', { name: 'Selected rows' }).waitFor();
}

/** They are next to the list or above it, and have buttons once loaded. */
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

/** Approves, and keeps the decision from being sent: it waits while it is displayed. */
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
