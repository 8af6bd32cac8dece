import type { Locator, Page } from 'playwright-core';

/** Opens the visitor's menu of the top bar on a phone; on a desktop the page is not changed. */
export async function openMenu(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 768) return;
  await page.getByRole('button', { name: /^(Menu|মেনু)$/ }).click();
  await page.getByRole('menuitem').first().waitFor();
}

/** The menu with profile and logout: on a phone the sheet of the bottom bar, elsewhere the menu of the top bar. */
export async function openAccount(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More$|^আরও$|Account menu|অ্যাকাউন্ট মেনু/ })
    .filter({ visible: true })
    .click();
  await page
    .getByRole('menuitem', { name: /Logout|লগআউট/ })
    .or(page.getByRole('dialog').getByRole('button', { name: /Logout|লগআউট/ }))
    .waitFor();
}

/** They render when they become visible. */
export async function showCharts(page: Page): Promise<void> {
  await page.getByRole('region', { name: /Orders Trend|অর্ডারের/ }).scrollIntoViewIfNeeded();
  await page.getByRole('img', { name: /months|মাস/ }).waitFor();
}

/** Opens the payment page as after Add Balance, whose choice is stored in the tab. */
export function choosePayment(method: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.evaluate((chosen) => {
      const { user } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { user: { id: number } };
      sessionStorage.setItem(`recharge:${user.id}`, JSON.stringify({ method: chosen, amount: '5', total: 630 }));
    }, method);
    await page.goto(new URL('/payment', page.url()).href);
  };
}

/** Content below the first screens loads when it comes near. */
export async function scrollHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: /Platforms|প্ল্যাটফর্ম/ }).waitFor();
  await page.mouse.wheel(0, 10_000);
  await page.getByRole('article').first().waitFor();
  // On phones an offer is a row that opens.
  const opener = page.getByRole('article').first().locator('[aria-expanded]');
  if (await opener.count()) await opener.click();
}

interface Answer {
  result?: { data: object };
}

/** As if the service of the order had many deliveries. */
export async function measureDelivery(page: Page): Promise<void> {
  await page.route('**/trpc/*orders.get*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as Answer | Answer[];
    for (const { result } of [json].flat())
      if (result && 'usualMinutes' in result.data) Object.assign(result.data, { usualMinutes: 360 });
    await route.fulfill({ response, json });
  });
  await page.reload();
  await page.getByText(/^(Usually .+ to go|সাধারণত .+)$/).waitFor();
}

/** Lines that can be ordered, one of them twice, and two that can't. */
export async function checkLines(page: Page): Promise<void> {
  await page
    .locator('textarea')
    .fill(
      '1 | snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPw | 1000\n1 | snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPw | 1000\n99999 | @shop | 5\nhello',
    );
  await page.locator('main form button[type=submit]:enabled').waitFor();
}

/** Places one line; another is refused. */
export async function placeLines(page: Page): Promise<void> {
  await page.locator('textarea').fill('1 | snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPx | 100\n99999 | @shop | 5');
  await page.locator('main form button[type=submit]:enabled').click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(Order|অর্ডার) #\d+$/ })
    .waitFor();
}

export async function placeOrder(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=link]').fill('https://snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPy');
  // The tab may have the draft of another screen.
  await dialog.locator('input[name=quantity]').fill('50');
  await dialog.locator('button[type=submit]:enabled').click();
  await dialog.getByRole('link', { name: /^(View order|অর্ডার দেখুন)$/ }).waitFor();
}

/** Fills in a link and two comments. */
export async function writeComments(form: Locator): Promise<void> {
  await form.locator('input[name=link]').fill('https://facebook.com/page');
  await form.locator('textarea').fill('খুব সুন্দর!\nদারুণ পোস্ট');
  await form.getByText(/^(2 comments|২টি কমেন্ট)$/).waitFor();
}

/** Asks for more than a test customer's balance pays. */
export async function askForMore(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=quantity]').fill('10000');
  await dialog.locator('input[name=link]').fill('https://facebook.com/page');
  await dialog.getByRole('status').filter({ hasText: '$' }).waitFor();
}

export async function openPicker(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('combobox').click();
  await page.getByRole('option').first().waitFor();
}
