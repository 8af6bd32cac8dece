import type { Page } from 'playwright-core';
import { dialogIsOpen } from './opening.ts';
import { admin, faked, type Screen } from './screen.ts';

/**
 * Keys and webhooks. The answers about them are faked: real ones change with the time, and a key needs a confirmation. Their names are
 * the same on Bengali screens.
 */
const AT = '2026-01-31T08:30:00.000Z';
const LATER = '2098-01-31T08:30:00.000Z';
const SECRET = 'rp_7_k3JvQ9wXz2TnL5bRfYcH8sMdA1pGeU6iKoVtWqZxNmB_5d3f9a1c';

const key = {
  id: 7,
  name: 'আমার ওয়েবসাইট',
  scopes: ['read', 'order'],
  addresses: [],
  createdAt: AT,
  expiresAt: null,
  lastUsedAt: null,
  lastUsedAddress: null,
  previousSecretEndsAt: null,
};
const keys = [
  { ...key, lastUsedAt: AT, lastUsedAddress: '203.0.113.7', previousSecretEndsAt: LATER },
  { ...key, id: 6, name: 'দামের রোবট', scopes: ['recharge'], addresses: ['203.0.113.9'], expiresAt: LATER },
  { ...key, id: 5, name: 'পুরোনো', expiresAt: AT },
];
const call = { status: 200, code: null, traceId: '0198f3b2-6c1d-4a7e-9c55-2f6a3d1b8e04', at: AT };
const calls = [{ ...call, status: 409, code: 'insufficient_balance' }, call];
const adminKeys = [{ ...key, scopes: ['read', 'admin.orders:read', 'admin.orders:write', 'admin.savedReplies:read'] }];

const webhook = {
  id: 7,
  url: 'https://receiver.example/hooks',
  events: ['order.changed', 'balance.changed'],
  enabled: true,
  disabledAt: null,
  disabledReason: null,
  createdAt: AT,
  lastDeliveredAt: AT,
  previousSecretEndsAt: null,
};
const webhooks = [
  { ...webhook, previousSecretEndsAt: LATER },
  { ...webhook, id: 6, url: 'https://old.example/', enabled: false, disabledAt: AT, disabledReason: 'failing' },
];
const delivery = {
  id: 70,
  event: 'order.changed',
  subjectId: 23_501,
  status: 'delivered',
  attempts: 1,
  createdAt: AT,
  nextAttemptAt: null,
  deliveredAt: AT,
  httpStatus: 200,
  error: null,
  durationMs: 1_240,
};
const deliveries = [
  { ...delivery, id: 72, status: 'waiting', attempts: 2, nextAttemptAt: LATER, httpStatus: 503, error: 'http_status' },
  { ...delivery, id: 71, event: 'balance.changed' },
  delivery,
  { ...delivery, id: 69, event: 'test', status: 'failed', attempts: 9, httpStatus: null, error: 'timed_out' },
];

const ofCustomer = (path: string, heading: RegExp, open?: Screen['open'], load?: Screen['load']): Screen => ({
  who: 'customer',
  path: () => path,
  heading,
  ...(load && { load }),
  ...(open && { open }),
  ...((load ?? open) && { isHeld: true as const }),
});
const KEYS = '/dashboard/profile/keys';
const WEBHOOKS = '/dashboard/profile/webhooks';

/** Of customers. */
export const integrationScreens: Record<string, Screen> = {
  'no keys': ofCustomer(KEYS, /^API Keys/),
  keys: ofCustomer(KEYS, /^API Keys/, undefined, withKeys),
  'the calls of a key': ofCustomer(
    `${KEYS}?log=7`,
    /^API Keys/,
    (page) => page.locator('li li').nth(1).waitFor(),
    (page) => withAnswers(page, 'li', { 'keys.list': { keys }, 'keys.calls': { items: calls, nextCursor: 'more' } }),
  ),
  'rolling a key': ofCustomer(
    KEYS,
    /^Roll /,
    async (page) => {
      await page.locator('main li button').first().click();
      await dialogIsOpen(page);
    },
    withKeys,
  ),
  'a new key': ofCustomer(KEYS, /New API key/, openNew),
  'a new key, its secret': ofCustomer(
    KEYS,
    /Your new key/,
    (page) => createNew(page, key.name),
    (page) => withAnswers(page, 'h1', { 'keys.create': { key, secret: SECRET } }),
  ),
  'keys, after a reset': ofCustomer(
    `${KEYS}?after=reset`,
    /These keys still work/,
    (page) => page.getByRole('alertdialog').waitFor(),
    withKeys,
  ),
  'no webhooks': ofCustomer(WEBHOOKS, /^Webhooks/),
  webhooks: ofCustomer(
    WEBHOOKS,
    /^Webhooks/,
    async (page) => {
      await page.locator('main li [aria-expanded]').first().click();
      await page.locator('li li').nth(3).waitFor();
    },
    (page) =>
      withAnswers(page, 'li', {
        'webhooks.list': { webhooks },
        'webhooks.deliveries': { items: deliveries, nextCursor: 'more' },
      }),
  ),
  'a new webhook': ofCustomer(WEBHOOKS, /New webhook/, openNew),
  'a new webhook, its secret': ofCustomer(
    WEBHOOKS,
    /secret of your webhook/,
    (page) => createNew(page, webhook.url),
    (page) =>
      withAnswers(page, 'h1', {
        'webhooks.create': { webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      }),
  ),
};

/** Of admins, whose keys have further scopes. */
export const adminIntegrationScreens: Record<string, Screen> = {
  'keys of an admin': {
    ...faked(KEYS, /^API Keys/, (page) => withAnswers(page, 'li', { 'keys.list': { keys: adminKeys } })),
    isHeld: true,
  },
  'a new key of an admin': admin(KEYS, /New API key/, async (page) => {
    await openNew(page);
    await page.locator('summary').click();
    await page.getByRole('dialog').getByRole('checkbox').nth(5).waitFor();
  }),
};

async function openNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(New key|New webhook|নতুন কী|নতুন ওয়েবহুক)$/ }).click();
  await dialogIsOpen(page);
}

/** Creates a key or a webhook, and waits for its secret. */
async function createNew(page: Page, text: string): Promise<void> {
  await openNew(page);
  await page.getByRole('dialog').getByRole('textbox').first().fill(text);
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.locator('[data-secret]').waitFor();
}

function withKeys(page: Page): Promise<void> {
  return withAnswers(page, 'li', { 'keys.list': { keys } });
}

/** Loads the page with these answers of procedures instead of the server's, and waits for a part of it. */
async function withAnswers(page: Page, part: string, data: Record<string, object>): Promise<void> {
  await page.route(/\/trpc\//, async (route) => {
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    if (!names.some((name) => name in data)) return route.fallback();
    const isWhole = names.every((name) => name in data);
    // A page that closes has no answers.
    const response = isWhole ? undefined : await route.fetch().catch(() => undefined);
    const answers = ((await response?.json().catch(() => undefined)) ?? []) as object[];
    const json = names.map((name, at) => (name in data ? { result: { data: data[name] } } : answers[at]));
    await route.fulfill({ status: 200, contentType: 'application/json', json }).catch(() => undefined);
  });
  await page.reload();
  await page.locator('main').locator(part).first().waitFor();
}
