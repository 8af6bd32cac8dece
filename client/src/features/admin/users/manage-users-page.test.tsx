import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { nanos } from '#shared/money.ts';
import { queryClient } from '../../../lib/trpc.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import { aUser } from '../../../testing/users.ts';
import ManageUsersPage from './manage-users-page.tsx';
import type { User } from './user.ts';

let users: User[];
let asked: Record<string, unknown>[];

beforeEach(() => {
  asked = [];
});
asAdmin(serve);

function serve(name: string, input: Record<string, unknown>) {
  if (name === 'admin.stats') return { users: { count: 4177, offset: 1200 } };
  if (name === 'admin.users.list') asked.push(input);
  return { items: users, nextCursor: null };
}

test('the open Give Balance updates the balance, and keeps its input when its user leaves the list', async () => {
  const karim = listed({ id: 2, userName: 'karim', name: 'Karim' });
  users = [karim];
  renderScreen(<ManageUsersPage />, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'Recharge karim' }));
  await userEvent.type(await screen.findByLabelText('Amount'), '2.50');

  users = [{ ...karim, balanceNanos: nanos(4e9) }];
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText('$6.50')).toBeDefined();

  users = [listed({ id: 3, userName: 'new', name: 'New One' })];
  await act(() => queryClient.invalidateQueries());
  await screen.findByText('New One');
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('2.50');
});

test('the heading has the real number of users, without the display offset', async () => {
  users = [listed({ id: 2, userName: 'karim', name: 'Karim' })];
  renderScreen(<ManageUsersPage />, '/?status=blocked');
  expect(await screen.findByText('4,177 users')).toBeDefined();
});

test("a name links to the user's page, and so does a click on the row", async () => {
  users = [listed({ id: 2, userName: 'karim', name: 'Karim' })];
  renderScreen(<ManageUsersPage />, '/');
  const link = await screen.findByRole('link', { name: 'Karim' });
  expect(link.getAttribute('href')).toBe('/dashboard/users/2');
  await userEvent.click(screen.getByText('rahim@example.com'));
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/users/2');
});

test('a user is blocked from the list with a reason, and the dialog has their name', async () => {
  users = [listed({ id: 2, userName: 'karim', name: 'Karim' })];
  const sent: unknown[] = [];
  startSignedIn((name, input) => (name === 'admin.users.setBlocked' ? sent.push(input) : serve(name, input)), {
    role: 'admin',
    matches: () => true,
  });
  renderScreen(<ManageUsersPage />, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'Block karim' }));
  expect(await screen.findByText(/^Karim is logged out everywhere at once/)).toBeDefined();
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Spam');
  await userEvent.click(screen.getByRole('button', { name: 'Yes, block it!' }));
  expect(await screen.findByText('User has been blocked.')).toBeDefined();
  expect(sent).toEqual([{ id: 2, blocked: true, reason: 'Spam' }]);
});

test('filters and sort order are stored in the URL and sent to the server', async () => {
  users = [listed({ id: 2, name: 'Karim' })];
  renderScreen(<ManageUsersPage />, '/?status=admins&sort=balance&q=kar');
  await screen.findByText('Karim');
  expect(asked.at(-1)).toMatchObject({ role: 'admin', sort: 'balance', search: 'kar' });
  await userEvent.click(screen.getByRole('button', { name: 'Blocked' }));
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await screen.findByText('Karim');
  expect(screen.getByTestId('place').textContent).toBe('/?status=blocked&sort=name&q=kar');
  expect(asked.at(-1)).toMatchObject({ status: 'blocked', sort: 'name' });
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await screen.findByText('Karim');
  expect(asked.at(-1)).toMatchObject({ sort: 'nameDescending' });
  const balance = screen.getByRole('columnheader', { name: 'Balance' });
  await userEvent.click(screen.getByRole('button', { name: 'Balance' }));
  expect(balance.getAttribute('aria-sort')).toBe('descending');
  await userEvent.click(screen.getByRole('button', { name: 'Balance' }));
  expect(balance.getAttribute('aria-sort')).toBe('ascending');
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'lowestBalance' }));
});

test('a phone has sort order and export, too', async () => {
  users = [listed({ id: 2, name: 'Karim' })];
  startSignedIn(serve, { role: 'admin', matches: () => false });
  renderScreen(<ManageUsersPage />, '/');
  await screen.findByText('Karim');
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Lowest balance');
  await screen.findByText('Karim');
  expect(asked.at(-1)).toMatchObject({ sort: 'lowestBalance' });
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDefined();
});

function listed(overrides: Partial<User>): User {
  return { ...aUser(), balanceNanos: nanos(1e9), blocked: false, ...overrides };
}
