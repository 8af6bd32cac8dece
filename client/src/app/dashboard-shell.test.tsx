import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSidebarOpen, toggleSidebar } from '../lib/sidebar.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { startSignedIn } from '../testing/signed-in-browser.ts';
import DashboardShell from './dashboard-shell.tsx';

let widthPx: number;

beforeEach(() => {
  widthPx = 1440;
});
afterEach(() => {
  if (!isSidebarOpen()) act(toggleSidebar);
});

test('the sidebar folds to icons with names, by its button and by a key, and the device remembers it', async () => {
  open('admin');
  expect((await screen.findByRole('link', { name: 'Manage Orders' })).textContent).toContain('Manage Orders');
  await userEvent.click(screen.getByRole('button', { name: 'Collapse' }));
  const icon = await screen.findByRole('link', { name: 'Manage Orders' });
  await waitFor(() => expect(icon.getAttribute('aria-description')).toBe('1,066 waiting'));
  expect(icon.dataset.waiting).toBe('99+');
  expect(localStorage.getItem('sidebar')).toBe('folded');
  await userEvent.hover(icon);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Manage Orders');
  await userEvent.keyboard('[[');
  expect(await screen.findByRole('button', { name: 'Collapse' })).toBeDefined();
  expect(localStorage.getItem('sidebar')).toBeNull();
});

test('a bracket that is typed into a field folds nothing', async () => {
  open('user');
  const field = document.body.appendChild(document.createElement('input'));
  await userEvent.type(field, '[[');
  expect(screen.getByRole('button', { name: 'Collapse' })).toBeDefined();
  field.remove();
});

test('a tablet has only the icons', async () => {
  widthPx = 768;
  open('user');
  expect(await screen.findByRole('link', { name: 'Order History' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /Collapse|Open the sidebar/ })).toBeNull();
  await userEvent.keyboard('[[');
  expect(localStorage.getItem('sidebar')).toBeNull();
});

test('a phone has no sidebar', () => {
  widthPx = 360;
  open('user');
  expect(screen.queryByRole('link')).toBeNull();
});

test.each([
  ['user', true],
  ['admin', false],
] as const)('the profile block of a %s is open at first: %s', async (role, isOpen) => {
  open(role);
  const block = screen.getByRole('button', { name: /Rahim/ });
  expect(block.getAttribute('aria-expanded')).toBe(String(isOpen));
  await userEvent.click(block);
  expect(block.getAttribute('aria-expanded')).toBe(String(!isOpen));
});

function open(role: 'user' | 'admin'): void {
  const counts = {
    orders: { open: 1066, pending: 1066, processing: 0, completed: 0, partial: 0, rejected: 0, all: 1066 },
    recharges: { pending: 0, withMessage: 0, matching: 0, approved: 0, rejected: 0, all: 0 },
    requests: { open: 0, pending: 0, accepted: 0, rejected: 0, done: 0, all: 0 },
    tickets: { open: 0 },
  };
  const matches = (query: string) => widthPx >= Number(/\d+/.exec(query)?.[0] ?? 0);
  startSignedIn(() => ({ balanceNanos: 0 }), { role, matches, desk: { counts } });
  renderScreen(<DashboardShell />, '/dashboard');
}
