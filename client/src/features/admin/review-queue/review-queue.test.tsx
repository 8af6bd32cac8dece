import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { liveState } from '../../../lib/live/live-state.ts';
import { queryClient } from '../../../lib/trpc.ts';
import { aJob } from '../../../testing/jobs.ts';
import { anOrder } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import type { Job } from '../jobs/job-state.ts';
import ManageOrdersPage from '../orders/manage-orders-page.tsx';
import type { Order } from '../orders/order.ts';

/** The inputs of the list's requests, and of others. */
const asked: Record<string, unknown>[] = [];
const decided: Record<string, unknown>[] = [];
let orders: Order[];
let serve: (input: Record<string, unknown>) => { items: Order[]; nextCursor: string | null };
const started: Record<string, unknown>[] = [];
/** The server's jobs. */
const jobs: Job[] = [];
let cancel: (input: Record<string, unknown>) => void;
let decide: (id: number) => void | Promise<void>;

beforeEach(() => {
  asked.length = 0;
  decided.length = 0;
  started.length = 0;
  jobs.length = 0;
  orders = [order(1), order(2), order(3)];
  serve = () => ({ items: orders, nextCursor: null });
  decide = () => undefined;
  liveState.set(true);
  const answer = async (name: string, input: Record<string, unknown>) => {
    if (name === 'admin.orders.decide') {
      decided.push(input);
      await decide(Number(input.id));
      return order(Number(input.id), { status: 'completed' });
    }
    if (name === 'admin.jobs.start') {
      started.push(input);
      return { job: aJob() };
    }
    if (name === 'admin.jobs.cancel') {
      cancel(input);
      return { job: aJob({ status: 'canceled' }) };
    }
    if (name === 'admin.jobs.get') return { job: aJob(), rows: [] };
    if (name === 'admin.orders.count') return { count: 4177, isAll: true };
    if (name === 'services.list')
      return { items: [{ id: 7, name: 'Instagram Followers' }], total: 1, nextCursor: null };
    if (name === 'services.get') return { id: 7, name: 'Instagram Followers' };
    if (name === 'admin.orders.list' || name === 'admin.orders.matching') {
      asked.push({ name, ...input });
      return serve({ name, ...input });
    }
    throw new Error(`nobody asks for ${name} here`);
  };
  startSignedIn(answer, {
    role: 'admin',
    matches: () => true,
    desk: {
      jobs,
      counts: {
        orders: { open: 3, pending: 2, processing: 1, completed: 8, partial: 0, rejected: 1, all: 12 },
        recharges: { pending: 0, withMessage: 0, matching: 0, approved: 0, rejected: 0, all: 0 },
        requests: { open: 0, pending: 0, accepted: 0, rejected: 0, done: 0, all: 0 },
        tickets: { open: 0 },
      },
      choices: { admins: [{ id: 5, userName: 'boss' }], methods: [] },
    },
  });
});
afterEach(() => {
  cleanup();
  liveState.set(false);
});

const shownIds = () =>
  screen.queryAllByRole('button', { name: /^Open order/ }).map(({ textContent }) => Number(textContent));
/** Like an event of the stream. */
const readAgain = () => queryClient.invalidateQueries();

test('the longest waiting row is first, decided ones come newest first, and a header sorts', async () => {
  renderScreen(<ManageOrdersPage />, '/');
  await screen.findByRole('button', { name: 'Open order 1' });
  expect(asked.at(-1)).toMatchObject({ status: 'open', sort: 'oldest' });
  const header = (name: string) => screen.getByRole('columnheader', { name });
  expect(header('Age').getAttribute('aria-sort')).toBe('descending');

  await userEvent.click(within(header('Cost')).getByRole('button'));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'largest' }));
  expect(header('Cost').getAttribute('aria-sort')).toBe('descending');
  expect(header('Age').getAttribute('aria-sort')).toBe('none');
  await userEvent.click(within(header('Cost')).getByRole('button'));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'smallest' }));
  expect(screen.getByTestId('place').textContent).toBe('/?sort=smallest');

  cleanup();
  renderScreen(<ManageOrdersPage />, '/?status=rejected');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ status: 'rejected', sort: 'newest' }));
  expect(screen.getByRole('button', { name: 'Rejected', pressed: true })).toBeDefined();
});

test('waiting rows are counted on the chip and in the title, and the footer has the total', async () => {
  serve = () => ({ items: orders, nextCursor: 'more' });
  renderScreen(<ManageOrdersPage />, '/');
  expect(await screen.findByText('3 of 3')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Open 3', pressed: true })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Rejected' })).toBeDefined();
  await waitFor(() => expect(document.title).toContain('(3) Manage Orders'));

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'karim');
  expect(await screen.findByText('3 of 4,177')).toBeDefined();
});

test('filters are in the URL, apply at once, and can be removed one by one', async () => {
  renderScreen(<ManageOrdersPage />, '/?by=5&from=2026-01-02&to=tomorrow&user=x');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ decidedBy: 5, from: '2026-01-02' }));
  expect(asked.at(-1)).not.toHaveProperty('to');
  expect(asked.at(-1)).not.toHaveProperty('userId');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter From 2026-01-02' }));
  await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('from'));
  expect(screen.getByRole('button', { name: 'Remove filter Decided by boss' })).toBeDefined();

  await userEvent.click(screen.getByRole('button', { name: 'Filters (1)' }));
  await userEvent.type(await screen.findByPlaceholderText('Type its name'), 'insta');
  await userEvent.click(await screen.findByRole('button', { name: '#7 Instagram Followers' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ serviceId: 7, decidedBy: 5 }));
  expect(screen.getByTestId('place').textContent).toContain('service=7');
});

test('the filter finds what a supplier decided', async () => {
  renderScreen(<ManageOrdersPage />, '/?by=supplier');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ decidedBy: 'supplier' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Decided by the supplier' }));
  await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('decidedBy'));
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }));
  const choice = await screen.findByLabelText('Decided by');
  await within(choice).findByRole('option', { name: 'boss' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Anybody', 'the supplier', 'boss']);
  await userEvent.selectOptions(choice, 'the supplier');
  await waitFor(() => expect(screen.getByTestId('place').textContent).toContain('by=supplier'));
});

test('new rows wait behind a button, and rows decided elsewhere stay with their new status', async () => {
  renderScreen(<ManageOrdersPage />, '/?sort=newest');
  await screen.findByRole('button', { name: 'Open order 1' });
  orders = [order(5), order(4), order(1), order(3)];
  const [listed] = [serve];
  serve = (input) => (input.ids ? { items: [order(2, { status: 'rejected' })], nextCursor: null } : listed(input));
  await readAgain();
  const news = await screen.findByRole('button', { name: '2 new, 1 decided elsewhere' });
  expect(shownIds()).toEqual([1, 2, 3]);
  await waitFor(() => expect(within(rowOf(2)).getByText('rejected')).toBeDefined());
  await userEvent.click(news);
  expect(shownIds()).toEqual([5, 4, 1, 3]);
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
});

test('regression: a list of more than four pages went stale without a word', async () => {
  const pages = Array.from({ length: 5 }, (_, at) => [order(at * 2 + 1), order(at * 2 + 2)]);
  serve = ({ cursor }) => {
    const at = Number(cursor ?? 0);
    return { items: pages[at] ?? [], nextCursor: at < 4 ? String(at + 1) : null };
  };
  renderScreen(<ManageOrdersPage />, '/');
  for (let more = 0; more < 3; more++) {
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(shownIds()).toHaveLength(2 * (more + 2)));
  }
  expect(screen.queryByText(/Not live/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText(/Not live: 10 rows are loaded\. Read just now/)).toBeDefined();
  const before = asked.length;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(asked.length).toBe(before + 5));
});

test('all matches are read from the server and frozen: later rows are not included', async () => {
  serve = ({ name, cursor }) => {
    if (name !== 'admin.orders.matching') return { items: orders, nextCursor: 'more' };
    return cursor
      ? { items: [order(10, { chargeNanos: nanos(3e9) })], nextCursor: null }
      : { items: orders, nextCursor: 'x' };
  };
  renderScreen(<ManageOrdersPage />, '/');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all 3 that match' }));
  expect(await screen.findByText('4 selected')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Reject 4 selected' }));
  expect(await screen.findByText('$6.00 goes back to the customers at once.')).toBeDefined();
  orders = [...orders, order(11)];
  await readAgain();
  await userEvent.click(screen.getByRole('button', { name: 'Reject 4 orders' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(started).toMatchObject([
    { kind: 'orders', decision: 'reject', rows: [1, 2, 3, 10].map((id) => ({ id, expectedStatus: 'pending' })) },
  ]);
});

test('J goes on beyond the loaded rows', async () => {
  serve = ({ cursor }) => (cursor ? { items: [order(4)], nextCursor: null } : { items: orders, nextCursor: 'more' });
  renderScreen(<ManageOrdersPage />, '/');
  await screen.findByRole('button', { name: 'Open order 1' });
  await userEvent.keyboard('jjj');
  await screen.findByRole('button', { name: 'Open order 4' });
  await userEvent.keyboard('j');
  expect(rowOf(4).getAttribute('aria-current')).toBe('true');
});

test('Z undoes the newest decision and, without one, the job that waits', async () => {
  const canceled: unknown[] = [];
  jobs.push(aJob({ id: 41, status: 'running' }), aJob({ id: 40 }));
  cancel = (input) => canceled.push(input);
  renderScreen(<ManageOrdersPage />, '/');
  await screen.findByRole('button', { name: 'Open order 1' });
  await userEvent.keyboard('z');
  expect(await screen.findByText('Nothing has moved.')).toBeDefined();
  expect(canceled).toEqual([{ id: 40 }]);
});

test('of a thousand rows only the visible ones are rendered', async () => {
  serve = ({ name }) => ({
    items: name === 'admin.orders.matching' ? Array.from({ length: 1000 }, (_, at) => order(at + 1)) : orders,
    nextCursor: name === 'admin.orders.matching' ? null : 'more',
  });
  renderScreen(<ManageOrdersPage />, '/');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all 3 that match' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 1,000 selected' }));
  expect(await screen.findByText('Approve 1,000 orders?')).toBeDefined();
  expect(screen.queryAllByRole('listitem').length).toBeLessThan(100);
});

test('links and quantities of the selection are copied as tab-separated lines', async () => {
  const user = userEvent.setup();
  renderScreen(<ManageOrdersPage />, '/');
  await user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select row 3' }));
  await user.click(screen.getByRole('button', { name: 'Copy links' }));
  expect(await navigator.clipboard.readText()).toBe('https://example.com/1\t1000\nhttps://example.com/3\t1000');
});

function rowOf(id: number): HTMLElement {
  return screen.getByRole('button', { name: `Open order ${id}` }).closest('tr') as HTMLElement;
}

function order(id: number, overrides: Partial<Order> = {}): Order {
  return anOrder({ id, link: `https://example.com/${id}`, chargeNanos: nanos(1e9), ...overrides });
}
