import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../lib/session.ts';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { chooseFromMenu } from '../../testing/choose-from-menu.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { aUser } from '../../testing/users.ts';
import AccountMenu from './account-menu.tsx';
import VisitorMenu from './visitor-menu.tsx';

beforeEach(() => stubBrowser(() => true));

test.each(['user', 'admin'] as const)(
  'the menu of a %s has the links that no bar has, with the logout last',
  async (role) => {
    await openMenuOf(role);
    expect(await items()).toEqual(['Profile', 'Dashboard', 'Logout']);
  },
);

test('the menu navigates to its links', async () => {
  await openMenuOf('user');
  await chooseFromMenu('Profile');
  // The menu handles the click asynchronously.
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/profile'));
});

test('on a phone a visitor has one menu with all public pages', async () => {
  renderScreen(<VisitorMenu trigger={{ children: 'Menu' }} />, '/');
  expect(await items()).toEqual(['Home', 'Service', 'About']);
});

async function openMenuOf(role: 'user' | 'admin'): Promise<void> {
  session.start({ user: aUser({ role }), tokens: { accessToken: 'token' } });
  renderScreen(<AccountMenu trigger={{ children: 'Account' }} />, '/');
  await screen.findAllByRole('menuitem');
}

async function items(): Promise<(string | undefined)[]> {
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent?.trim());
}
