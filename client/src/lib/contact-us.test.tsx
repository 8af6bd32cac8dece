// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { Refusal, stubServer } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ContactUs } from './contact-us.tsx';
import { tellError } from './errors.ts';
import { queryClient, trpcClient } from './trpc.ts';

beforeEach(() => {
  stubBrowser(() => true);
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function serveSettings(settings: { chatUrl: string | null; supportEmail: string | null }): void {
  stubServer((name) => {
    if (name === 'settings.public') return { ...settings, videoUrls: [], passwordMinLength: 6 };
    throw new Refusal('blocked', 'This account is blocked. Please contact support.');
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
])('with the chat at %s and the address %s it leads there', async (chatUrl, supportEmail, links) => {
  serveSettings({ chatUrl, supportEmail });
  renderScreen(<ContactUs />);
  await screen.findAllByRole('link');
  expect(addresses()).toEqual(links);
});

test('where neither is known it says so', async () => {
  serveSettings({ chatUrl: null, supportEmail: null });
  renderScreen(<ContactUs />);
  await screen.findByText(/has not put in a chat or an email address yet/);
  expect(addresses()).toEqual([]);
});

test('a message that sends a blocked customer to support has the ways there below it', async () => {
  serveSettings({ chatUrl: 'https://t.me/shop', supportEmail: 'help@shop.example' });
  renderScreen(null);
  const refused = await trpcClient.auth.login.mutate({ userName: 'rahim', password: 'x' }).catch((error) => error);
  void tellError('Login Failed', refused);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Login Failed' }));
  expect(dialog.getByText('This account is blocked. Please contact support.')).toBeTruthy();
  await dialog.findByRole('link', { name: 'Support chat' });
  expect(dialog.getByRole('link', { name: 'help@shop.example' })).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
});

test('another failure does not send people to support', async () => {
  serveSettings({ chatUrl: 'https://t.me/shop', supportEmail: null });
  // What it would lead to is known by then.
  renderScreen(<ContactUs />);
  await screen.findByRole('link', { name: 'Support chat' });
  void tellError('Oops...', new Error('x'));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Oops...' }));
  expect(dialog.queryAllByRole('link')).toEqual([]);
});
