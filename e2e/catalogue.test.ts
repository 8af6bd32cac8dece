import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PASSWORD, registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchRequests } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The list of services as a visitor goes through it. */
const panel = sharedPanel();

const browser = await testBrowser();

test.each(['/service', '/service?category=tiktok'])(
  'on %s the Tab key goes through everything in its order, from the skip link to the first card',
  async (path) => {
    const page = await openList(path, { width: 1440, height: 900 });
    const way = [
      'Skip to content',
      'Reseller Panel',
      'Home',
      'Service',
      'About',
      'বাংলা',
      '',
      'Login',
      'Search services',
    ];
    for (const label of [...way, 'Sort services']) {
      await page.keyboard.press('Tab');
      if (label) expect(await focused(page)).toContain(label);
    }
    await page.keyboard.press('Tab');
    expect(await page.locator('[role=tab]:focus').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Tab');
    expect(await page.locator('[aria-posinset="1"] :focus').count()).toBe(1);
  },
);

test('the chosen category is in sight on a phone, however far to the side its tab stands', async () => {
  const page = await openList('/service?category=whatsapp', { width: 360, height: 740 });
  const chosen = await page.getByRole('tab', { selected: true }).boundingBox();
  expect(chosen?.x).toBeGreaterThanOrEqual(0);
  expect((chosen?.x ?? 0) + (chosen?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(await page.evaluate('scrollY')).toBe(0);
});

test('what is bought most stands first, and a feature service shows its platform', async () => {
  const page = await browser.newPage();
  const asked = page.waitForRequest((request) => request.url().includes('/trpc/services.list'));
  await page.goto(`${panel.url}/service?category=feature`);
  expect(decodeURIComponent((await asked).url())).toContain('"sort":"recommended"');
  expect(await page.getByLabel('Sort services').inputValue()).toBe('recommended');
  const card = page.getByRole('listitem').filter({ hasText: 'TikTok Views, Instant' });
  expect(await card.getByRole('presentation').getAttribute('src')).toBe('/categories/tiktok.svg');
});

describe('favourites', () => {
  const phone = { width: 360, height: 740 };

  test('a heart is filled at once and kept, and the list can be of favourites alone', async () => {
    const { page, client } = await openSignedIn('anna.likes');
    const [first, second] = [heartOf(page, 1), heartOf(page, 2)];
    await first.click();
    await second.click();
    await pressed(first, true);
    await page.getByRole('button', { name: 'Favourites' }).click();
    await page.waitForURL(/favourites=1/);
    await page.getByText('2 services', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('2 services', { exact: true }).waitFor();
    await heartOf(page, 1).click();
    await page.getByText('1 service', { exact: true }).waitFor();
    expect(await client.services.favourites.query()).toHaveLength(1);
    await heartOf(page, 1).click();
    await page.getByText('Press the heart on a service').waitFor();
    await page.getByRole('button', { name: 'View All Services' }).click();
    await pressed(heartOf(page, 1), false);
  });

  test('of two quick presses the second holds, however long the first is on its way', async () => {
    const { page, client, requests } = await openSignedIn('bela.doubts');
    const release = await holdBack(page, /trpc\/services\.setFavourite/);
    const heart = heartOf(page, 1);
    await heart.click();
    await pressed(heart, true);
    await heart.click();
    await pressed(heart, false);
    release();
    await requests.areDone();
    await pressed(heart, false);
    expect(await client.services.favourites.query()).toEqual([]);
  });

  test('a heart that is pressed before the favourites came turns what they say', async () => {
    const { page, client, requests } = await openSignedIn('ella.hurries');
    const heart = heartOf(page, 1);
    await heart.click();
    await requests.areDone();
    const release = await holdBack(page, /trpc\/[^?]*services\.favourites/);
    await page.reload();
    await heart.click();
    const saved = page.waitForResponse((response) => response.url().includes('services.setFavourite'));
    release();
    await saved;
    await pressed(heart, false);
    expect(await client.services.favourites.query()).toEqual([]);
  });

  test('what could not be saved is told, and the heart is as it was', async () => {
    const { page, requests } = await openSignedIn('carim.offline');
    const heart = heartOf(page, 1);
    // With the first touch the code comes that tells of failures.
    await page.getByRole('heading', { level: 1 }).click();
    await requests.areDone();
    await page.context().setOffline(true);
    await heart.click();
    await page.getByRole('alertdialog', { name: 'The favourite was not saved' }).waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await pressed(heart, false);
  });

  test('a visitor who presses a heart logs in and is back at this very list', async () => {
    await registerByScript(panel.url, 'dina.visits');
    const page = await openList('/service?q=likes', phone);
    await heartOf(page, 1).click();
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    // The form to register has fields of the same names.
    await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
    await page.getByLabel('Username').fill('dina.visits');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).last().click();
    await page.waitForURL(/\/service\?q=likes$/);
  });

  test('a visitor has no list of favourites, whatever the address says', async () => {
    const page = await openList('/service?favourites=1', phone);
    await page.getByText(/^\d+ services$/).waitFor();
    expect(await page.getByRole('button', { name: 'Favourites' }).count()).toBe(0);
  });

  async function openSignedIn(userName: string) {
    const session = await registerByScript(panel.url, userName);
    const context = await browser.newContext({ viewport: phone });
    const page = await context.newPage();
    const requests = watchRequests(page);
    await signIn(page, session);
    await page.goto(`${panel.url}/service`);
    await page.getByRole('listitem').first().waitFor();
    await requests.areDone();
    return { page, requests, client: scriptClient(panel.url, session.tokens.accessToken) };
  }

  /** Keeps what is asked of such an address from the server. @returns how to let it through */
  async function holdBack(page: Page, address: RegExp): Promise<() => void> {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await held;
      await route.continue();
    });
    return release;
  }

  /** On the card at this place of the list. */
  function heartOf(page: Page, position: number) {
    return page.locator(`[aria-posinset="${position}"]`).getByRole('button', { name: 'Favourite' });
  }

  function pressed(heart: Locator, isPressed: boolean) {
    return heart.and(heart.page().locator(`[aria-pressed=${isPressed}]`)).waitFor();
  }
});

async function openList(path: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.goto(panel.url + path);
  await page.getByRole('listitem').first().waitFor();
  return page;
}

/** What the focused element is called: by its label, else by what it says. */
function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const { ariaLabel, textContent } = document.activeElement;
    return ariaLabel ?? textContent;
  })()`);
}
