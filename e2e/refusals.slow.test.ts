import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BATCH_MAX_CALLS } from '#shared/batch.ts';
import { type ErrorCode, errorMessages } from '#shared/errors.ts';
import { micros, nanos } from '#shared/money.ts';
import { errorsByCode } from '../client/src/i18n/bn/errors.ts';
import * as bn from '../client/src/i18n/bn.ts';
import { authTexts } from '../client/src/i18n/en/auth.ts';
import { catalogueTexts } from '../client/src/i18n/en/catalogue.ts';
import { commonTexts, errorTexts } from '../client/src/i18n/en/common.ts';
import { linkFitTexts } from '../client/src/i18n/en/link-fit.ts';
import { moneyActionTexts } from '../client/src/i18n/en/money-actions.ts';
import { orderDialogTexts } from '../client/src/i18n/en/order-dialog.ts';
import { orderTexts } from '../client/src/i18n/en/orders.ts';
import { paymentTexts } from '../client/src/i18n/en/payment.ts';
import { profileTexts } from '../client/src/i18n/en/profile.ts';
import { secondFactorTexts } from '../client/src/i18n/en/second-factor.ts';
import { ticketTexts } from '../client/src/i18n/en/tickets.ts';
import { loginAsAdmin, PASSWORD, registerByScript, scriptClient, signIn } from './accounts.ts';
import { ownPanel } from './own-panel.ts';
import {
  freeze,
  login,
  makeService,
  openOrder,
  openPayment,
  openTicket,
  register,
  reply,
  requestRecharge,
  submitOrder,
  verify,
} from './refusal-scenes.ts';
import { testBrowser } from './test-browser.ts';
import { enrollByScript } from './totp.ts';

/**
 * Every error code of the product, as a customer sees it on a screen, in one of the languages; or why no customer's browser can get it. The
 * causes are real, except for two that can't be provoked: there the response is faked.
 */
const LIMIT_MS = 20_000;
const MESSAGES_PER_HOUR = 12;

const texts = {
  en: {
    auth: authTexts.english,
    catalogue: catalogueTexts.english,
    common: commonTexts.english,
    errors: { ...errorMessages, ...errorTexts.english },
    moneyActions: moneyActionTexts.english,
    linkFit: linkFitTexts.english,
    orderDialog: orderDialogTexts.english,
    orders: orderTexts.english,
    payment: paymentTexts.english,
    profile: profileTexts.english,
    secondFactor: secondFactorTexts.english,
    tickets: ticketTexts.english,
  },
  bn: { ...bn, errors: { ...errorsByCode, ...bn.errors } },
};
type Language = keyof typeof texts;
type Words = (typeof texts)[Language];

interface Scene {
  page: Page;
  say: Words;
  language: Language;
  /** The signed-in customer of the page, with a client for scripts. */
  customer: Awaited<ReturnType<typeof registerByScript>>;
  asCustomer: ReturnType<typeof scriptClient>;
}

interface Meeting {
  /** The displayed text, if it is not the catalogue's message. */
  shows?: (say: Words, language: Language) => string | RegExp;
  /** The user of the browser; a signed-in customer by default. */
  who?: 'visitor';
  meet: (scene: Scene) => Promise<unknown>;
}

const forAdmins = 'Only what admins do is refused so.';
const exactly = (waiting: string): RegExp => new RegExp(`${waiting.split('{')[0]?.replaceAll('.', '\\.')}[\\d০-৯]`);

const refusals: Record<ErrorCode, Meeting | string> = {
  bad_input: {
    // The form can't know that it is the user's own address.
    shows: (_say, language) =>
      ({
        en: 'This password is too common. Please choose another one',
        bn: 'এই পাসওয়ার্ড খুবই প্রচলিত। অন্য একটি দিন',
      })[language],
    meet: ({ page, say, customer }) => changePassword(page, say, PASSWORD, customer.user.email),
  },
  unauthenticated: {
    who: 'visitor',
    async meet({ page, customer }) {
      await signIn(page, { ...customer, tokens: { accessToken: 'of no use' } });
      await page.goto('/dashboard');
    },
  },
  session_ended: {
    // They are redirected to the login, which says the same in fewer words.
    shows: (say) => say.auth.loginFirst,
    async meet({ page, customer, say }) {
      await page.goto('/dashboard/orderHistory');
      await page.getByRole('heading', { name: say.orders.heading }).waitFor();
      const { userName } = customer.user;
      const elsewhere = await scriptClient(panel.url).auth.login.mutate({ userName, password: PASSWORD });
      await scriptClient(panel.url, elsewhere.tokens.accessToken).auth.endOtherSessions.mutate();
    },
  },
  second_factor_required: 'The login form asks for the code in place.',
  wrong_code: {
    async meet({ page, say }) {
      await openSetUp(page, say);
      await page.locator('input[name=password]').press('Enter');
      await page.locator('input[name=code]').fill('000000');
      await page.locator('input[name=code]').press('Enter');
    },
  },
  second_factor_on: {
    async meet({ page, say, asCustomer }) {
      await openSetUp(page, say);
      await freeze(page);
      await enrollByScript(asCustomer);
      await page.locator('input[name=password]').press('Enter');
    },
  },
  second_factor_off: {
    async meet({ page, say, asCustomer }) {
      const { recoveryCodes } = await enrollByScript(asCustomer);
      const [first = '', second = ''] = recoveryCodes;
      await page.goto('/profile');
      await page.getByRole('button', { name: say.secondFactor.turnOff, exact: true }).click();
      await page.locator('input[name=code]').fill(first);
      await freeze(page);
      await asCustomer.auth.twoFactor.disable.mutate({ code: second });
      await page.locator('input[name=code]').press('Enter');
    },
  },
  second_factor_missing: forAdmins,
  reauthentication_required: forAdmins,
  too_many_keys: 'The screen of keys has a test of its own.',
  key_scope_missing: 'No screen calls with an API key.',
  key_not_allowed: 'No screen calls with an API key.',
  // Faked: a panel in development makes its own key.
  secrets_key_missing: {
    async meet({ page, say }) {
      await openSetUp(page, say);
      await page.route('**/trpc/auth.twoFactor.begin*', (route) => fulfillWith(route, 'secrets_key_missing', 412));
      await page.locator('input[name=password]').press('Enter');
    },
  },
  job_over: forAdmins,
  forbidden: 'No screen of a customer calls what only admins may; the pages of admins say so before they ask.',
  foreign_origin: {
    who: 'visitor',
    shows: (_say, language) =>
      ({ en: `The panel is at ${panel.url}: open it there`, bn: `প্যানেলের ঠিকানা ${panel.url}: সেখানে খুলে` })[language],
    async meet({ page, customer }) {
      // The panel under another name of the same machine.
      await signIn(page, { ...customer, tokens: { accessToken: 'of no use' } });
      await page.goto(`${panel.url.replace('localhost', 'panel.localhost')}/dashboard`);
    },
  },
  blocked: {
    who: 'visitor',
    // This panel has neither a chat nor a support address.
    shows: (say, language) => `${say.errors.blocked} ${{ en: 'Reason', bn: 'কারণ' }[language]}: Paid by a stolen card`,
    async meet({ page, say, customer }) {
      const reason = 'Paid by a stolen card';
      await asAdmin.admin.users.setBlocked.mutate({ id: customer.user.id, blocked: true, reason });
      await login(page, customer.user.userName, PASSWORD);
      const dialog = page.getByRole('alertdialog', { name: say.auth.loginFailed });
      await dialog.getByText(say.common.contactSeller).waitFor();
      expect(await dialog.getByRole('link').count()).toBe(0);
    },
  },
  invalid_credentials: {
    who: 'visitor',
    meet: ({ page, customer }) => login(page, customer.user.userName, 'not this one'),
  },
  wrong_password: {
    meet: ({ page, say }) => changePassword(page, say, 'not this one', 'another correct horse'),
  },
  reset_token_invalid: {
    who: 'visitor',
    async meet({ page }) {
      await page.goto('/reset-password/abc');
      await page.locator('input[name=password]').fill('another correct horse');
      await page.locator('input[name=confirmPassword]').fill('another correct horse');
      await page.locator('input[name=confirmPassword]').press('Enter');
    },
  },
  email_token_invalid: {
    who: 'visitor',
    async meet({ page, say }) {
      await page.goto('/confirm-email/abc');
      await page.getByRole('button', { name: say.auth.confirm, exact: true }).click();
    },
  },
  user_name_taken: {
    who: 'visitor',
    meet: ({ page, customer }) => register(page, { userName: customer.user.userName, email: 'free@example.com' }),
  },
  email_taken: {
    who: 'visitor',
    meet: ({ page, customer, language }) =>
      register(page, { userName: `still.free.${language}`, email: customer.user.email }),
  },
  not_found: {
    shows: (say) => say.orders.notFound,
    meet: ({ page }) => page.goto('/dashboard/orders/999999'),
  },
  service_not_found: {
    async meet({ page }) {
      const { id } = await openOrder(page, asAdmin);
      await asAdmin.admin.services.delete.mutate({ id });
      await submitOrder(page);
    },
  },
  quantity_out_of_range: {
    async meet({ page }) {
      const service = await openOrder(page, asAdmin);
      await asAdmin.admin.services.update.mutate({ ...service, min: 5000 });
      await submitOrder(page);
    },
    shows: (_say, language) =>
      ({ en: 'Quantity must be between 5000 and 10000', bn: 'পরিমাণ ৫০০০ থেকে ১০০০০-এর মধ্যে হতে হবে' })[language],
  },
  catalogue_changed: forAdmins,
  price_changed: {
    shows: (say) => say.orderDialog.changed,
    async meet({ page }) {
      const service = await openOrder(page, asAdmin);
      await asAdmin.admin.services.update.mutate({ ...service, priceMicros: micros(2_000_000) });
      await submitOrder(page);
    },
  },
  amount_too_large: {
    // The dialog checks it at every key and never sends it.
    shows: (say) => say.orderDialog.tooLarge,
    async meet({ page }) {
      await openOrder(page, asAdmin, { priceMicros: micros(999_000_000_000), max: 2_147_483_647 });
      await page.locator('input[name=quantity]').fill('2147483647');
    },
  },
  link_does_not_fit: {
    shows: (say) => say.linkFit.ask,
    async meet({ page }) {
      await openOrder(page, asAdmin, { name: 'Post Comments' });
      await submitOrder(page);
    },
  },
  link_in_use: {
    async meet({ page, asCustomer, say }) {
      await asAdmin.admin.settings.update.mutate({ oneOpenOrderPerLink: true });
      const { id: serviceId } = await openOrder(page, asAdmin);
      await asCustomer.orders.place.mutate({ serviceId, link: '@some.page', quantity: 200 });
      await submitOrder(page);
      await page.getByText(say.errors.link_in_use).first().waitFor();
      await asAdmin.admin.settings.update.mutate({ oneOpenOrderPerLink: false });
    },
  },
  insufficient_balance: {
    async meet({ page, customer }) {
      await openOrder(page, asAdmin);
      await asAdmin.admin.users.giveBalance.mutate({ id: customer.user.id, amountNanos: nanos(-9_999_000_000) });
      await submitOrder(page);
    },
  },
  idempotency_conflict: {
    shows: (say) => say.orderDialog.wentThrough,
    async meet({ page, say }) {
      await openOrder(page, asAdmin);
      let lost = 0;
      await page.route('**/trpc/orders.place*', async (route) => {
        if (lost++ > 0) return route.fallback();
        await route.fetch();
        await route.abort();
      });
      await submitOrder(page);
      await page.getByRole('alertdialog').getByRole('button', { name: say.moneyActions.later }).click();
      await page.locator('input[name=quantity]').fill('300');
      await page.getByRole('dialog').locator('button[type=submit]').click();
    },
  },
  service_changed: forAdmins,
  supplier_changed: forAdmins,
  order_final: forAdmins,
  order_transition: forAdmins,
  remaining_out_of_range: forAdmins,
  remains_out_of_range: forAdmins,
  rate_changed: {
    shows: (say) => say.payment.rateChanged,
    async meet({ page }) {
      await openPayment(page);
      await freeze(page);
      const { ratePaisa, ...settings } = await asAdmin.admin.settings.get.query();
      await asAdmin.admin.settings.update.mutate({ ...settings, ratePaisa: (ratePaisa + 100) as typeof ratePaisa });
      await verify(page, 'RATE0001');
      await page.getByRole('alertdialog').waitFor();
      await asAdmin.admin.settings.update.mutate({ ...settings, ratePaisa });
    },
  },
  method_unavailable: {
    async meet({ page }) {
      await openPayment(page);
      await freeze(page);
      const bkash = (await asAdmin.admin.paymentMethods.list.query()).find(({ name }) => name === 'Bkash');
      if (!bkash) throw new Error('There is no Bkash');
      await asAdmin.admin.paymentMethods.save.mutate({ ...bkash, active: false });
      await verify(page, 'METHOD01');
      await page.getByRole('alertdialog').waitFor();
      await asAdmin.admin.paymentMethods.save.mutate(bkash);
    },
  },
  method_in_use: forAdmins,
  shadow_needed: forAdmins,
  no_message: forAdmins,
  order_waits: 'No screen sends an order that waits yet.',
  too_many_corrections: 'The screen offers no fourth correction.',
  reference_used: {
    async meet({ page, asCustomer, language }) {
      const reference = `USED${language.toUpperCase()}01`;
      await requestRecharge(asCustomer, reference);
      await openPayment(page);
      await verify(page, reference);
    },
  },
  too_many_pending: {
    async meet({ page, asCustomer, language }) {
      for (let count = 1; count <= 5; count++)
        await requestRecharge(asCustomer, `FIVE${language.toUpperCase()}${count}`);
      await openPayment(page);
    },
  },
  already_decided: forAdmins,
  cost_changed: forAdmins,
  settings_changed: forAdmins,
  ticket_closed: {
    async meet({ page, asCustomer }) {
      const { id } = await asCustomer.tickets.open.mutate({ subject: 'Where is it?', message: 'Nothing came.' });
      await openTicket(page, id);
      await freeze(page);
      await asAdmin.admin.tickets.close.mutate({ id });
      await reply(page);
    },
  },
  too_many_tickets: {
    async meet({ page, asCustomer, say }) {
      for (let count = 1; count <= 10; count++)
        await asCustomer.tickets.open.mutate({ subject: `Question ${count}`, message: 'Where is it?' });
      await page.goto('/dashboard/tickets/new');
      await page.locator('input[name=subject]').fill('One more');
      await page.locator('textarea[name=message]').fill('And this?');
      await page.locator('form button[type=submit]').click();
      await page.getByRole('link', { name: say.tickets.seeOpen }).waitFor();
    },
  },
  too_many_messages: {
    shows: (_say, language) =>
      exactly(
        {
          en: 'You have sent many messages within an hour. Please write again in {',
          bn: 'এক ঘণ্টায় অনেক মেসেজ পাঠিয়েছেন। {',
        }[language],
      ),
    async meet({ page, asCustomer }) {
      const { id } = await asCustomer.tickets.open.mutate({ subject: 'Where is it?', message: 'Nothing came.' });
      for (let count = 2; count <= MESSAGES_PER_HOUR; count++)
        await asCustomer.tickets.reply.mutate({ id, message: `Hello? ${count}` });
      await openTicket(page, id);
      await reply(page);
    },
  },
  too_many_favourites: {
    async meet({ page, customer, say, language }) {
      const name = `Not one more ${language}`;
      await makeService(asAdmin, { name });
      const { services } = scriptClient(panel.url, customer.tokens.accessToken, { maxItems: BATCH_MAX_CALLS });
      const ids = [...(await fiveHundredServices())];
      while (ids.length > 0) {
        const some = ids.splice(0, BATCH_MAX_CALLS);
        await Promise.all(some.map((id) => services.setFavourite.mutate({ id, favourite: true })));
      }
      await page.goto(`/service?q=${encodeURIComponent(name)}`);
      await page.getByRole('button', { name: say.catalogue.favourite, exact: true }).click();
    },
  },
  self_block: forAdmins,
  last_admin: forAdmins,
  user_blocked: forAdmins,
  too_many_requests: {
    who: 'visitor',
    shows: (_say, language) =>
      exactly({ en: 'Too many attempts. Please try again in {', bn: 'অনেকবার চেষ্টা করা হয়েছে। {' }[language]),
    async meet({ page, customer }) {
      const { userName } = customer.user;
      for (let failures = 1; failures <= 5; failures++)
        await scriptClient(panel.url)
          .auth.login.mutate({ userName, password: 'a guess' })
          .catch(() => undefined);
      await login(page, userName, 'one guess more');
    },
  },
  // Faked: an unresponsive database can't be limited to one page of a shared panel.
  busy: { meet: (scene) => answerMadeUp(scene, 'busy', 503) },
  too_many_webhooks: 'The screen of webhooks has tests of its own.',
  address_refused: 'The screen of webhooks has tests of its own.',
  supplier_may_deliver: 'The screen of purchases has tests of its own.',
  at_supplier: 'The screen of orders has tests of its own.',
  signature_invalid: 'Only the app of a phone sees it.',
  webhook_off: 'The screen of webhooks has tests of its own.',
  repeated_gift: 'The dialog always sends a request id.',
  comments_required: 'An own page always has the field.',
  request_not_possible: 'The button says it before.',
  batch_too_large: 'The panel never puts more calls into a batch than the server takes.',
  payload_too_large:
    'The length of whatever is typed is judged before it is sent, and all of it together is less than the limit.',
  // Faked: an unexpected error can't be provoked.
  internal: { meet: (scene) => answerMadeUp(scene, 'internal', 500) },
};

const panel = await ownPanel({
  REGISTRATIONS_PER_HOUR_PER_ADDRESS: '1000',
  LOGINS_PER_MINUTE_PER_ADDRESS: '1000',
  RECHARGE_REQUESTS_PER_10_MINUTES: '1000',
  TICKET_MESSAGES_PER_HOUR: String(MESSAGES_PER_HOUR),
});
const browser = await testBrowser();
let asAdmin: ReturnType<typeof scriptClient>;

beforeAll(async () => {
  const session = await loginAsAdmin(panel.url, panel.admin);
  asAdmin = scriptClient(panel.url, session.tokens.accessToken);
});

const met = Object.entries(refusals).flatMap(([code, how]) =>
  typeof how === 'string' ? [] : [[code as ErrorCode, how] as const],
);
const isEnglish = (nth: number) => nth % 2 === 0;

// Both languages have every text, as their types demand: half of the codes are met in each.
describe.each(['en', 'bn'] as const)('in %s', (language) => {
  /** One for all, so that the browser compiles the panel's code once. */
  let context: BrowserContext;
  beforeAll(async () => {
    context = await browser.newContext({ baseURL: panel.url, viewport: { width: 360, height: 740 } });
    // A new tab begins as in a new browser.
    await context.addInitScript(`
      if (!sessionStorage.getItem('begun')) localStorage.clear();
      sessionStorage.setItem('begun', 'yes');
      localStorage.setItem('language', '${language}');`);
  });
  afterAll(() => context?.close());

  test.each(met.filter((_, nth) => isEnglish(nth) === (language === 'en')))(
    '%s',
    async (code, { meet, shows, who }) => {
      await context.clearCookies();
      const page = await context.newPage();
      try {
        page.setDefaultTimeout(LIMIT_MS);
        const say = texts[language];
        const customer = await registerByScript(panel.url, `${code}.${language}`);
        const asCustomer = scriptClient(panel.url, customer.tokens.accessToken);
        if (who !== 'visitor') await signIn(page, customer);
        await meet({ page, say, language, customer, asCustomer });
        const sentence = shows?.(say, language) ?? say.errors[code];
        await page.getByText(sentence).first().waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      } finally {
        await page.close();
      }
    },
  );
});

test('every error code occurs, or has a reason why not', () => {
  expect(Object.keys(refusals).toSorted()).toEqual(Object.keys(errorMessages).toSorted());
  for (const how of Object.values(refusals)) expect(typeof how === 'string' ? how.length : 99).toBeGreaterThan(20);
});

let many: Promise<number[]> | undefined;
/** From a file, once. */
function fiveHundredServices(): Promise<number[]> {
  many ??= importServices();
  return many;
}

async function importServices(): Promise<number[]> {
  const lines = Array.from({ length: 500 }, (_, nth) => `Service ${nth},facebook,Likes.,1,100,10000,24`);
  const csv = ['name,category,description,price,min,max,avgTime', ...lines].join('\n');
  const { previewHash } = await asAdmin.admin.services.import.mutate({ csv, apply: false });
  const imported = await asAdmin.admin.services.import.mutate({ csv, apply: true, previewHash });
  return imported.lines.flatMap(({ id }) => id ?? []);
}

async function changePassword(page: Page, say: Words, currentPassword: string, newPassword: string): Promise<void> {
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: say.profile.changePassword }).click();
  await page.locator('input[name=currentPassword]').fill(currentPassword);
  await page.locator('input[name=newPassword]').fill(newPassword);
  await page.getByRole('dialog').locator('button[type=submit]').click();
}

/** A fake server error for the one call of a page's test. */
async function answerMadeUp({ page, say }: Scene, code: 'busy' | 'internal', httpStatus: number): Promise<void> {
  await page.route('**/trpc/*tickets.list*', (route) => fulfillWith(route, code, httpStatus));
  await page.goto('/dashboard/tickets');
  await page.getByRole('heading', { name: say.tickets.heading }).waitFor();
}

function fulfillWith(route: Route, code: ErrorCode, httpStatus: number): Promise<void> {
  const error = { message: errorMessages[code], code: -32_603, data: { domainCode: code, httpStatus } };
  return route.fulfill({ status: httpStatus, json: [{ error }] });
}

/** Opens the set-up of a second factor, with the password typed. */
async function openSetUp(page: Page, say: Words): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: say.secondFactor.setUp, exact: true }).click();
  await page.locator('input[name=password]').fill(PASSWORD);
}
