import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { session } from '../../lib/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { routes } from '../routes.ts';
import BottomBar from './bottom-bar.tsx';
import { loadPlaces, usePlaces } from './places.ts';

test.each([
  ['user', ['Home', 'Services', 'Orders', 'Balance', 'More']],
  ['admin', ['Dashboard', 'Orders', 'Recharges', 'Users', 'More']],
] as const)('on a phone the bar has the places of a %s', async (role, names) => {
  await show(role);
  const bar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect([...bar.getAllByRole('link'), bar.getByRole('button')].map(({ textContent }) => textContent)).toEqual(names);
});

test.each(['user', 'admin'] as const)('bar and More contain every page of a %s exactly once', async (role) => {
  await show(role);
  const inBar = linksIn(screen.getByRole('navigation', { name: 'Main' }));
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  const inMore = linksIn(await screen.findByRole('navigation', { name: 'More' }));
  const all = places().map(({ to }) => to);
  expect([...inBar, ...inMore].toSorted()).toEqual(all.toSorted());
  expect(all.length).toBeGreaterThan(10);
});

test.each(['user', 'admin'] as const)('every place of a %s is a page that the role may open', async (role) => {
  await show(role);
  for (const { to } of places()) {
    const route = routes.find(({ path }) => path === to);
    expect([to, route !== undefined, role === 'admin' || route?.access !== 'admin']).toEqual([to, true, true]);
  }
});

test.each([
  ['/dashboard/orders/7', 'Orders'],
  ['/service', 'Services'],
  ['/payment', 'Balance'],
])('at %s the bar marks %s', async (path, name) => {
  await show('user', path);
  const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map(({ textContent }) => textContent)).toEqual([name]);
});

test('More navigates to its links and closes; logout is last', async () => {
  await show('user');
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
  await show('user');
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(session.get().user).toBeNull();
  expect(screen.getByTestId('place').textContent).toBe('/');
});

async function show(role: 'user' | 'admin', at = '/nowhere'): Promise<void> {
  startSignedIn(() => ({}), { role });
  await loadPlaces();
  renderScreen(<BottomBar />, at);
}

const places = () => renderHook(usePlaces).result.current.all;

function linksIn(nav: HTMLElement): (string | null)[] {
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
}
