import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/trpc.ts';
import { anOrder } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import { aUser } from '../../../testing/users.ts';
import ManageOrdersPage from '../orders/manage-orders-page.tsx';

const PAGE = 2;
const scrolledTo: unknown[] = [];

beforeEach(() => {
  scrolledTo.length = 0;
  startSignedIn(answer, { role: 'admin', matches: () => true });
  vi.stubGlobal('scrollTo', (...place: unknown[]) => scrolledTo.push(place));
});

test('a reload restores the loaded rows, the active row, and the scroll position', async () => {
  await leaveAt(3);
  renderScreen(<ManageOrdersPage />, '/?status=all');
  await screen.findByRole('button', { name: 'Open order 5' });
  await vi.waitFor(() => expect(marked()).toBe('7'));
  expect(scrolledTo).toContainEqual([0, 120]);
});

test('another filter starts at its top, and any input of the user stops the restoration', async () => {
  await leaveAt(3);
  renderScreen(<ManageOrdersPage />, '/?status=done');
  await screen.findByRole('button', { name: 'Open order 9' });
  expect(screen.queryByRole('button', { name: 'Open order 7' })).toBeNull();
  cleanup();

  renderScreen(<ManageOrdersPage />, '/?status=all');
  fireEvent.wheel(window);
  await screen.findByRole('button', { name: 'Open order 9' });
  expect(scrolledTo).not.toContainEqual([0, 120]);
});

test('regression: an address that opens a row showed another one, which was active before', async () => {
  await leaveAt(3);
  renderScreen(<ManageOrdersPage />, '/?status=all&order=8');
  await vi.waitFor(() => expect(marked()).toBe('8'));
  await vi.waitFor(() => expect(scrolledTo).toContainEqual([0, 120]));
  expect(marked()).toBe('8');
});

/** Loads three pages, activates a row, scrolls, and leaves. */
async function leaveAt(row: number): Promise<void> {
  renderScreen(<ManageOrdersPage />, '/?status=all');
  for (const id of [9, 7]) {
    await screen.findByRole('button', { name: `Open order ${id}` });
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  }
  await screen.findByRole('button', { name: 'Open order 5' });
  for (let at = 0; at < row; at++) fireEvent.keyDown(document.body, { key: 'j' });
  expect(marked()).toBe('7');
  vi.stubGlobal('scrollY', 120);
  fireEvent.scroll(window);
  cleanup();
  queryClient.clear();
  scrolledTo.length = 0;
}

function marked(): string | null | undefined {
  return document.querySelector('tr[aria-current] [aria-label^=Open]')?.textContent;
}

function answer(name: string, input: Record<string, unknown>) {
  if (name === 'admin.orders.get')
    return { ...anOrder({ id: Number(input.id) }), events: [], requests: [], purchases: [] };
  if (name === 'admin.users.get') return { ...aUser(), balanceNanos: 0, counts: { orders: 1, tickets: 0 } };
  if (name !== 'admin.orders.list') return { items: [], nextCursor: null };
  const start = Number(input.cursor ?? 9);
  const items = Array.from({ length: PAGE }, (_, at) => anOrder({ id: start - at }));
  return { items, nextCursor: start > 3 ? String(start - PAGE) : null };
}
