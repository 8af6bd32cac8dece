import type { Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, PASSWORD, registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** Two admins in two browsers work on one queue: a row decided by one is not decided again by the other, however old their list is. */
const panel = sharedPanel();
const SECOND = 'second.at.desk';
const CUSTOMER = 'queue.customer';
/** One more than the number of pages that stay live. */
const PAGES = 5;
const PAGE_SIZE = 25;
const LIMIT_MS = 20_000;

const problems: string[][] = [];

const browser = await testBrowser();
const { userName, password } = panel.admin;
const session = await loginAsAdmin(panel.url, { userName, password });
const asFirst = scriptClient(panel.url, session.tokens.accessToken);
const secondId = (await registerByScript(panel.url, SECOND)).user.id;
await asFirst.admin.users.setRole.mutate({ id: secondId, role: 'admin' });
const registered = await registerByScript(panel.url, CUSTOMER);
const customer = scriptClient(panel.url, registered.tokens.accessToken);
await asFirst.admin.users.giveBalance.mutate({ id: registered.user.id, amountNanos: nanos(100_000_000_000) });
const first = await openPage(session);
const second = await openPage(
  await scriptClient(panel.url).auth.login.mutate({ userName: SECOND, password: PASSWORD }),
);

afterAll(async () => {
  // The panel is shared: other tests expect one admin.
  await asFirst?.admin.users.setRole.mutate({ id: secondId, role: 'user' });
});

async function openPage(user: object): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  await signIn(page, user);
  return page;
}

type Kind = 'order' | 'recharge';
const rowOf = (page: Page, kind: Kind, id: number) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Open ${kind} ${id}`, exact: true }) });
/** With Enter: a click is ignored for a moment after rows have moved. */
const approve = (page: Page, kind: Kind, id: number) =>
  page.getByRole('button', { name: `Approve ${kind} ${id}`, exact: true }).press('Enter');

async function reject(page: Page, kind: Kind, id: number): Promise<void> {
  await page.getByRole('button', { name: `Reject ${kind} ${id}`, exact: true }).press('Enter');
  await page.getByRole('alertdialog').getByRole('textbox').fill('It never came');
  await page.keyboard.press('Control+Enter');
  await rowOf(page, kind, id).waitFor({ state: 'detached' });
}

async function balanceNanos(): Promise<number> {
  return (await customer.balance.get.query()).balanceNanos;
}

/** Both approve it at the same time: one succeeds, and the other gets the first admin's name. */
async function approveTogether(kind: Kind, id: number): Promise<void> {
  const pages = [first, second];
  const held: (() => void)[] = [];
  for (const page of pages) {
    await page.route(
      new RegExp(`/trpc/admin\\.${kind}s\\.decide`),
      async (route) => {
        await new Promise<void>((resolve) => {
          if (held.push(resolve) === pages.length) for (const go of held) go();
        });
        await route.continue();
      },
      { times: 1 },
    );
  }
  for (const page of pages) await approve(page, kind, id);
  const isTold = async (page: Page, name: string) =>
    (await page.getByText(new RegExp(`^already approved by ${name}, .*\\. Nothing has moved\\.$`)).count()) > 0;
  const told = () => Promise.all([isTold(first, SECOND), isTold(second, panel.admin.userName)]);
  await expect.poll(async () => (await told()).filter(Boolean), { timeout: LIMIT_MS }).toEqual([true]);
}

test('regression: a list of more than four pages that nobody had read again charged for a rejected and refunded order', async () => {
  const [service] = (await customer.services.list.query({ limit: 1 })).items;
  if (!service) throw new Error('There is no service');
  const lines = Array.from({ length: PAGES * PAGE_SIZE }, (_, nth) => ({
    serviceId: service.id,
    link: `@queue${nth}`,
    quantity: service.min,
  }));
  await customer.orders.placeMany.mutate({ lines, requestId: crypto.randomUUID() });
  const { items } = await customer.orders.list.query({ sort: 'oldest', limit: 6 });
  const [refunded = 0, raced = 0, ...many] = items.map(({ id }) => id);
  const chargeNanos = items[0]?.chargeNanos ?? 0;
  const before = await balanceNanos();
  const statusOf = async (id: number) => (await customer.orders.get.query({ id })).status;

  await second.goto(`${panel.url}/dashboard/manageOrders?q=${CUSTOMER}&status=open`);
  for (let page = 1; page < PAGES; page++) {
    await second.getByText(new RegExp(`^(First )?${page * PAGE_SIZE} (of|shown)`)).waitFor();
    await second.getByRole('button', { name: 'Load more' }).click();
  }
  await second.getByText(`Not live: ${PAGES * PAGE_SIZE} rows are loaded.`).waitFor();
  await second.evaluate('scrollTo(0, 0)');
  await first.goto(`${panel.url}/dashboard/manageOrders?q=${CUSTOMER}&status=open`);
  await reject(first, 'order', refunded);
  expect(await balanceNanos()).toBe(before + chargeNanos);

  // The first press activates the first row.
  await second.keyboard.press('j');
  await second.keyboard.press('a');
  const row = rowOf(second, 'order', refunded);
  await second
    .getByText(new RegExp(`^already rejected by ${panel.admin.userName}, .*\\. Nothing has moved\\.$`))
    .waitFor();
  await row.getByText('rejected', { exact: true }).waitFor();
  expect(await statusOf(refunded)).toBe('rejected');
  expect(await balanceNanos()).toBe(before + chargeNanos);

  // Not all changes are refetched yet, and must not be: the following steps use old rows.
  const readAgain = await holdReads(second);
  await approveTogether('order', raced);
  const { status, events } = await customer.orders.get.query({ id: raced });
  expect([status, events.length]).toEqual(['completed', 2]);

  const stale = many[1] ?? 0;
  await reject(first, 'order', stale);
  for (const id of many.slice(0, 3)) await rowOf(second, 'order', id).getByRole('checkbox').check();
  await second.getByRole('button', { name: 'Approve 3 selected' }).click();
  const started = second.waitForResponse(/\/trpc\/admin\.jobs\.start/);
  await second.getByRole('button', { name: 'Approve 3 orders' }).click();
  expect((await started).ok()).toBe(true);
  await readAgain();
  // The job is due after its seconds to undo.
  await second
    .getByRole('region', { name: 'Your bulk jobs' })
    .getByText('2 orders approved, 1 refused')
    .first()
    .waitFor({ timeout: 2 * LIMIT_MS });
  await second.getByRole('link', { name: 'Open the result: Approve 3 orders' }).click();
  for (const [nth, id] of many.slice(0, 3).entries()) {
    const outcome = nth === 1 ? 'refused This has already been decided.' : 'approved';
    await second.getByRole('row', { name: `Order ${id} ${outcome}` }).waitFor();
  }
  expect(await second.getByRole('row').count()).toBe(1 + 3);
  expect(await Promise.all(many.slice(0, 3).map(statusOf))).toEqual(['completed', 'rejected', 'completed']);
  expect(await balanceNanos()).toBe(before + 2 * chargeNanos);
});

test('a recharge rejected by one admin is not credited by the other, and one approved by both is credited once', async () => {
  const { methods } = await customer.balance.methods.query();
  const ids: number[] = [];
  for (const reference of ['QUEUE001', 'QUEUE002']) {
    const input = { method: methods[0]?.name ?? '', amountNanos: nanos(4_000_000_000), reference };
    ids.push((await customer.balance.requestRecharge.mutate(input)).id);
  }
  const [rejected = 0, raced = 0] = ids;
  const before = await balanceNanos();
  const queue = `${panel.url}/dashboard/manageRecharges?q=${CUSTOMER}&status=pending`;
  await Promise.all([first.goto(queue), second.goto(queue)]);
  for (const page of [first, second]) await rowOf(page, 'recharge', raced).waitFor();

  const readAgain = await holdReads(second);
  await reject(first, 'recharge', rejected);
  await approve(second, 'recharge', rejected);
  const row = rowOf(second, 'recharge', rejected);
  await second
    .getByText(new RegExp(`^already rejected by ${panel.admin.userName}, .*\\. Nothing has moved\\.$`))
    .waitFor();
  // Not from a refetch: the error itself contains the row's status.
  await row.getByText('Rejected', { exact: true }).waitFor();
  expect(await row.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0);
  expect(await balanceNanos()).toBe(before);

  await approveTogether('recharge', raced);
  expect(await balanceNanos()).toBe(before + 4_000_000_000);
  await readAgain();
  expect(problems.flat().filter((problem) => !problem.includes('409 (Conflict)'))).toEqual([]);
});

/** From now on the page gets no responses to reads, as on a stalled connection. @returns a function that releases them */
async function holdReads(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/trpc/**', async (route) => {
    if (route.request().method() === 'GET') await promise;
    await route.continue();
  });
  const readAgain = async () => {
    resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
  // A failed test must not hold the reads of the next one.
  onTestFinished(readAgain);
  return readAgain;
}
