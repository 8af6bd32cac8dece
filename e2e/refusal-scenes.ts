import type { Page, Request } from 'playwright-core';
import { type Micros, micros, nanos } from '#shared/money.ts';
import { PASSWORD, type scriptClient } from './accounts.ts';

/** Customers' actions that lead to an error. */
type Client = ReturnType<typeof scriptClient>;

/** Has the panel's storage, and nothing to load or render. */
const LEAST_PAGE = '/readyz';

/** Logs in, or tries to, through the form. */
export async function login(page: Page, userName: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name=userName]').fill(userName);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
}

/** Fills in the registration form and submits it. */
export async function register(page: Page, { userName, email }: { userName: string; email: string }): Promise<void> {
  await page.goto('/register');
  const fields = { userName, email, name: 'Some Body', phone: '+8801700000000', password: PASSWORD };
  for (const [name, value] of Object.entries(fields)) await page.locator(`input[name=${name}]`).fill(value);
  await page.locator('input[name=confirmPassword]').fill(PASSWORD);
  await page.locator('input[name=confirmPassword]').press('Enter');
}

/** After pending responses the page reads nothing more: it uses its current data, as on a slow connection. Mutations pass. */
export async function freeze(page: Page): Promise<void> {
  await page.route('**/trpc/**', (route) => (isRead(route.request()) ? route.abort() : route.fallback()));
  const reads = (await page.requests()).filter((request) => isRead(request) && !request.url().includes(STREAM));
  await Promise.all(reads.map((request) => request.response()));
}

/** It never ends. */
const STREAM = '/trpc/live.changes';

function isRead(request: Request): boolean {
  return request.method() === 'GET' && request.url().includes('/trpc/');
}

interface ServiceOverrides {
  name?: string;
  category?: 'feature' | 'facebook';
  priceMicros?: Micros;
  max?: number;
}

/** A service for one test. */
export async function makeService(asAdmin: Client, overrides: ServiceOverrides = {}) {
  const service = {
    name: 'Page Likes',
    category: 'facebook' as 'feature' | 'facebook',
    description: 'Likes.',
    priceMicros: micros(1_000_000),
    min: 100,
    max: 10_000,
    avgTimeHours: 24,
    ...overrides,
  };
  const { id } = await asAdmin.admin.services.create.mutate(service);
  return { ...service, id };
}

/** Opens the order dialog of a new service with enough balance; from then on the page reads nothing. */
export async function openOrder(page: Page, asAdmin: Client, overrides: ServiceOverrides = {}) {
  const service = await makeService(asAdmin, overrides);
  await page.goto(LEAST_PAGE);
  const { user } = (await page.evaluate('JSON.parse(localStorage.getItem("auth"))')) as { user: { id: number } };
  await asAdmin.admin.users.giveBalance.mutate({ id: user.id, amountNanos: nanos(10_000_000_000) });
  await page.goto(`/service?order=${service.id}`);
  await page.locator('input[name=link]').fill('@some.page');
  await page
    .getByRole('dialog')
    .getByText(/^\$(10\.00|১০\.০০)/)
    .first()
    .waitFor();
  await freeze(page);
  return service;
}

/** Orders 200 units of the open service. */
export async function submitOrder(page: Page): Promise<void> {
  await page.locator('input[name=quantity]').fill('200');
  await page.getByRole('dialog').locator('button[type=submit]').click();
}

/** Opens the payment page as after Add Balance, whose choice is stored in the tab. */
export async function openPayment(page: Page): Promise<void> {
  await page.goto(LEAST_PAGE);
  await page.evaluate(`
    sessionStorage.setItem('recharge:' + JSON.parse(localStorage.getItem('auth')).user.id,
      JSON.stringify({ method: 'Bkash', amount: '5', total: 630 }))`);
  await page.goto('/payment');
  await page.locator('input[name=reference]').waitFor();
}

/** Submits the transaction ID. */
export async function verify(page: Page, reference: string): Promise<void> {
  await page.locator('input[name=reference]').fill(reference);
  await page.locator('input[name=reference]').press('Enter');
}

/** Requests five dollars by Bkash. */
export function requestRecharge(client: Client, reference: string) {
  return client.balance.requestRecharge.mutate({ method: 'Bkash', amountNanos: nanos(5_000_000_000), reference });
}

/** Opens a ticket, and waits for its messages. */
export async function openTicket(page: Page, id: number): Promise<void> {
  await page.goto(`/dashboard/tickets/${id}`);
  await page.getByRole('log').waitFor();
}

/** Replies in the open ticket. */
export async function reply(page: Page): Promise<void> {
  await page.locator('textarea[name=message]').fill('One more thing');
  await page.locator('form button[type=submit]').click();
}
