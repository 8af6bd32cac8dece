import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '#shared/live.ts';
import { createReadAgain, type ReadAgain } from './read-again.ts';

let queryClient: QueryClient;
let readAgain: ReadAgain;
/** The refetched queries, by procedure name and id. */
const read: string[] = [];
const leaves: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient();
  readAgain = createReadAgain(queryClient);
});
afterEach(() => {
  readAgain.stop();
  for (const leave of leaves.splice(0)) leave();
  queryClient.clear();
  vi.useRealTimers();
});

/** Mounts a query with tRPC's key. */
async function show(name: string, { id, pages }: { id?: number; pages?: number } = {}): Promise<void> {
  const data = pages === undefined ? {} : { pages: Array.from({ length: pages }), pageParams: [] };
  const observer = new QueryObserver(queryClient, {
    queryKey: [name.split('.'), id === undefined ? { type: 'query' } : { input: { id }, type: 'query' }],
    queryFn: () => {
      read.push(id === undefined ? name : `${name} ${id}`);
      return data;
    },
  });
  leaves.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  read.length = 0;
}

async function after(milliseconds: number): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return read.splice(0).toSorted();
}

test('the order in the details of a request follows the order', async () => {
  await show('admin.requests.get', { id: 5 });
  await show('admin.orders.get', { id: 8 });
  readAgain.changed({ kind: 'order', id: 7 });
  expect(await after(0)).toEqual(['admin.requests.get 5']);
  readAgain.changed({ kind: 'request', id: 6 });
  expect(await after(1_000)).toEqual([]);
});

test('a purchase changes the figures of its supplier, and not the proposal of its list', async () => {
  await show('admin.suppliers.get', { id: 3 });
  await show('admin.suppliers.proposal', { id: 3, pages: 1 });
  readAgain.changed({ kind: 'forward', id: 9 });
  expect(await after(0)).toEqual(['admin.suppliers.get 3']);
});

describe('only queries that display a change are refetched', () => {
  const screens = ['balance.get', 'balance.statement', 'balance.recharges', 'orders.list', 'services.list'];
  const others = ['admin.orders.list', 'admin.recharges.list', 'admin.users.list', 'ordersOfAnother.list'];

  const cases: [Change, string[]][] = [
    [{ kind: 'balance' }, ['balance.get', 'balance.statement']],
    [{ kind: 'balance', id: 7 }, []],
    [{ kind: 'order', id: 7 }, ['admin.orders.list', 'orders.list']],
    [{ kind: 'recharge', id: 7 }, ['admin.recharges.list', 'balance.recharges']],
    [{ kind: 'notice' }, []],
  ];

  test.each(cases)('%o', async (change, names) => {
    for (const name of [...screens, ...others]) await show(name);
    readAgain.changed(change);
    expect(await after(0)).toEqual(names);
  });

  test('one open order is refetched for itself, and for an unknown change', async () => {
    for (const name of ['orders.get', 'admin.orders.get']) for (const id of [7, 8]) await show(name, { id });
    readAgain.changed({ kind: 'order', id: 7 });
    expect(await after(0)).toEqual(['admin.orders.get 7', 'orders.get 7']);
    readAgain.changed({ kind: 'order' });
    expect(await after(1000)).toHaveLength(4);
  });

  test('the facts of a customer are refetched for every change of their money', async () => {
    for (const name of ['balance.get', 'admin.users.list']) await show(name);
    for (const id of [7, 8]) await show('admin.users.get', { id });
    readAgain.changed({ kind: 'balance', id: 7 });
    expect(await after(0)).toEqual(['admin.users.get 7']);
  });

  test('a list with very many open pages is only polled', async () => {
    await show('orders.list', { pages: 5 });
    await show('admin.orders.list', { pages: 4 });
    readAgain.changed({ kind: 'order', id: 7 });
    expect(await after(5000)).toEqual(['admin.orders.list']);
  });

  test('the figures of the whole shop are not refetched within five seconds', async () => {
    await show('admin.stats');
    readAgain.changed({ kind: 'order', id: 7 });
    expect(await after(4000)).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    readAgain.changed({ kind: 'order', id: 8 });
    expect(await after(0)).toEqual(['admin.stats']);
  });

  test('everything is refetched if events may be missing', async () => {
    for (const name of [...screens, 'tickets.list', 'notices.list']) await show(name);
    readAgain.all();
    expect(await after(0)).toEqual([
      'balance.get',
      'balance.recharges',
      'balance.statement',
      'notices.list',
      'orders.list',
      'tickets.list',
    ]);
  });
});

test('the first change is read at once, and a flood once a second, including the last one', async () => {
  await show('orders.list');
  const reads: number[] = [];
  for (let id = 0; id < 250; id++) {
    readAgain.changed({ kind: 'order', id });
    reads.push((await after(10)).length);
  }
  expect(reads[0]).toBe(1);
  expect(reads.reduce((sum, each) => sum + each)).toBe(3);
  expect(await after(1000)).toEqual(['orders.list']);
  expect(await after(5000)).toEqual([]);
});

test('inactive queries are read when they are used again', async () => {
  await show('orders.list');
  for (const leave of leaves.splice(0)) leave();
  readAgain.changed({ kind: 'order', id: 7 });
  expect(await after(5000)).toEqual([]);
  expect(queryClient.getQueryCache().getAll()[0]?.state.isInvalidated).toBe(true);
});
