import type { Page, Route } from 'playwright-core';
import { dialogIsOpen } from './opening.ts';
import type { Screen } from './screen.ts';

/**
 * The screens of a second factor. Answers about it are faked: a real one would end the sessions of other screens, and change with the
 * time.
 */
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const begun = {
  secret: SECRET,
  uri: `otpauth://totp/Shop:some.body?secret=${SECRET}&issuer=Shop&algorithm=SHA1&digits=6&period=30`,
};
const recoveryCodes = ['7K3M', 'X9QD', 'B2HT', 'M4WN', 'P8RC', 'V6YF', 'G5JK', 'T7ZS', 'N3LB', 'H9EX'].map(
  (part, at, parts) => [part, ...[3, 5, 7].map((later) => parts[(at + later) % 10])].join('-'),
);
const on = (recoveryCodesLeft: number) => ({ confirmedAt: '2026-01-31T08:30:00.000Z', recoveryCodesLeft });

const ofCustomer = (heading: RegExp, open?: Screen['open'], load?: Screen['load']): Screen => ({
  who: 'customer',
  path: () => '/profile',
  heading,
  ...(load && { load }),
  ...(open && { open }),
  isHeld: true,
});

export const secondFactorScreens: Record<string, Screen> = {
  'two-factor, on': ofCustomer(/Two-factor/, undefined, (page) => showState(page, on(8))),
  'two-factor, few codes': ofCustomer(/Two-factor/, undefined, (page) => showState(page, on(1))),
  'two-factor, the password': ofCustomer(/Set up two-factor/, openSetUp),
  'two-factor, the QR code': ofCustomer(/Set up two-factor/, openEntry),
  'two-factor, recovery codes': ofCustomer(/authentication is on/, async (page) => {
    await openEntry(page);
    await answer(page, 'auth.twoFactor.confirm', { recoveryCodes });
    await page.locator('input[name=code]').fill('123456');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('checkbox').waitFor({ state: 'attached' });
  }),
  'two-factor, new codes': ofCustomer(
    /New recovery codes/,
    async (page) => {
      await page.getByRole('button', { name: /New recovery codes|নতুন রিকভারি কোড/ }).click();
      await dialogIsOpen(page);
    },
    (page) => showState(page, on(1)),
  ),
  'two-factor, turned off': ofCustomer(
    /Turn off two-factor/,
    async (page) => {
      await page.getByRole('button', { name: /^(Turn off|বন্ধ করুন)$/ }).click();
      await dialogIsOpen(page);
    },
    (page) => showState(page, on(8)),
  ),
  'login, the code': {
    who: 'nobody',
    path: () => '/login',
    heading: /Enter the code/,
    open: loginToCode,
    isHeld: true,
  },
  'login, a recovery code': {
    who: 'nobody',
    path: () => '/login',
    heading: /Enter the code/,
    async open(page) {
      await loginToCode(page);
      await page.getByRole('button', { name: /Use a recovery code|রিকভারি কোড দিন/ }).click();
    },
    isHeld: true,
  },
  'not me': { who: 'nobody', path: () => '/not-me/abc', heading: /not yours/ },
  'not me, a used link': {
    who: 'nobody',
    path: () => '/not-me/abc',
    heading: /not yours/,
    async open(page) {
      await page.getByRole('button', { name: /It was not me|আমি না/ }).click();
      await page.getByRole('main').getByRole('link').waitFor();
    },
  },
  'not me, after a change of the address': {
    who: 'nobody',
    path: () => '/not-me/abc',
    heading: /not yours/,
    async open(page) {
      await answer(page, 'auth.loginWasNotMe', { resetToken: null });
      await page.getByRole('button', { name: /It was not me|আমি না/ }).click();
      await page.locator('input[name=password]').waitFor();
    },
  },
  'not me, a new password': {
    who: 'nobody',
    path: () => '/not-me/abc',
    heading: /Reset Password/,
    async open(page) {
      await answer(page, 'auth.loginWasNotMe', { resetToken: 'abc' });
      await page.getByRole('button', { name: /It was not me|আমি না/ }).click();
      await page.locator('input[name=confirmPassword]').waitFor();
    },
    isHeld: true,
  },
};

const requiredOfAdmin = async (page: Page) => {
  await change(page, 'auth.me', (me) => ({ ...me, mustEnroll: true }));
  await page.reload();
  await page.getByRole('button', { name: /^(Set up|চালু করুন)$/ }).waitFor();
};

/** The same for an admin of a shop that requires one. */
export const requiredFactorScreens: Record<string, Screen> = {
  'two-factor, required': {
    who: 'admin',
    path: () => '/dashboard/manageOrders',
    heading: /Set up two-factor/,
    load: requiredOfAdmin,
    isHeld: true,
  },
  'two-factor, required, the profile': {
    who: 'admin',
    path: () => '/dashboard/profile',
    heading: /Active Sessions/,
    load: requiredOfAdmin,
    isHeld: true,
  },
};

async function showState(page: Page, twoFactor: object): Promise<void> {
  await change(page, 'auth.profile', (profile) => ({ ...profile, twoFactor }));
  await page.reload();
  await page.getByRole('button', { name: /^(Turn off|বন্ধ করুন)$/ }).scrollIntoViewIfNeeded();
}

async function openSetUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Set up|চালু করুন)$/ }).click();
  await dialogIsOpen(page);
}

async function openEntry(page: Page): Promise<void> {
  await answer(page, 'auth.twoFactor.begin', begun);
  await openSetUp(page);
  await page.locator('input[name=password]').fill('any password');
  await page.keyboard.press('Enter');
  await page.locator('[data-secret]').waitFor();
}

async function loginToCode(page: Page): Promise<void> {
  await page.route(/\/trpc\/auth\.login/, (route) => {
    const data = { code: 'UNAUTHORIZED', httpStatus: 401, domainCode: 'second_factor_required' };
    return route.fulfill({ status: 401, json: [{ error: { message: 'Enter the code', code: -32_001, data } }] });
  });
  await page.locator('input[name=userName]').fill('some.body');
  await page.locator('input[name=password]').fill('any password');
  await page.keyboard.press('Enter');
  await page.locator('input[name=code]').waitFor();
}

/** Answers a mutation without the server. */
async function answer(page: Page, procedure: string, data: object): Promise<void> {
  await page.route(new RegExp(`/trpc/${procedure.replaceAll('.', '\\.')}(\\?|$)`), (route) =>
    route.fulfill({ json: [{ result: { data } }] }),
  );
}

/** Changes the server's answer to a query, alone or in a batch. */
async function change(page: Page, procedure: string, changed: (data: object) => object): Promise<void> {
  await page.route(/\/trpc\//, async (route: Route) => {
    const names = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',');
    const at = names.indexOf(procedure);
    if (at < 0) return route.fallback();
    const response = await route.fetch();
    const answers = (await response.json()) as { result?: { data: object } }[];
    const { result } = answers[at] ?? {};
    if (result) result.data = changed(result.data);
    return route.fulfill({ response, json: answers });
  });
}
