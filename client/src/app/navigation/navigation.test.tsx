import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { session } from '../../lib/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { routes } from '../routes.ts';
import BottomBar from './bottom-bar.tsx';
import { placesOf } from './places.ts';

test.each([
  ['user', ['Home', 'Services', 'Orders', 'Balance', 'More']],
  ['admin', ['Dashboard', 'Orders', 'Recharges', 'Users', 'More']],
] as const)('on a phone the bar has the places of a %s', (role, names) => {
  show(role);
  const bar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect([...bar.getAllByRole('link'), bar.getByRole('button')].map(({ textContent }) => textContent)).toEqual(names);
});

test.each(['user', 'admin'] as const)('bar and More contain every page of a %s exactly once', async (role) => {
  show(role);
  const inBar = linksIn(screen.getByRole('navigation', { name: 'Main' }));
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  const inMore = linksIn(await screen.findByRole('navigation', { name: 'More' }));
  const all = placesOf(role === 'admin').all.map(({ to }) => to);
  expect([...inBar, ...inMore].toSorted()).toEqual(all.toSorted());
});

test('every place is a page that the role may open', () => {
  for (const isAdmin of [true, false]) {
    for (const { to } of placesOf(isAdmin).all) {
      const route = routes.find(({ path }) => path === to);
      expect([to, route !== undefined, isAdmin || route?.access !== 'admin']).toEqual([to, true, true]);
    }
  }
});

test.each([
  ['/dashboard/orders/7', 'Orders'],
  ['/service', 'Services'],
  ['/payment', 'Balance'],
])('at %s the bar marks %s', (path, name) => {
  show('user', path);
  const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map(({ textContent }) => textContent)).toEqual([name]);
});

test('More navigates to its links and closes; logout is last', async () => {
  show('user');
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  const sheet = await screen.findByRole('dialog', { name: 'Rahim Uddin' });
  const pressable = within(sheet)
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-label') === null);
  expect(pressable.at(-1)?.textContent?.trim()).toBe('Logout');
  const last = within(sheet).getAllByRole('link').at(-1);
  expect(last && last.compareDocumentPosition(pressable.at(-1) as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(within(sheet).getByRole('link', { name: 'Statement' }));
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/statement');
  // It disappears after an animation, which never ends here.
  await waitFor(() => expect(sheet.dataset.state).toBe('closed'));
});

test('after a logout there the home page opens without a session', async () => {
  show('user');
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(session.get().user).toBeNull();
  expect(screen.getByTestId('place').textContent).toBe('/');
});

function show(role: 'user' | 'admin', at = '/nowhere'): void {
  startSignedIn(() => ({}), { role });
  renderScreen(<BottomBar />, at);
}

function linksIn(nav: HTMLElement): (string | null)[] {
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
}
