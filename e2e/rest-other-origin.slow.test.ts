import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccessTokens } from '#server/identity/access-token.ts';
import { type Panel, startPanel } from '#server/testing/panel.ts';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, PASSWORD, registerByScript, scriptClient } from './accounts.ts';
import { launchBrowser, watchPage } from './browser.ts';

/** A page on another origin, with a browser's cookie rules: logs in, calls, refreshes and continues. */
const SIXTEEN_MINUTES_MS = 16 * 60_000;
const LIMIT_MS = 15_000;
const secret = randomBytes(48).toString('base64url');
const admin = { userName: 'admin', password: 'an admin of the test' };

let browser: Browser;
let panel: Panel;
let client: Server;
let port: number;

beforeAll(async () => {
  client = createServer(serveClient).listen(0);
  port = (client.address() as AddressInfo).port;
  panel = await startPanel({
    JWT_SECRET: secret,
    ADMIN_PASSWORD: admin.password,
    CORS_ORIGINS: `http://127.0.0.1:${port}`,
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await panel?.stop();
  client?.close();
});

describe('a page on another site', () => {
  const host = '127.0.0.1';
  let context: BrowserContext;
  let page: Page;
  let problems: string[];
  const userName = 'old.client';

  beforeAll(async () => {
    const { user } = await registerByScript(panel.url, userName);
    const { tokens } = await loginAsAdmin(panel.url, admin);
    await scriptClient(panel.url, tokens.accessToken).admin.users.giveBalance.mutate({
      id: user.id,
      amountNanos: nanos(5_000_000_000),
    });
    context = await browser.newContext();
    page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    ({ problems } = watchPage(page));
    await page.goto(`http://${host}:${port}/?panel=${panel.url}`);
  });

  afterAll(() => context?.close());

  test('logs in and calls', async () => {
    const seen = answersOf(page);
    await login(page, userName, 'not the password');
    await shows(page, 'Login Failed: Invalid credentials');
    expect(seen).toEqual(['POST /api/v1/user/login 400']);
    await login(page, userName, PASSWORD);
    await shows(page, 'Logged in successfully.');
    await page.getByRole('button', { name: 'Order' }).click();
    await shows(page, 'Your service has been successfully purchased.');
    await page.getByRole('button', { name: 'Profile' }).click();
    await shows(page, /^Some Body has \$\d+\.\d+$/);
    const cookies = await context.cookies(panel.url);
    expect(cookies.map(({ name }) => name).toSorted()).toEqual(['device', 'rt']);
    for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'None' });
  });

  test('its token expires; it refreshes and continues', async () => {
    await letTokenExpire(page);
    const seen = answersOf(page);
    await page.getByRole('button', { name: 'Profile' }).click();
    await shows(page, /^Some Body has \$\d+\.\d+$/);
    expect(seen).toEqual(['GET /api/v1/user/profile 401', 'POST /refresh 200', 'GET /api/v1/user/profile 200']);

    seen.length = 0;
    await page.getByRole('button', { name: 'Profile' }).click();
    await shows(page, /^Some Body has/);
    expect(seen).toEqual(['GET /api/v1/user/profile 200']);
    // The browser reports both failed calls: the wrong password and the expired token.
    expect(problems).toEqual([expect.stringContaining('status of 400'), expect.stringContaining('status of 401')]);
  });

  test('a foreign page can use neither the responses nor the cookie', async () => {
    const foreign = createServer(serveClient).listen(0);
    const foreignPage = await context.newPage();
    try {
      const seen = answersOf(foreignPage);
      await foreignPage.goto(`http://${host}:${(foreign.address() as AddressInfo).port}/?panel=${panel.url}`);
      await login(foreignPage, userName, PASSWORD);
      await shows(foreignPage, /^Oops\.\.\. Failed to fetch/);
      seen.length = 0;
      // Like a form submission: without a preflight, with the cookie.
      await foreignPage.evaluate(
        (url) => fetch(`${url}/refresh`, { method: 'POST', credentials: 'include', mode: 'no-cors' }),
        panel.url,
      );
      expect(seen).toEqual(['POST /refresh 403']);
    } finally {
      await foreignPage.close();
      foreign.close();
    }
    const seen = answersOf(page);
    await letTokenExpire(page);
    await page.getByRole('button', { name: 'Profile' }).click();
    await shows(page, /^Some Body has/);
    expect(seen).toContain('POST /refresh 200');
  });
});

function serveClient(_request: unknown, response: ServerResponse): void {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(readFileSync(join(import.meta.dirname, 'old-client.html')));
}

async function login(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function shows(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('output').filter({ hasText: text }).waitFor();
}

/** The panel's later responses to a page, without preflights. */
function answersOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    const method = response.request().method();
    if (origin === panel.url && method !== 'OPTIONS') seen.push(`${method} ${pathname} ${response.status()}`);
  });
  return seen;
}

/** Replaces the page's token by one of the same session that is sixteen minutes old. */
async function letTokenExpire(page: Page): Promise<void> {
  const auth = await page.evaluate(() => localStorage.getItem('auth') ?? '');
  const { tokens, ...rest } = JSON.parse(auth) as { tokens: { accessToken: string } };
  const claims = await createAccessTokens(secret).verify(tokens.accessToken);
  if (!claims) throw new Error('the page holds no token of the panel');
  const accessToken = await createAccessTokens(secret, { now: () => Date.now() - SIXTEEN_MINUTES_MS }).issue(claims);
  await page.evaluate(
    (text) => localStorage.setItem('auth', text),
    JSON.stringify({ ...rest, tokens: { accessToken } }),
  );
}
