import type { Page } from 'playwright-core';
import { deskScreens } from './desks.ts';
import { dialogIsOpen, openDialog, openMenu } from './opening.ts';
import type { Screen } from './screen.ts';

/** Every address that admins alone come to, and every dialog that they open there. Only the last one changes anything. */
export const adminScreens: Record<string, Screen> = {
  'admin overview': { who: 'admin', path: () => '/dashboard', heading: /Dashboard/ },
  'admin overview, its end': {
    who: 'admin',
    path: () => '/dashboard',
    heading: /Dashboard/,
    open: async (page) => {
      // Charts are drawn when somebody gets to them.
      await page.getByRole('region', { name: 'Orders Trend' }).waitFor();
      for (const heading of await page.getByRole('heading', { level: 2 }).all()) await heading.scrollIntoViewIfNeeded();
      await page.getByRole('img', { name: /Orders Trend/ }).waitFor();
    },
  },
  'admin palette': {
    who: 'admin',
    path: () => '/dashboard',
    heading: /^Search$/,
    open: async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await dialogIsOpen(page);
      await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('combobox')).first().fill('a');
      await page.getByRole('option').first().waitFor();
    },
  },
  ...deskScreens,
  'manage tickets': { who: 'admin', path: () => '/dashboard/manageTickets?status=all', heading: /Manage Tickets/ },
  'manage ticket': {
    who: 'admin',
    path: ({ ticketId }) => `/dashboard/manageTickets/${ticketId}`,
    heading: /Where is it/,
  },
  'manage ticket, saved replies': {
    who: 'admin',
    path: ({ ticketId }) => `/dashboard/manageTickets/${ticketId}`,
    heading: /Where is it/,
    open: (page) => openMenu(page, /^Saved replies$/),
  },
  'saved replies': {
    who: 'admin',
    path: () => '/dashboard/manageTickets',
    heading: /Saved Replies/,
    open: (page) => openDialog(page, /Saved replies/),
  },
  'a new saved reply': {
    who: 'admin',
    path: () => '/dashboard/manageTickets',
    heading: /New Saved Reply/,
    open: async (page) => {
      await openDialog(page, /Saved replies/);
      await page.getByRole('button', { name: 'New saved reply' }).click();
      await page.getByLabel('Title').waitFor();
    },
  },
  'add service': { who: 'admin', path: () => '/dashboard/addService', heading: /Add New Service/ },
  'manage services': { who: 'admin', path: () => '/dashboard/manageServices', heading: /Manage Services/ },
  'services selected': {
    who: 'admin',
    path: () => '/dashboard/manageServices',
    heading: /Manage Services/,
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).check({ force: true });
      await page.getByRole('region', { name: 'Selected services' }).waitFor();
    },
  },
  'change prices': {
    who: 'admin',
    path: () => '/dashboard/manageServices',
    heading: /Change Prices/,
    open: async (page) => {
      await openDialog(page, /^Change prices$/);
      await page.getByLabel('By percent').fill('10');
      await page.getByRole('region', { name: 'Old and new prices' }).waitFor();
    },
  },
  'arrange services': {
    who: 'admin',
    path: () => '/dashboard/manageServices?category=facebook&sort=recommended',
    heading: /Manage Services/,
  },
  'update service': {
    who: 'admin',
    path: () => '/dashboard/manageServices',
    heading: /Update Service/,
    open: (page) => openDialog(page, /^Update /),
  },
  'service, what is done less often': {
    who: 'admin',
    path: () => '/dashboard/manageServices',
    heading: /Manage Services/,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^More for / })
        .first()
        .click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  'delete service': {
    who: 'admin',
    path: () => '/dashboard/manageServices',
    heading: /Are you sure/,
    open: (page) => openDialog(page, /^Delete /),
  },
  'import services': {
    who: 'admin',
    path: () => '/dashboard/manageServices',
    heading: /Import Services/,
    open: (page) => openDialog(page, /Import CSV/),
  },
  'import services, a line that is none': {
    who: 'admin',
    path: () => '/dashboard/manageServices',
    heading: /Import Services/,
    open: async (page) => {
      await openDialog(page, /Import CSV/);
      await page
        .getByLabel('Or paste the lines')
        .fill('name,category,price,min,max\nFacebook Likes,facebook,1.5,10,5000\nNo Price,facebook,free,10,5\n');
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByText('Nothing is written while').waitFor();
    },
  },
  'manage notices': { who: 'admin', path: () => '/dashboard/manageNotices', heading: /Manage Notices/ },
  'publish a notice': {
    who: 'admin',
    path: () => '/dashboard/manageNotices',
    heading: /Publish a Notice/,
    open: (page) => openDialog(page, /Publish a notice/),
  },
  'manage users': { who: 'admin', path: () => '/dashboard/manageUsers', heading: /Manage Users/ },
  audit: { who: 'admin', path: () => '/dashboard/audit', heading: /Audit/, open: openAction },
  ...Object.fromEntries(
    ['ledger', 'orders', 'recharges', 'tickets', 'sessions', 'audit'].map((tab): [string, Screen] => [
      `user, ${tab}`,
      { who: 'admin', path: ({ userId }) => `/dashboard/users/${userId}?tab=${tab}`, heading: /Some Body/ },
    ]),
  ),
  'give balance': {
    who: 'admin',
    path: ({ userId }) => `/dashboard/users/${userId}?open=giveBalance`,
    heading: /Give Balance to/,
  },
  'user, what is done less often': userMenu(),
  'user made admin': userMenu(/Make admin/, /Make .* an admin/),
  'user sent a reset link': userMenu(/Send reset link/, /Send .* a reset link/),
  'user blocked': {
    who: 'admin',
    path: ({ userId }) => `/dashboard/users/${userId}`,
    heading: /Are you sure/,
    open: (page) => openDialog(page, /^Block$/),
  },
  settings: { who: 'admin', path: () => '/dashboard/settings', heading: /Settings/ },
  'settings, a payment method': {
    who: 'admin',
    path: () => '/dashboard/settings',
    heading: /Bkash/,
    open: (page) => openDialog(page, /^Edit Bkash$/),
  },
  'settings, another number to pay to': {
    who: 'admin',
    path: () => '/dashboard/settings',
    heading: /Change the number of Bkash/,
    open: async (page) => {
      await openDialog(page, /^Edit Bkash$/);
      await page.getByLabel('Recipient number').fill('01711-222333');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  'settings, a rate that leaps': {
    who: 'admin',
    path: () => '/dashboard/settings',
    heading: /Change the rate/,
    open: async (page) => {
      await page.getByLabel('Taka per dollar').fill('1260');
      await openDialog(page, /^Save rate and fee$/);
    },
  },
  'settings, saved by somebody else': {
    who: 'admin',
    path: () => '/dashboard/settings',
    heading: /Changed by .* meanwhile/,
    open: saveMeanwhile,
  },
};

function userMenu(item?: RegExp, heading = /./): Screen {
  return {
    who: 'admin',
    path: ({ userId }) => `/dashboard/users/${userId}`,
    heading,
    open: async (page) => {
      await openMenu(page, /More actions/);
      if (!item) return;
      await page.getByRole('menuitem', { name: item }).click();
      await dialogIsOpen(page);
    },
  };
}

/** Opens what the newest action was. */
async function openAction(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /: details of “/ })
    .first()
    .click();
}

/** Types a support address while another is saved elsewhere. It changes the panel, which nobody else may be looking at. */
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
