import { randomBytes, randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedServices } from '#db/seed/new-shop.ts';
import { type Panel, startPanel } from '#server/testing/panel.ts';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, registerByScript, scriptClient, signIn } from './accounts.ts';
import { expectBengali, expectNothingCutOff, judgeInBothWidths } from './axe.ts';
import { launchBrowser, watchRequests } from './browser.ts';
import { textsOfShop } from './numerals.ts';
import { adminScreens } from './screens/admins.ts';
import { makeCustomer } from './screens/own.ts';
import type { Own, Screen } from './screens/screen.ts';
import { youngSession } from './seats.ts';

/**
 * Every admin screen in both themes, on a phone and on a desktop: axe finds nothing, nothing is wider than the screen. A switch to
 * Bengali in another tab reaches all its texts, also in rows, dialogs and confirmations; numbers and times that are only read get
 * Bengali digits, and nothing is cut off. It uses its own panel, because two admins save its settings at once and names typed by
 * other tests are English.
 */
const admin = { userName: 'admin', password: randomBytes(12).toString('base64url') };

let browser: Browser;
let panel: Panel;
const adminSession = youngSession(() => loginAsAdmin(panel.url, admin));
let own: Own;
/** The name of the first admin, a notice, and the services. */
let typed: string[];

/** They say what to type, or how providers write; the last names settings as they were called at the attempt to save. */
const withLatin = [
  'wordings',
  'add a wording',
  'import services, a line that is none',
  'settings, a payment method',
  'settings, another number to pay to',
  'settings, saved by somebody else',
];

beforeAll(async () => {
  [browser, panel] = await Promise.all([
    launchBrowser(),
    startPanel({ ADMIN_USERNAME: admin.userName, ADMIN_PASSWORD: admin.password, SEED: 'none' }),
  ]);
  const { tokens } = await loginAsAdmin(panel.url, admin);
  const asAdmin = scriptClient(panel.url, tokens.accessToken);
  // A dozen services of most categories, because axe takes long for each row.
  const services = seedServices().filter((_, nth) => nth % 5 === 0);
  // The audit shows parts of longer texts, which would be taken for English of the panel.
  for (const service of services) await asAdmin.admin.services.create.mutate({ ...service, description: 'দ্রুত।' });
  ({ own } = await makeCustomer(panel.url, asAdmin, 'axe.customer', 'AXE12345'));
  typed = ['Administrator', 'From noon to one.', ...(await textsOfShop(asAdmin))];
  await approveInBulk(asAdmin);
  await asAdmin.admin.savedReplies.save.mutate({
    title: 'On its way',
    text: 'প্রিয় {name}, অর্ডার {order} আসছে।',
  });
});

afterAll(async () => {
  await browser?.close();
  await panel?.stop();
});

/** Two recharges of one request, for the audit. */
async function approveInBulk(asAdmin: ReturnType<typeof scriptClient>): Promise<void> {
  const { tokens } = await registerByScript(panel.url, 'in.bulk');
  const bulkId = randomUUID();
  for (const reference of ['BULK1111', 'BULK2222']) {
    const request = { method: 'Rocket', amountNanos: nanos(5_000_000_000), reference };
    const { id } = await scriptClient(panel.url, tokens.accessToken).balance.requestRecharge.mutate(request);
    await asAdmin.admin.recharges.decide.mutate({ id, decision: 'approve', bulkId });
  }
}

describe.concurrent('at 360 px and at 1440 px, in both themes', () => {
  test.each(Object.keys(adminScreens))('%s', async (name) => {
    const judge = (page: Page, title: string) =>
      withLatin.includes(name) ? expectNothingCutOff(page) : expectBengali(page, [...typed, title]);
    const switched = { language: 'bn', judge } as const;
    const screen = adminScreens[name] as Screen;
    const sitting = { browser, url: panel.url, session: await adminSession(), own };
    await judgeInBothWidths(
      { narrow: screen, wide: screen },
      {
        // On a phone texts have the least space.
        narrow: { sitting: { ...sitting, width: 360 }, further: { switched: { ...switched, axe: true } } },
        wide: { sitting: { ...sitting, width: 1440 }, further: { switched } },
      },
    );
  });
});

test.each(['manage orders', 'manage recharges', 'manageUsers'])(
  '%s shows all its columns on a laptop',
  async (name) => {
    const { path } = adminScreens[name] as Screen;
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    try {
      const page = await context.newPage();
      const requests = watchRequests(page);
      await signIn(page, await adminSession());
      await page.goto(panel.url + path(own));
      await page.getByRole('table').waitFor();
      await requests.areDone();
      const table = 'document.querySelector("[role=region][aria-label^=Manage]")';
      const [content, shown] = (await page.evaluate(`[${table}.scrollWidth, ${table}.clientWidth]`)) as [
        number,
        number,
      ];
      expect(content).toBeLessThanOrEqual(shown);
    } finally {
      await context.close();
    }
  },
);
