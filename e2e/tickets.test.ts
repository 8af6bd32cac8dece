import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { registerWithBalance, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A customer asks about an order, the support answers, and neither of them reloads. */
const panel = sharedPanel();
const LIMIT_MS = 20_000;
const MARKUP = '<img src=x onerror="window.wasRun = true"><b>bold</b>';

const problems: string[][] = [];

const browser = await testBrowser();
const registered = await registerWithBalance(panel, 'ticket.customer', 20);
const { asAdmin, asCustomer } = registered;
const [service] = (await asCustomer.services.list.query({ limit: 1 })).items;
const { order } = await asCustomer.orders.place.mutate({
  serviceId: service?.id ?? 0,
  link: '@some.page',
  quantity: service?.min ?? 0,
});
const orderId = order.id;
const customer = await browser.newContext({ viewport: { width: 360, height: 740 } });
const page = await openPage(customer, registered.customer);
const admin = await openPage(
  await browser.newContext({ viewport: { width: 1440, height: 900 } }),
  registered.adminSession,
);

async function openPage(context: BrowserContext, session: object): Promise<Page> {
  const opened = await context.newPage();
  opened.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(opened).problems);
  await signIn(opened, session);
  return opened;
}

const reply = (on: Page) => on.getByLabel('Your message');
const send = (on: Page) => on.getByRole('button', { name: 'Send', exact: true }).click();
const ticketId = () => Number(new URL(page.url()).pathname.split('/').at(-1));

test('one click leads from an order to a ticket about it', async () => {
  await page.goto(`${panel.url}/dashboard/orders/${orderId}`);
  await page.getByRole('link', { name: 'Get help with this order' }).click();
  await page.getByRole('heading', { name: 'Open a Ticket' }).waitFor();
  expect(await page.getByLabel('What is it about?').inputValue()).toBe(`order:${orderId}`);
  expect(await page.getByLabel('Subject').inputValue()).toBe(`Order #${orderId}`);
  await page.getByRole('button', { name: 'Open a ticket' }).click();
  await page.getByText('Message is required').waitFor();
  await admin.goto(`${panel.url}/dashboard/manageTickets`);
  await admin.getByRole('heading', { name: 'Manage Tickets' }).waitFor();
  await page.getByLabel('Message').fill(`Nothing has come yet.\n${MARKUP}`);
  await page.getByRole('button', { name: 'Open a ticket' }).click();
  await page.waitForURL(/\/tickets\/\d+$/);
  await page.getByText(MARKUP).waitFor();
  await page.getByText('Waiting', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: `Order #${orderId}` }).getAttribute('href')).toBe(
    `/dashboard/orders/${orderId}`,
  );
});

test("it appears in the admin's queue by itself, and the answer on the customer's screen", async () => {
  const row = admin.getByRole('row').filter({ hasText: `Order #${orderId}` });
  await row
    .getByRole('link', { name: `Order #${orderId}` })
    .first()
    .click();
  await admin.waitForURL(/manageTickets\/\d+$/);
  await admin.getByText(MARKUP).waitFor();
  await reply(admin).fill('It is under way: https://shop.example/why?a=1&b=2. javascript:alert(1)');
  await send(admin);
  await page.getByText('Answered', { exact: true }).waitFor();
  const link = page.getByRole('log').getByRole('link');
  expect(await link.count()).toBe(1);
  expect(await link.getAttribute('href')).toBe('https://shop.example/why?a=1&b=2');
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(await link.getAttribute('target')).toBe('_blank');
  // Customers do not see which admin wrote.
  expect(await page.getByRole('log').getByText(panel.admin.userName, { exact: true }).count()).toBe(0);
  expect(await page.evaluate('window.wasRun')).toBeUndefined();
  await admin.getByText('Answered', { exact: true }).waitFor();
  expect(await reply(admin).inputValue()).toBe('');
});

test('typed text survives a lost connection and a reload, and is sent once', async () => {
  const words = 'When will it be there?';
  await reply(page).fill(words);
  await customer.setOffline(true);
  await send(page);
  await page.getByText('The message could not be sent').waitFor();
  expect(await reply(page).inputValue()).toBe(words);
  await customer.setOffline(false);
  await page.reload();
  await reply(page).waitFor();
  expect(await reply(page).inputValue()).toBe(words);
  // The server receives it, and its response is lost: the next try is the same one.
  let lost = 0;
  await page.route('**/trpc/tickets.reply*', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await send(page);
  await page.getByText('The message could not be sent').waitFor();
  await page.reload();
  await send(page);
  await expect.poll(() => reply(page).inputValue()).toBe('');
  await page.unrouteAll();
  const { messages } = await asCustomer.tickets.get.query({ id: ticketId() });
  expect(messages.filter(({ message }) => message === words)).toHaveLength(1);
  await page.reload();
  await reply(page).waitFor();
  expect(await reply(page).inputValue()).toBe('');
});

test('a ticket closed by the support meanwhile is reported at the form, with a button to reopen it', async () => {
  const id = ticketId();
  await reply(page).fill('One more thing');
  // The update is delayed, so the customer still sees an open ticket.
  await page.route('**/trpc/*tickets.get*', (route) => route.abort());
  await asAdmin.admin.tickets.close.mutate({ id });
  await send(page);
  await page.getByText('This ticket is closed. Open it again to write in it.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Open it again' }).click();
  await page.getByText('Waiting', { exact: true }).waitFor();
  expect(await reply(page).inputValue()).toBe('One more thing');
  await send(page);
  await page.getByRole('log').getByText('One more thing').waitFor();
  await page.getByRole('button', { name: 'Close ticket' }).click();
  await page.getByText('Something left? Open it again and write to us.').waitFor();
  expect(await reply(page).count()).toBe(0);
  expect((await asCustomer.tickets.get.query({ id })).status).toBe('closed');
});

test("an admin's answer to a closed ticket reopens it", async () => {
  await reply(admin).fill('We have looked at it once more.');
  await send(admin);
  await page.getByText('We have looked at it once more.').waitFor();
  await reply(page).waitFor();
});

test('60 kB of hostile text break neither the form nor the page, and the longest message is displayed in full', async () => {
  const hostile = `${'https://a.'.repeat(3000)}\u202E${'Z\u0351\u036B\u0343'.repeat(7500)}`;
  const before = await page.evaluate('document.documentElement.scrollWidth');
  await reply(page).fill(hostile);
  await send(page);
  await page.getByText('Message must be at most 4000 characters').waitFor();
  await page.getByText(`${(hostile.length - 4000).toLocaleString('en-US')} characters too many`).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(before);
  const longest = hostile.slice(28_000, 32_000);
  await reply(page).fill(longest);
  await send(page);
  await expect.poll(() => reply(page).inputValue()).toBe('');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(before);
  const { messages } = await asCustomer.tickets.get.query({ id: ticketId() });
  expect(messages.at(-1)?.message).toBe(longest);
});

test('earlier messages load on request, in order', async () => {
  const id = ticketId();
  for (let count = 1; count <= 101; count++) await asAdmin.admin.tickets.reply.mutate({ id, message: `Word ${count}` });
  await page.reload();
  await page.getByText('Word 101', { exact: true }).waitFor();
  const said = page.getByRole('log').getByRole('listitem');
  expect(await said.count()).toBe(100);
  await page.getByRole('button', { name: 'Show earlier messages' }).click();
  await page.getByText('Nothing has come yet.').waitFor();
  const texts = await said.allTextContents();
  expect(texts[0]).toContain('Nothing has come yet.');
  expect(texts.at(-1)).toContain('Word 101');
  expect(texts).toHaveLength((await asCustomer.tickets.get.query({ id })).messageCount);
  expect(await page.getByRole('button', { name: 'Show earlier messages' }).count()).toBe(0);
});

test('the list shows the state of each ticket, by status, and a row links to it', async () => {
  await page.goto(`${panel.url}/dashboard/tickets`);
  const card = page.getByRole('listitem').filter({ hasText: `Order #${orderId}` });
  await card.getByText('Answered').waitFor();
  await page.getByRole('button', { name: 'Closed' }).click();
  await page.getByText('No tickets found').waitFor();
  await page.getByRole('link', { name: 'Show all tickets' }).click();
  await card.getByRole('link').first().click();
  await page.waitForURL(/\/tickets\/\d+$/);
});

test('one click leads from a recharge to a ticket about it', async () => {
  const [method] = (await asCustomer.balance.methods.query()).methods;
  const { id } = await asCustomer.balance.requestRecharge.mutate({
    method: method?.name ?? '',
    amountNanos: nanos(5_000_000_000),
    reference: 'TICKET01',
  });
  await page.goto(`${panel.url}/dashboard/rechargeHistory`);
  await page.getByRole('link', { name: 'Get help with this recharge' }).first().click();
  await page.getByRole('option', { name: /TICKET01/ }).waitFor({ state: 'attached' });
  expect(await page.getByLabel('What is it about?').inputValue()).toBe(`recharge:${id}`);
  await page.getByLabel('Message').fill('It was paid an hour ago.');
  await page.getByRole('button', { name: 'Open a ticket' }).click();
  await page.waitForURL(/\/tickets\/\d+$/);
  await page.getByRole('link', { name: `Recharge #${id}` }).click();
  await page.waitForURL(new RegExp(`/dashboard/recharges/${id}$`));
});

test("another customer's order is an error of the choice, and no input is lost", async () => {
  await page.goto(`${panel.url}/dashboard/tickets/new?orderId=999999`);
  await page.getByLabel('Message').fill('Whose is it?');
  await page.getByRole('button', { name: 'Open a ticket' }).click();
  await page.getByText('You have no order with this number.').waitFor();
  expect(await page.getByLabel('What is it about?').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Message').inputValue()).toBe('Whose is it?');
  await page.reload();
  expect(await page.getByLabel('Message').inputValue()).toBe('Whose is it?');
});

test.each(['1e3', '999999999'])('the URL of ticket "%s" belongs to no ticket', async (id) => {
  await page.goto(`${panel.url}/dashboard/tickets/${id}`);
  await page.getByRole('heading', { name: 'Ticket not found' }).waitFor();
});

test('no page reported a problem', () => {
  // Browsers print deliberate errors and aborted requests to the console.
  const expected = /status of 40[0-9]|ERR_INTERNET_DISCONNECTED|ERR_FAILED|net::/;
  expect(problems.flat().filter((problem) => !expected.test(problem))).toEqual([]);
});
