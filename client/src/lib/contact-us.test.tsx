import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ErrorState } from '../components/error-state.tsx';
import { FormProblem } from '../components/form-problem.tsx';
import { switchTo } from '../i18n/switch-language.ts';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { Refusal, stubServer } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { aUser } from '../testing/users.ts';
import { ContactUs } from './contact-us.tsx';
import { readError, reportError } from './errors.ts';
import { session } from './session.ts';
import { showError } from './toasts/toasts.ts';
import { queryClient, trpcClient } from './trpc.ts';

beforeEach(() => {
  stubBrowser(() => true);
  queryClient.clear();
});
afterEach(async () => {
  cleanup();
  session.end('logout');
  await switchTo('en');
});

const login = { userName: 'rahim', password: 'x' };
const signIn = () => session.start({ user: aUser(), tokens: { accessToken: 'token' } });

const blocked = 'This account is blocked. Please contact support.';

function serveSettings(settings: { chatUrl: string | null; supportEmail: string | null }, refusal = blocked): void {
  stubServer((name) => {
    if (name === 'settings.public') return { ...settings, videoUrls: [], passwordMinLength: 6 };
    throw new Refusal('blocked', refusal);
  });
}

const addresses = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent?.trim(), link.getAttribute('href')]);

test.each([
  ['https://t.me/shop', null, [['Support chat', 'https://t.me/shop']]],
  [null, 'help@shop.example', [['help@shop.example', 'mailto:help@shop.example']]],
  [
    'https://t.me/shop',
    'a?cc=x@shop.example',
    [
      ['Support chat', 'https://t.me/shop'],
      ['a?cc=x@shop.example', 'mailto:a%3Fcc%3Dx@shop.example'],
    ],
  ],
])('with the chat at %s and the address %s it links there', async (chatUrl, supportEmail, links) => {
  serveSettings({ chatUrl, supportEmail });
  renderScreen(<ContactUs />);
  await screen.findAllByRole('link');
  expect(addresses()).toEqual(links);
});

test('a signed-in user can always open a ticket', async () => {
  serveSettings({ chatUrl: 'https://t.me/shop', supportEmail: null });
  signIn();
  renderScreen(<ContactUs />);
  await screen.findAllByRole('link');
  expect(addresses()).toEqual([
    ['Support chat', 'https://t.me/shop'],
    ['Open a ticket', '/dashboard/tickets/new'],
  ]);
});

const nothing = { chatUrl: null, supportEmail: null };

test('without either it explains how to open a ticket', async () => {
  serveSettings(nothing);
  signIn();
  renderScreen(<ContactUs />);
  await screen.findByText(/Write to us in a ticket/);
  expect(addresses()).toEqual([['Open a ticket', '/dashboard/tickets/new']]);
});

const afterLogin = '/register?mode=login&next=%2Fdashboard%2Ftickets%2Fnew';

test('a visitor reaches the ticket through the login', async () => {
  serveSettings(nothing);
  renderScreen(<ContactUs />);
  await screen.findByText('Log in, or register, and write to us in a ticket.');
  expect(addresses()).toEqual([['Open a ticket', afterLogin]]);
});

describe('every message that refers to the support has contact links below it, in both languages', () => {
  const sayBlocked = {
    'a dialog': (error: unknown) => {
      renderScreen(null);
      void reportError('Oops...', error);
    },
    'a dialog that says more than that': (error: unknown) => {
      renderScreen(null);
      void showError('Oops...', `Order #7: ${readError(error).message}`);
    },
    'a form': (error: unknown) => renderScreen(<FormProblem title="Failed" error={error} fields={[]} />),
    'a part of a page': (error: unknown) => renderScreen(<ErrorState error={error} />),
  };

  test.each(Object.keys(sayBlocked) as (keyof typeof sayBlocked)[])('%s', async (where) => {
    serveSettings({ ...nothing, supportEmail: 'help@shop.example' });
    const refused: unknown = await trpcClient.auth.login.mutate(login).catch((error: unknown) => error);
    for (const [language, sentence] of [
      ['en', blocked],
      ['bn', 'এই অ্যাকাউন্ট ব্লক করা হয়েছে। সাপোর্টে যোগাযোগ করুন।'],
    ] as const) {
      await switchTo(language);
      sayBlocked[where](refused);
      await screen.findByText(new RegExp(sentence));
      await waitFor(() => expect(addresses().map(([, address]) => address)).toEqual(['mailto:help@shop.example']));
      const ok = screen.queryByRole('button', { name: /^(OK|ঠিক আছে)$/ });
      if (ok) await userEvent.click(ok);
      cleanup();
    }
  });

  test.each(Object.keys(sayBlocked) as (keyof typeof sayBlocked)[])(
    '%s never sends a blocked user back to the login: without chat and address it names the seller',
    async (where) => {
      serveSettings(nothing);
      // The session may end only after the error is displayed.
      signIn();
      const refused: unknown = await trpcClient.auth.login.mutate(login).catch((error: unknown) => error);
      signIn();
      for (const [language, sentence] of [
        ['en', /contact the seller directly/],
        ['bn', /সরাসরি বিক্রেতার সাথে যোগাযোগ/],
      ] as const) {
        await switchTo(language);
        sayBlocked[where](refused);
        await screen.findByText(sentence);
        expect(addresses()).toEqual([]);
        const ok = screen.queryByRole('button', { name: /^(OK|ঠিক আছে)$/ });
        if (ok) await userEvent.click(ok);
        cleanup();
      }
    },
  );
});

test.each([
  ['en', `${blocked} Reason: $& <b>{reason}</b>`],
  ['bn', 'এই অ্যাকাউন্ট ব্লক করা হয়েছে। সাপোর্টে যোগাযোগ করুন। কারণ: $& <b>{reason}</b>'],
] as const)(
  'the reason of a block is displayed in %s as typed, with contact links below it',
  async (language, text) => {
    serveSettings({ ...nothing, supportEmail: 'help@shop.example' }, `${blocked} Reason: $& <b>{reason}</b>`);
    await switchTo(language);
    renderScreen(null);
    const refused = await trpcClient.auth.login.mutate(login).catch((error) => error);
    void reportError('Login Failed', refused);
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Login Failed' }));
    expect(dialog.getByText(text)).toBeTruthy();
    await dialog.findByRole('link', { name: 'help@shop.example' });
    await userEvent.click(dialog.getByRole('button', { name: /^(OK|ঠিক আছে)$/ }));
  },
);

test('a message that refers a blocked customer to the support has contact links below it', async () => {
  serveSettings({ chatUrl: 'https://t.me/shop', supportEmail: 'help@shop.example' });
  renderScreen(null);
  const refused = await trpcClient.auth.login.mutate(login).catch((error) => error);
  void reportError('Login Failed', refused);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Login Failed' }));
  expect(dialog.getByText('This account is blocked. Please contact support.')).toBeTruthy();
  await dialog.findByRole('link', { name: 'Support chat' });
  expect(dialog.getByRole('link', { name: 'help@shop.example' })).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
});

test('other failures do not refer to the support', async () => {
  serveSettings({ chatUrl: 'https://t.me/shop', supportEmail: null });
  // By now the settings have loaded.
  renderScreen(<ContactUs />);
  await screen.findByRole('link', { name: 'Support chat' });
  void reportError('Oops...', new Error('x'));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Oops...' }));
  expect(dialog.queryAllByRole('link')).toEqual([]);
});
