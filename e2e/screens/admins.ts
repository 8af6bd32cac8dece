import type { Page } from 'playwright-core';
import { adminPaths } from '../../client/src/lib/paths.ts';
import { backupScreens } from './backups.ts';
import { confirmationScreens } from './confirmation.ts';
import { adminIntegrationScreens } from './integrations.ts';
import { jobScreens } from './jobs.ts';
import { messageScreens } from './messages.ts';
import { missingScreens } from './missing.ts';
import { dialogIsOpen, openDialog, openMenu } from './opening.ts';
import { requestScreens } from './requests.ts';
import { queueScreens } from './review-queues.ts';
import { admin, type Own, type Screen } from './screen.ts';
import { requiredFactorScreens } from './second-factor.ts';
import { supplierScreens } from './suppliers.ts';

const settingsSections = [
  'shop',
  'home',
  'pages',
  'methods',
  'rate',
  'links',
  'figures',
  'requests',
  'security',
  'api',
  'timeZone',
  'browser',
];

const written: Record<string, Screen> = {
  'admin overview': admin('/dashboard', /Dashboard/),
  'admin overview, its end': admin('/dashboard', /Dashboard/, async (page) => {
    // Charts render when they become visible.
    await page.getByRole('region', { name: 'Orders Trend' }).waitFor();
    for (const heading of await page.getByRole('heading', { level: 2 }).all()) await heading.scrollIntoViewIfNeeded();
    await page.getByRole('img', { name: /Orders Trend/ }).waitFor();
  }),
  'admin palette': admin('/dashboard', /^Search$/, async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await dialogIsOpen(page);
    await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('combobox')).first().fill('a');
    await page.getByRole('option').first().waitFor();
  }),
  ...queueScreens,
  ...requestScreens,
  ...requiredFactorScreens,
  ...adminIntegrationScreens,
  ...jobScreens,
  ...backupScreens,
  ...missingScreens,
  ...supplierScreens,
  ...messageScreens,
  'manage tickets': admin('/dashboard/manageTickets?status=all', /Manage Tickets/),
  'manage ticket': admin(({ ticketId }) => `/dashboard/manageTickets/${ticketId}`, /Where is it/),
  'manage ticket, saved replies': admin(
    ({ ticketId }) => `/dashboard/manageTickets/${ticketId}`,
    /Where is it/,
    (page) => openMenu(page, /^Saved replies$/),
  ),
  'manage ticket, its customer and order': admin(
    ({ ticketId }) => `/dashboard/manageTickets/${ticketId}`,
    /Where is it/,
    async (page) => {
      // Beside the conversation it is always open.
      if ((page.viewportSize()?.width ?? 0) < 1280) await page.locator('summary').click();
      await page.getByRole('region', { name: /Last orders|সর্বশেষ অর্ডার/ }).waitFor();
    },
  ),
  'manage ticket, keys': admin(
    ({ ticketId }) => `/dashboard/manageTickets/${ticketId}`,
    /Where is it/,
    async (page) => {
      // A phone has no keys.
      if ((page.viewportSize()?.width ?? 0) < 768) return;
      await page.getByRole('button', { name: /^Keys/ }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  ),
  'saved replies': admin('/dashboard/manageTickets', /Saved Replies/, (page) => openDialog(page, /Saved replies/)),
  'a new saved reply': admin('/dashboard/manageTickets', /New Saved Reply/, async (page) => {
    await openDialog(page, /Saved replies/);
    await page.getByRole('button', { name: 'New saved reply' }).click();
    await page.getByLabel('Title').waitFor();
  }),
  'add service': admin('/dashboard/addService', /Add New Service/),
  'manage services': admin('/dashboard/manageServices', /Manage Services/),
  categories: admin('/dashboard/categories', /^Categories$/),
  'add a category': admin('/dashboard/categories', /Add category/, (page) => openDialog(page, /^Add category$/)),
  'services selected': admin('/dashboard/manageServices', /Manage Services/, async (page) => {
    await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).check({ force: true });
    await page.getByRole('region', { name: 'Selected services' }).waitFor();
  }),
  'change prices': admin('/dashboard/manageServices', /Change Prices/, async (page) => {
    await openDialog(page, /^Change prices$/);
    await page.getByLabel('By percent').fill('10');
    await page.getByRole('region', { name: 'Old and new prices' }).waitFor();
  }),
  'change services': admin('/dashboard/manageServices', /Change Services/, async (page) => {
    await openDialog(page, /^Change services$/);
    await page.getByLabel('What to change').selectOption('refill');
    await page.getByLabel('Refill period in days').fill('30');
    await page.getByRole('region', { name: 'Services that change' }).waitFor();
  }),
  'delete many services': admin('/dashboard/manageServices', /Change Services/, async (page) => {
    await openDialog(page, /^Change services$/);
    await page.getByLabel('What to change').selectOption('delete');
    await page.getByRole('region', { name: 'Services that change' }).waitFor();
  }),
  'add service, a package': admin('/dashboard/addService', /Add New Service/, async (page) => {
    await page.getByLabel('Type').selectOption('package');
    await page.getByText('In dollars, for one package.').waitFor();
  }),
  'arrange services': admin('/dashboard/manageServices?category=facebook&sort=recommended', /Manage Services/),
  'update service': admin('/dashboard/manageServices', /Update Service/, (page) => openDialog(page, /^Update /)),
  'service, what is done less often': admin('/dashboard/manageServices', /Manage Services/, async (page) => {
    await page
      .getByRole('button', { name: /^More for / })
      .first()
      .click();
    await page.getByRole('menuitem').first().waitFor();
  }),
  'delete service': admin('/dashboard/manageServices', /Are you sure/, async (page) => {
    await openMenu(page, /^More for /);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').waitFor();
  }),
  'a notice, filled in': admin('/dashboard/manageNotices', /Publish a Notice/, async (page) => {
    await openDialog(page, /Publish a notice/);
    await page.getByLabel('Title').fill('Nagad rests');
    await page.getByLabel('Text').fill('From noon to one.');
    await page.getByLabel('Weight').selectOption('warning');
  }),
  'import services': admin('/dashboard/manageServices', /Import Services/, (page) => openDialog(page, /Import CSV/)),
  'import services, a line that is none': admin('/dashboard/manageServices', /Import Services/, async (page) => {
    await openDialog(page, /Import CSV/);
    await page
      .getByLabel('Or paste the lines')
      .fill('name,category,price,min,max\nFacebook Likes,facebook,1.5,10,5000\nNo Price,facebook,free,10,5\n');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Nothing is written while').waitFor();
  }),
  'manage notices': admin('/dashboard/manageNotices', /Manage Notices/),
  'publish a notice': admin('/dashboard/manageNotices', /Publish a Notice/, (page) =>
    openDialog(page, /Publish a notice/),
  ),
  audit: admin('/dashboard/audit', /Audit/, openAction),
  'audit, a bulk': admin('/dashboard/audit', /Audit/, async (page) => {
    await page
      .getByRole('button', { name: /: show each of “/ })
      .first()
      .click();
    await page.getByRole('list', { name: /^Approved/ }).waitFor();
  }),
  ...Object.fromEntries(
    ['ledger', 'orders', 'recharges', 'tickets', 'sessions', 'audit'].map((tab): [string, Screen] => [
      `user, ${tab}`,
      admin(({ userId }) => `/dashboard/users/${userId}?tab=${tab}`, /Some Body/),
    ]),
  ),
  'give balance': admin(({ userId }) => `/dashboard/users/${userId}?open=giveBalance`, /Give Balance to/),
  ...confirmationScreens,
  'user, what is done less often': userMenu(),
  'user made admin': userMenu(/Make admin/, /Make .* an admin/),
  'user sent a reset link': userMenu(/Send reset link/, /Send .* a reset link/),
  'user blocked': admin(
    ({ userId }) => `/dashboard/users/${userId}`,
    /Are you sure/,
    (page) => openDialog(page, /^Block$/),
  ),
  ...Object.fromEntries(
    settingsSections.map((section) => [
      section === 'shop' ? 'settings' : `settings, ${section}`,
      admin(`/dashboard/settings?section=${section}`, /Settings|সেটিংস/),
    ]),
  ),
  'settings, a page’s preview': admin('/dashboard/settings?section=pages', /Pages|পেজ/, (page) =>
    page.locator('summary').first().click(),
  ),
  'settings, a payment method': admin('/dashboard/settings?section=methods', /Bkash/, (page) =>
    openDialog(page, /^Edit Bkash$/),
  ),
  'settings, another number to pay to': admin(
    '/dashboard/settings?section=methods',
    /Change the number of Bkash/,
    async (page) => {
      await openDialog(page, /^Edit Bkash$/);
      await page.getByLabel('Recipient number').fill('01711-222333');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  ),
  'settings, a rate that leaps': admin('/dashboard/settings?section=rate', /Change the rate/, async (page) => {
    await page.getByLabel('Taka per dollar').fill('1260');
    await openDialog(page, /^Save rate and fee$/);
  }),
  'settings, saved by somebody else': admin(
    '/dashboard/settings?section=links',
    /Changed by .* before you saved/,
    saveMeanwhile,
  ),
};

/** The pages on which nothing is to open. */
const others = Object.entries(adminPaths).filter(
  ([, path]) => !path.includes(':') && !Object.values(written).some((screen) => isAt(screen, path)),
);

/** Every admin page and every dialog on it. Only the last one changes anything. */
export const adminScreens: Record<string, Screen> = {
  ...Object.fromEntries(others.map(([page, path]) => [page, admin(path, /./)])),
  ...written,
};

function isAt(screen: Screen, path: string): boolean {
  return screen.path({} as Own).split('?')[0] === path;
}

function userMenu(item?: RegExp, heading = /./): Screen {
  return admin(
    ({ userId }) => `/dashboard/users/${userId}`,
    heading,
    async (page) => {
      await openMenu(page, /More actions/);
      if (!item) return;
      await page.getByRole('menuitem', { name: item }).click();
      await dialogIsOpen(page);
    },
  );
}

/** Opens the newest action. */
async function openAction(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /: details of “/ })
    .first()
    .click();
}

/** Types a support address while another is saved elsewhere. It changes the panel, so no other test may use it. */
async function saveMeanwhile(page: Page): Promise<void> {
  await page.getByLabel('Support email').fill('mine@shop.example');
  const ask = `(path, input) => {
    const { tokens } = JSON.parse(localStorage.getItem('auth'));
    const headers = { authorization: 'Bearer ' + tokens.accessToken, 'content-type': 'application/json' };
    return fetch('/trpc/admin.settings.' + path, input ? { method: 'POST', headers, body: JSON.stringify(input) } : { headers });
  }`;
  await page.evaluate(`(async () => {
    const ask = ${ask};
    const { result } = await (await ask('get')).json();
    const answer = await ask('update', { ...result.data, supportEmail: 'theirs.' + Date.now() + '@shop.example' });
    const told = await answer.text();
    if (!answer.ok) throw new Error(told);
  })()`);
  await openDialog(page, /^Save links/);
}
