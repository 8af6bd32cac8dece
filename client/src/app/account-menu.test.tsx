// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../lib/session.ts';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { aUser } from '../testing/users.ts';
import AccountMenu from './account-menu.tsx';

const own = ['Order History', 'Recharge History', 'Add Balance'];

let isWide: boolean;

beforeEach(() => {
  isWide = false;
  stubBrowser(() => isWide);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("on a phone a customer's own pages are one press away", async () => {
  expect(await openMenuOf('user')).toEqual(['Home', 'Service', 'About', 'Profile', 'Dashboard', ...own, 'Logout']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Order History' }));
  // The menu acts on a press in its own time.
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/dashboard/orderHistory'));
});

test('an admin has no orders and recharges of their own', async () => {
  expect(await openMenuOf('admin')).toEqual(['Home', 'Service', 'About', 'Profile', 'Dashboard', 'Logout']);
});

test('where there is room the menu leaves out what the sidebar and the top bar have', async () => {
  isWide = true;
  expect(await openMenuOf('user')).toEqual(['Profile', 'Dashboard', 'Logout']);
});

async function openMenuOf(role: 'user' | 'admin'): Promise<(string | undefined)[]> {
  session.start({ user: aUser({ role }), tokens: { accessToken: 'token' } });
  renderScreen(<AccountMenu trigger={{ children: 'Account' }} />, '/');
  const items = await screen.findAllByRole('menuitem');
  return items.map((item) => item.textContent?.trim());
}
