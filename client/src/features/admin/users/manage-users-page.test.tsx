// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nanos } from '../../../../../shared/money.ts';
import { queryClient } from '../../../lib/trpc.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import { aUser } from '../../../testing/users.ts';
import ManageUsersPage from './manage-users-page.tsx';
import type { User } from './user.ts';

let users: User[];

beforeEach(() => {
  startSignedIn(() => ({ items: users, nextCursor: null }), { role: 'admin', matches: () => true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the open Give Balance follows the balance, and stays with what was typed when its user leaves the list', async () => {
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

function listed(overrides: Partial<User>): User {
  return { ...aUser(), balanceNanos: nanos(1e9), blocked: false, ...overrides };
}
