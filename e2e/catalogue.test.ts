import type { Locator, Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { noFacts } from '#shared/facts.ts';
import { micros } from '#shared/money.ts';
import { PASSWORD, registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchRequests } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';
import { untilHydrated } from './until-hydrated.ts';

/** The service list of a visitor. */
const panel = sharedPanel();

const browser = await testBrowser();

test.each(['/service', '/service?category=tiktok'])(
  'on %s the Tab key reaches everything in order, from the skip link to the first card',
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
    for (const label of [...way, 'Sort services', 'Filters', 'List', 'Cards']) {
      await page.keyboard.press('Tab');
      if (label) expect(await focused(page)).toContain(label);
    }
    await page.keyboard.press('Tab');
    expect(await page.locator('[role=tab]:focus').getAttribute('aria-selected')).toBe('true');
    const kinds = page.getByRole('navigation', { name: 'Kinds of service' }).getByRole('link');
    for (const kind of await kinds.allTextContents()) {
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe(kind);
    }
    for (const label of ['Service', 'Price per 1000', 'Avg. Time']) {
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe(label);
    }
    await page.keyboard.press('Tab');
    expect(await page.locator('[aria-posinset="1"] :focus').count()).toBe(1);
  },
);

test('the chosen category is visible on a phone, wherever its tab is', async () => {
  const page = await openList('/service?category=whatsapp', { width: 360, height: 740 });
  const chosen = await page.getByRole('tab', { selected: true }).boundingBox();
  expect(chosen?.x).toBeGreaterThanOrEqual(0);
  expect((chosen?.x ?? 0) + (chosen?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(await page.evaluate('scrollY')).toBe(0);
});

const phone = { width: 360, height: 740 };

test('the most ordered services come first, and a feature service shows its platform', async () => {
  const page = await browser.newPage();
  const asked = page.waitForRequest((request) => request.url().includes('/trpc/services.list'));
  await page.goto(`${panel.url}/service?category=feature`);
  expect(decodeURIComponent((await asked).url())).toContain('"sort":"recommended"');
  expect(await page.getByLabel('Sort services').inputValue()).toBe('recommended');
  const card = page.getByRole('listitem').filter({ hasText: 'TikTok Views, Instant' });
  expect(await card.getByRole('presentation').getAttribute('src')).toBe('/categories/tiktok.svg');
});

test('a category of the shop has a tab and its kinds chips, and its services say what they promise', async () => {
  const { tokens } = await scriptClient(panel.url).auth.login.mutate(panel.admin);
  const { admin } = scriptClient(panel.url, tokens.accessToken);
  const top = await admin.categories.save.mutate({ name: 'Deezer', nameBn: 'ডিজার' });
  for (const name of ['Plays', 'Fans']) await admin.categories.save.mutate({ parentId: top.id, name });
  const service = await admin.services.create.mutate({
    ...{ name: 'Deezer Plays', nameBn: 'ডিজার প্লে', image: null, description: 'For a test.' },
    ...{ category: 'deezer-plays', priceMicros: micros(1_000), min: 10, max: 1_000, avgTimeHours: 1, refillDays: 30 },
    facts: { ...noFacts, startMinutes: 0, country: 'BD' },
  });
  const page = await browser.newPage({ viewport: phone });
  // The list of categories may be some seconds old.
  await vi.waitFor(
    async () => {
      await page.goto(`${panel.url}/service?category=deezer-plays&refill=30`);
      await page.getByRole('tab', { name: 'Deezer 1', selected: true }).waitFor({ timeout: 2_000 });
    },
    { timeout: 20_000 },
  );
  await untilHydrated(page);
  const kinds = page.getByRole('navigation', { name: 'Kinds of service' }).getByRole('link');
  expect(await kinds.allTextContents()).toEqual(['All1', 'Plays1']);
  for (const chip of await kinds.all()) expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const row = page.getByRole('listitem').filter({ hasText: 'Deezer Plays' });
  for (const fact of ['Refill 30 days', 'Instant start', 'Bangladesh']) await row.getByText(fact).waitFor();
  expect(await row.getByRole('presentation').getAttribute('src')).toBe('/categories/other.svg');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('combobox', { name: 'Any country' }).selectOption('IN');
  await page.getByText('No Services Found').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row.waitFor();
  await page.goto(`${panel.url}/service?category=never-there`);
  await page.waitForURL(`${panel.url}/service`);
  await admin.services.delete.mutate({ id: service.id });
});

const tablet = { width: 768, height: 1024 };
const desktop = { width: 1440, height: 900 };

describe('the list', () => {
  test.each([
    ['a wide screen', desktop, 14],
    ['a tablet', tablet, 10],
    ['a phone', phone, 3],
  ])('has enough services in the first view of %s, and few elements', async (_screen, viewport, least) => {
    const page = await openList('/service', viewport);
    await untilHydrated(page);
    const shown = await page.evaluate(`(() => {
      // Customers have a bar at the bottom of a phone.
      const bottom = innerWidth < 768 ? innerHeight - 60 : innerHeight;
      return [...document.querySelectorAll('main [role=listitem]')]
        .filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
    })()`);
    expect(shown).toBeGreaterThanOrEqual(least);
    expect(await page.evaluate(`document.querySelectorAll('main *').length`)).toBeLessThan(400);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
  });

  test("is sorted by its columns' names", async () => {
    const page = await openList('/service', desktop);
    const header = page.getByRole('group', { name: 'Sort by' });
    // The address changes before the page does, and a click means what the page shows.
    const sortedBy = async (sort: string) => {
      await page.waitForURL(new RegExp(`\\?sort=${sort}$`));
      await vi.waitFor(async () => expect(await page.getByLabel('Sort services').inputValue()).toBe(sort));
    };
    await header.getByRole('button', { name: 'Price per 1000' }).click();
    await sortedBy('priceLow');
    await header.getByRole('button', { name: 'Price per 1000' }).click();
    await sortedBy('priceHigh');
    await header.getByRole('button', { name: 'Service' }).click();
    await sortedBy('name');
  });

  test('shows cards on a choice, which the device remembers and the address can ask for', async () => {
    const page = await openList('/service', desktop);
    await untilHydrated(page);
    const isRow = async () => ((await page.getByRole('listitem').first().boundingBox())?.width ?? 0) > 1000;
    expect(await isRow()).toBe(true);
    await page.getByRole('button', { name: 'Cards' }).click();
    await page.waitForURL(/\?view=cards$/);
    expect(await isRow()).toBe(false);
    // Also before the script of a rendered page has run.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${panel.url}/service`, { waitUntil: 'commit' });
    await page.getByRole('listitem').first().waitFor();
    expect(await isRow()).toBe(false);
    await page.unroute('**/assets/*.js');
    await page.goto(`${panel.url}/service`);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Cards' }).and(page.locator('[aria-pressed=true]')).waitFor();
    await page.getByRole('button', { name: 'List' }).click();
    expect(await isRow()).toBe(true);
    expect(page.url()).toBe(`${panel.url}/service`);
    await page.context().close();

    const other = await openList('/service?view=cards', desktop);
    expect((await other.getByRole('listitem').first().boundingBox())?.width).toBeLessThan(500);
  });

  test('forgives typos and says so', async () => {
    const page = await openList('/service', phone);
    await page.getByLabel('Search services').fill('facebok folowers');
    await page.getByText('No exact match for “facebok folowers”; these are similar.').waitFor();
    const names = await page.getByRole('listitem').getByRole('heading').allTextContents();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toMatch(/Facebook.*Followers/);
    await page.getByRole('button', { name: 'View All Services' }).click();
    const field = page.getByLabel('Search services');
    // The URL changes before the screen does.
    await vi.waitFor(async () => expect(await field.inputValue()).toBe(''));
    await field.fill('qwertyuiop');
    await page.getByText('No Services Found').waitFor();
  });

  test('restores its place when the visitor comes back', async () => {
    const page = await openList('/service?sort=priceLow', phone);
    await untilHydrated(page);
    await page.mouse.wheel(0, 4_000);
    await vi.waitFor(async () => expect(await page.evaluate('scrollY')).toBeGreaterThan(3_000));
    const shown = () => page.evaluate(`document.elementFromPoint(100, 400).closest('[role=listitem]')?.ariaPosInSet`);
    const before = await shown();
    await page.getByRole('link', { name: 'Login' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
    await page.goBack();
    await vi.waitFor(async () => expect(await shown()).toBe(before));
  });

  test('always shows the part of a name that tells it from others', async () => {
    const { tokens } = await scriptClient(panel.url).auth.login.mutate(panel.admin);
    const admin = scriptClient(panel.url, tokens.accessToken);
    const end = '[Real] [Refill 30 days]';
    const service = await admin.admin.services.create.mutate({
      name: `Snapchat Page Likes + Followers, profiles with pictures and many posts of their own, ${end}`,
      image: null,
      description: 'For a test.',
      category: 'snapchat',
      priceMicros: micros(1_000),
      min: 10,
      max: 2_147_483_647,
      avgTimeHours: 1,
    });
    const page = await openList(`/service?q=${encodeURIComponent('posts of their own')}`, phone);
    for (const viewport of [phone, tablet, desktop]) {
      await page.setViewportSize(viewport);
      const row = await page.getByRole('listitem').boundingBox();
      const text = await page.getByText(end).boundingBox();
      const bottom = (box: typeof row) => (box ? box.y + box.height : Number.NaN);
      expect(text?.height).toBeGreaterThan(10);
      expect(bottom(text)).toBeLessThanOrEqual(bottom(row));
      expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0));
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    }
    await admin.admin.services.delete.mutate({ id: service.id });
  });
});

describe('favourites', () => {
  test('a heart is filled at once and stored, and the list can show favourites only', async () => {
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

  test('a list that was read before the last change is read again', async () => {
    const { page, requests } = await openSignedIn('flora.switches');
    await heartOf(page, 1).click();
    await requests.areDone();
    const store = await holdBack(page, /trpc\/services\.setFavourite/);
    const saved = page.waitForResponse((response) => response.url().includes('services.setFavourite'));
    await heartOf(page, 2).click();
    const read = Promise.withResolvers<void>();
    const list = (address: URL) => /services\.list/.test(address.pathname) && address.search.includes('favourites');
    await page.route(
      list,
      async (route) => {
        const response = await route.fetch();
        read.resolve();
        await saved;
        // The page may have aborted this request.
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Favourites' }).click();
    await read.promise;
    store();
    await page.getByText('2 services', { exact: true }).waitFor();
  });

  test('of two quick clicks the second wins, however slow the first is', async () => {
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

  test('a heart clicked before the favourites have loaded toggles its stored value', async () => {
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

  test('a failed change is reported, and the heart returns to its state', async () => {
    const { page, requests } = await openSignedIn('carim.offline');
    const heart = heartOf(page, 1);
    // The first click loads the code that reports failures.
    await page.getByRole('heading', { level: 1 }).click();
    await requests.areDone();
    await page.context().setOffline(true);
    await heart.click();
    await page.getByRole('alertdialog', { name: 'The favourite was not saved' }).waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await pressed(heart, false);
  });

  test('a visitor who clicks a heart logs in and returns to the same list', async () => {
    await registerByScript(panel.url, 'dina.visits');
    const page = await openList('/service?q=likes', phone);
    await heartOf(page, 1).click();
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    // The registration form has fields with the same names.
    await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
    await page.getByLabel('Username').fill('dina.visits');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).last().click();
    await page.waitForURL(/\/service\?q=likes$/);
  });

  test('a visitor has no list of favourites, whatever the URL says', async () => {
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

  /** Blocks requests for such URLs. @returns a function that releases them */
  async function holdBack(page: Page, address: RegExp): Promise<() => void> {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await held;
      await route.continue();
    });
    return release;
  }

  /** The favourite button of the card at this position of the list. */
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

/** The name of the focused element: its label, else its text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const { ariaLabel, textContent } = document.activeElement;
    return ariaLabel ?? textContent;
  })()`);
}
