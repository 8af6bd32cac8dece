import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../lib/session.ts';
import { queryClient } from '../lib/trpc.ts';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { Refusal, stubServer } from '../testing/fake-server.ts';
import { startSignedIn } from '../testing/signed-in-browser.ts';
import { aUser } from '../testing/users.ts';
import { App } from './app.tsx';
import { appRoutes } from './router.tsx';

const settings = {
  chatUrl: null,
  supportEmail: 'help@shop.example',
  videoUrls: [],
  passwordMinLength: 6,
  timeZone: 'Asia/Dhaka',
};

beforeEach(() => {
  stubBrowser(() => true);
  queryClient.clear();
});

/** @returns a function for the current path */
function renderApp(at: string): () => string {
  const router = createMemoryRouter(appRoutes, { initialEntries: [at] });
  render(
    <App>
      <RouterProvider router={router} />
    </App>,
  );
  return () => router.state.location.pathname;
}

const answerVisitor = (name: string) => (name === 'notices.list' ? [] : settings);

function signIn(refuse?: () => Refusal): void {
  session.start({ user: aUser(), tokens: { accessToken: 'token' } });
  stubServer((name) => {
    if (name === 'settings.public') return settings;
    if (refuse) throw refuse();
    if (name === 'auth.me') return { ...aUser(), balanceNanos: 0 };
    if (name === 'balance.get') return { balanceNanos: 0 };
    if (name === 'notices.list') return [];
    throw new Error(`nothing here asks for ${name}`);
  });
}

test('the title names the form of the login page, even if the page was already open', async () => {
  session.end('logout');
  stubServer(answerVisitor);
  for (const time of ['the first time', 'again']) {
    renderApp('/register?mode=login');
    await screen.findByRole('heading', { name: 'Login' });
    expect(document.title, time).toBe('Login · Reseller Panel');
    await userEvent.click(screen.getByRole('link', { name: /Forgot/ }));
    await screen.findByRole('heading', { name: /Forgot/ });
    expect(document.title, time).toBe('Forgot Password · Reseller Panel');
    cleanup();
  }
});

test('an admin who lost the role gets a message at the next call and their own dashboard, with one check only', async () => {
  let role: 'admin' | 'user' = 'admin';
  let looks = 0;
  const answer = (name: string) => {
    if (name === 'settings.public') return settings;
    if (name === 'auth.me') {
      looks++;
      return { ...aUser({ role }), balanceNanos: 0 };
    }
    if (name.startsWith('admin.') && role === 'user') throw new Refusal('forbidden');
    if (name === 'balance.get') return { balanceNanos: 0 };
    if (name === 'notices.list') return [];
    if (name.startsWith('admin.audit')) return { items: [], nextCursor: null };
    return {};
  };
  startSignedIn(answer, { role, matches: () => true });
  renderApp('/dashboard/audit');
  expect(await screen.findByText('No such action')).toBeDefined();
  role = 'user';
  looks = 0;
  await userEvent.selectOptions(screen.getByLabelText('About'), 'Settings');
  await screen.findByRole('heading', { name: 'Not allowed' });
  expect(screen.getByText(/^This page is for administrators/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Manage Orders' })).toBeNull();
  expect(looks).toBe(1);
  expect(JSON.stringify(queryClient.getQueryCache().getAll())).not.toContain('"audit"');
  const lead = screen.getByRole('link', { name: 'Go to your dashboard' });
  expect(lead.getAttribute('href')).toBe('/dashboard');
});

test('an admin who must set up a second factor gets that in place of every page, until it is on', async () => {
  let mustEnroll = true;
  const answer = (name: string) => {
    if (name === 'settings.public') return settings;
    if (name === 'notices.list') return [];
    const twoFactor = mustEnroll ? null : { confirmedAt: '2026-01-31T10:00:00.000Z', recoveryCodesLeft: 10 };
    if (name === 'auth.profile') return { ...aUser({ role: 'admin' }), pendingEmail: null, twoFactor };
    if (name === 'auth.sessions') return [];
    if (mustEnroll) throw new Refusal('second_factor_missing', 'Admins of this shop need two-factor authentication.');
    if (name === 'auth.me') return { ...aUser({ role: 'admin' }), balanceNanos: 0, twoFactor: true, mustEnroll };
    if (name === 'balance.get') return { balanceNanos: 0 };
    return { items: [], nextCursor: null };
  };
  startSignedIn(answer, { role: 'admin', matches: () => true });
  const path = renderApp('/dashboard/audit');
  await screen.findByRole('heading', { name: 'Set up two-factor authentication first' });
  expect(path()).toBe('/dashboard/audit');
  expect(localStorage.getItem('auth')).not.toContain('mustEnroll');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((to) => to?.startsWith('/'))).toEqual(['/', '/dashboard/profile']);
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();

  // Turned on in another tab: this one reads the profile when it is seen again.
  mustEnroll = false;
  await queryClient.invalidateQueries();
  await screen.findByText('No such action');
  await screen.findByRole('link', { name: 'Manage Orders' });
});

test('an unknown page of the dashboard keeps the sidebar, inside the main landmark', async () => {
  signIn();
  renderApp('/dashboard/nowhere');
  const main = within(await screen.findByRole('main'));
  await main.findByRole('heading', { name: 'Page not found' });
  expect(screen.getByRole('navigation', { name: 'Dashboard' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/dashboard/profile');
});

test("a customer blocked in the meantime sees that and the shop's contact, instead of the login", async () => {
  signIn(() => new Refusal('blocked', 'This account is blocked. Please contact support.'));
  const path = renderApp('/dashboard/nowhere');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Oops...' }));
  expect(dialog.getByText('This account is blocked. Please contact support.')).toBeTruthy();
  await dialog.findByRole('link', { name: 'help@shop.example' });
  await waitFor(() => expect(path()).toBe('/'));
  expect(screen.queryByText(/You need to login first/)).toBeNull();
  expect(session.endedBy()).toBe('block');
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
});

test('a customer blocked while a public page is open sees that as well', async () => {
  signIn(() => new Refusal('blocked', 'This account is blocked. Please contact support.'));
  const path = renderApp('/about');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Oops...' }));
  expect(dialog.getByText('This account is blocked. Please contact support.')).toBeTruthy();
  await dialog.findByRole('link', { name: 'help@shop.example' });
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(path()).toBe('/about');
});

test('the navigation leads to the About page', async () => {
  session.end('logout');
  stubServer(answerVisitor);
  renderApp('/about');
  await screen.findByRole('heading', { name: 'About Us' });
  const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'About' });
  expect(link.getAttribute('aria-current')).toBe('page');
});
