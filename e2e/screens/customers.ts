import type { Locator, Page } from 'playwright-core';
import { openDialog, pressOnPage } from './opening.ts';
import type { Screen } from './screen.ts';
import { secondFactorScreens } from './second-factor.ts';

/** Every page for visitors and customers, and every dialog on it. */
export const customerScreens: Record<string, Screen> = {
  home: { who: 'nobody', path: () => '/', heading: /panel/i },
  'home to its end': { who: 'nobody', path: () => '/', heading: /panel|প্যানেল/i, open: scrollHome },
  services: { who: 'nobody', path: () => '/service', heading: /Services/ },
  'services as cards': { who: 'nobody', path: () => '/service?view=cards', heading: /Services/ },
  'services, similar': { who: 'nobody', path: () => '/service?q=facebok%20folowers', heading: /Services/ },
  'services, none': {
    who: 'nobody',
    path: () => '/service?q=qwertyuiop',
    heading: /Services|সার্ভিস/,
    open: (page) => page.getByText(/^(No Services Found|কোনো সার্ভিস .+)$/).waitFor(),
  },
  'services by their other address': { who: 'nobody', path: () => '/services', heading: /Services/ },
  about: { who: 'nobody', path: () => '/about', heading: /About Us/ },
  notices: { who: 'nobody', path: () => '/notices', heading: /Notices/ },
  register: { who: 'nobody', path: () => '/register', heading: /Register/ },
  'register for an order': { who: 'nobody', path: () => '/register?next=%2Fservice%3Forder%3D1', heading: /Register/ },
  'menu of visitors': {
    who: 'nobody',
    path: () => '/about',
    heading: /About Us/,
    open: openMenu,
  },
  login: { who: 'nobody', path: () => '/login', heading: /Login/ },
  'login first': { who: 'nobody', path: () => '/dashboard/tickets/1', heading: /Login/ },
  forgot: { who: 'nobody', path: () => '/register?mode=forgot', heading: /Forgot/ },
  reset: { who: 'nobody', path: () => '/reset-password/abc', heading: /Reset/ },
  'confirm email': { who: 'nobody', path: () => '/confirm-email/abc', heading: /Confirm Email/ },
  'not found': { who: 'nobody', path: () => '/nowhere', heading: /not found/i },
  'order dialog of visitors': { who: 'nobody', path: () => '/service?order=1', heading: /Order for/ },
  'order dialog, short of balance': {
    who: 'customer',
    path: () => '/service?order=1',
    heading: /Order for|অর্ডার/,
    open: askForMore,
  },
  'order dialog, placed': {
    who: 'customer',
    path: () => '/service?order=1',
    heading: /Order Successful|অর্ডার সফল/,
    open: placeOrder,
  },
  'order dialog': { who: 'customer', path: () => '/service?order=1', heading: /Order for/ },
  'order dialog of a package': {
    who: 'customer',
    path: ({ packageId }) => `/service?order=${packageId}`,
    heading: /Order for/,
  },
  'order dialog with comments': {
    who: 'customer',
    path: ({ commentsId }) => `/service?order=${commentsId}`,
    heading: /Order for|অর্ডার/,
    open: (page) => writeComments(page.getByRole('dialog')),
  },
  'edit profile': {
    who: 'customer',
    path: () => '/profile',
    heading: /Edit Profile|প্রোফাইল/,
    open: (page) => openDialog(page, /Edit Profile|প্রোফাইল এডিট/),
  },
  'change password': {
    who: 'customer',
    path: () => '/profile',
    heading: /Change Password|পাসওয়ার্ড/,
    open: (page) => openDialog(page, /Change Password|পাসওয়ার্ড বদলান/),
  },
  ...secondFactorScreens,
  profile: { who: 'customer', path: () => '/profile', heading: /Active Sessions/ },
  'dashboard profile': { who: 'customer', path: () => '/dashboard/profile', heading: /Active Sessions/ },
  overview: { who: 'customer', path: () => '/dashboard', heading: /Dashboard/ },
  'overview, its charts': {
    who: 'customer',
    path: () => '/dashboard',
    heading: /Dashboard|ড্যাশবোর্ড/,
    open: showCharts,
  },
  'folded sidebar': {
    who: 'customer',
    path: () => '/dashboard/tickets',
    heading: /Support Tickets|সাপোর্ট/,
    open: async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('[');
    },
  },
  'account menu': {
    who: 'customer',
    path: () => '/dashboard',
    heading: /Dashboard|Some Body/,
    open: openAccount,
  },
  palette: {
    who: 'customer',
    path: () => '/dashboard',
    heading: /^Search$/,
    open: (page) => pressOnPage(page, 'Control+k'),
  },
  'keys sheet': {
    who: 'customer',
    path: () => '/dashboard',
    heading: /Keyboard shortcuts/,
    open: (page) => pressOnPage(page, '?'),
  },
  'add balance': { who: 'customer', path: () => '/dashboard/addBalance', heading: /Add Balance/ },
  payment: { who: 'customer', path: () => '/payment', heading: /Payment|পেমেন্ট/, open: choosePayment('Bkash') },
  'payment by code': {
    who: 'customer',
    path: () => '/payment',
    heading: /Payment|পেমেন্ট/,
    open: choosePayment('Binance'),
  },
  'buy service': { who: 'customer', path: () => '/dashboard/singleOrder', heading: /Buy Service/ },
  'buy service, chosen': {
    who: 'customer',
    path: () => '/dashboard/singleOrder?service=1',
    heading: /Buy Service/,
  },
  'buy service with comments': {
    who: 'customer',
    path: ({ commentsId }) => `/dashboard/singleOrder?service=${commentsId}`,
    heading: /Buy Service|সার্ভিস কিনুন/,
    open: (page) => writeComments(page.getByRole('main')),
  },
  'buy service, picking': {
    who: 'customer',
    path: () => '/dashboard/singleOrder',
    heading: /Buy Service|সার্ভিস কিনুন/,
    open: openPicker,
  },
  'mass order': { who: 'customer', path: () => '/dashboard/massOrder', heading: /Mass Order/ },
  'mass order, checked': {
    who: 'customer',
    path: () => '/dashboard/massOrder',
    heading: /Mass Order|একসাথে অনেক অর্ডার/,
    open: checkLines,
  },
  'mass order, placed': {
    who: 'customer',
    path: () => '/dashboard/massOrder',
    heading: /Mass Order|একসাথে অনেক অর্ডার/,
    open: placeLines,
  },
  'order history': { who: 'customer', path: () => '/dashboard/orderHistory', heading: /Order History/ },
  recharge: { who: 'customer', path: ({ rechargeId }) => `/dashboard/recharges/${rechargeId}`, heading: /Recharge/ },
  'statement of a month': {
    who: 'customer',
    path: () => '/dashboard/statement?from=2026-01-01&to=2099-12-31',
    heading: /Statement/,
  },
  'order with comments': {
    who: 'customer',
    path: ({ commentedOrderId }) => `/dashboard/orders/${commentedOrderId}`,
    heading: /Order/,
  },
  order: { who: 'customer', path: ({ orderId }) => `/dashboard/orders/${orderId}`, heading: /Order/ },
  'order, everything possible': {
    who: 'customer',
    path: ({ askableOrderId }) => `/dashboard/orders/${askableOrderId}`,
    heading: /Order|অর্ডার/,
    open: measureDelivery,
  },
  'order, cancelling': {
    who: 'customer',
    path: ({ askableOrderId }) => `/dashboard/orders/${askableOrderId}`,
    heading: /Cancel order|বাতিল করবেন/,
    open: (page) => openDialog(page, /^(Cancel order|অর্ডার বাতিল)$/),
  },
  'order, with a request': {
    who: 'customer',
    path: ({ requestedOrderId }) => `/dashboard/orders/${requestedOrderId}`,
    heading: /Order|অর্ডার/,
  },
  'recharge history': { who: 'customer', path: () => '/dashboard/rechargeHistory', heading: /Recharge History/ },
  statement: { who: 'customer', path: () => '/dashboard/statement', heading: /Statement/ },
  tickets: { who: 'customer', path: () => '/dashboard/tickets', heading: /Support Tickets/ },
  'new ticket': {
    who: 'customer',
    path: ({ orderId }) => `/dashboard/tickets/new?orderId=${orderId}`,
    heading: /Open a Ticket/,
  },
  'new ticket, with offers': {
    who: 'customer',
    path: ({ askableOrderId }) => `/dashboard/tickets/new?orderId=${askableOrderId}`,
    heading: /Open a Ticket|নতুন টিকিট/,
    open: measureDelivery,
  },
  ticket: { who: 'customer', path: ({ ticketId }) => `/dashboard/tickets/${ticketId}`, heading: /Where is it/ },
  'dashboard notices': { who: 'customer', path: () => '/dashboard/notices', heading: /Notices/ },
  'dashboard services': { who: 'customer', path: () => '/dashboard/services', heading: /Services/ },
  'unknown in the dashboard': { who: 'customer', path: () => '/dashboard/nowhere', heading: /not found/i },
  'not allowed': { who: 'customer', path: () => '/dashboard/manageOrders', heading: /Not allowed/ },
};

/** Opens the visitor's menu of the top bar on a phone; on a desktop the page is not changed. */
async function openMenu(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 768) return;
  await page.getByRole('button', { name: /^(Menu|মেনু)$/ }).click();
  await page.getByRole('menuitem').first().waitFor();
}

/** The menu with profile and logout: on a phone the sheet of the bottom bar, elsewhere the menu of the top bar. */
async function openAccount(page: Page): Promise<void> {
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
async function showCharts(page: Page): Promise<void> {
  await page.getByRole('region', { name: /Orders Trend|অর্ডারের/ }).scrollIntoViewIfNeeded();
  await page.getByRole('img', { name: /months|মাস/ }).waitFor();
}

/** Opens the payment page as after Add Balance, whose choice is stored in the tab. */
function choosePayment(method: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.evaluate((chosen) => {
      const { user } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { user: { id: number } };
      sessionStorage.setItem(`recharge:${user.id}`, JSON.stringify({ method: chosen, amount: '5', total: 630 }));
    }, method);
    await page.goto(new URL('/payment', page.url()).href);
  };
}

/** Content below the first screens loads when it comes near. */
async function scrollHome(page: Page): Promise<void> {
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
async function measureDelivery(page: Page): Promise<void> {
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
async function checkLines(page: Page): Promise<void> {
  await page
    .locator('textarea')
    .fill('1 | facebook.com/page | 1000\n1 | facebook.com/page | 1000\n99999 | @shop | 5\nhello');
  await page.locator('main form button[type=submit]:enabled').waitFor();
}

/** Places one line; another is refused. */
async function placeLines(page: Page): Promise<void> {
  await page.locator('textarea').fill('1 | facebook.com/placed | 100\n99999 | @shop | 5');
  await page.locator('main form button[type=submit]:enabled').click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(Order|অর্ডার) #\d+$/ })
    .waitFor();
}

async function placeOrder(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=link]').fill('https://facebook.com/placed');
  await dialog.locator('button[type=submit]:enabled').click();
  await dialog.getByRole('link', { name: /^(View order|অর্ডার দেখুন)$/ }).waitFor();
}

/** Fills in a link and two comments. */
async function writeComments(form: Locator): Promise<void> {
  await form.locator('input[name=link]').fill('https://facebook.com/page');
  await form.locator('textarea').fill('খুব সুন্দর!\nদারুণ পোস্ট');
  await form.getByText(/^(2 comments|২টি কমেন্ট)$/).waitFor();
}

/** Asks for more than a test customer's balance pays. */
async function askForMore(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=quantity]').fill('10000');
  await dialog.locator('input[name=link]').fill('https://facebook.com/page');
  await dialog.getByRole('status').filter({ hasText: '$' }).waitFor();
}

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('combobox').click();
  await page.getByRole('option').first().waitFor();
}
