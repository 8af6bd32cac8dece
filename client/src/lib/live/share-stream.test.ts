import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '#shared/live.ts';
import type { LiveHandlers } from './keep-stream.ts';
import { shareStream } from './share-stream.ts';

/** The tabs that hold a stream, by name. */
let keepers: Map<string, LiveHandlers>;
const stops: (() => void)[] = [];

beforeEach(() => {
  keepers = new Map();
  vi.stubGlobal('BroadcastChannel', NodeBroadcastChannel);
  vi.stubGlobal('navigator', { locks: fakeLocks() });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A simulated tab: the events that it received, and a function to close it. */
function openTab(name: string, sharedAs = 'live:1') {
  const told: (string | Change)[] = [];
  const keep = (handlers: LiveHandlers) => {
    keepers.set(name, handlers);
    return () => keepers.delete(name);
  };
  const close = shareStream(sharedAs, keep, {
    onUp: () => told.push('up'),
    onDown: () => told.push('down'),
    onChange: (change) => told.push(change),
  });
  stops.push(close);
  const closeOnce = () => {
    stops.splice(stops.indexOf(close), 1);
    close();
  };
  return { told, close: closeOnce };
}

const keeping = () => [...keepers.keys()];
const order = { kind: 'order', id: 7 } as const;

test('one tab holds the stream, and all of them get its events', async () => {
  const [first, second] = [openTab('first'), openTab('second')];
  await vi.waitFor(() => expect(keeping()).toEqual(['first']));
  keepers.get('first')?.onUp();
  keepers.get('first')?.onChange(order);
  keepers.get('first')?.onDown();
  await vi.waitFor(() => expect(second.told).toEqual(['up', order, 'down']));
  expect(first.told).toEqual(['up', order, 'down']);
  expect(keeping()).toEqual(['first']);
});

test("a tab opened later gets the stream's state", async () => {
  openTab('first');
  await vi.waitFor(() => expect(keeping()).toEqual(['first']));
  keepers.get('first')?.onUp();
  const second = openTab('second');
  await vi.waitFor(() => expect(second.told).toEqual(['up']));
});

test('another tab takes over when the one with the stream is closed', async () => {
  const first = openTab('first');
  const [second, third] = [openTab('second'), openTab('third')];
  await vi.waitFor(() => expect(keeping()).toEqual(['first']));
  keepers.get('first')?.onUp();
  await vi.waitFor(() => expect(third.told).toEqual(['up']));
  first.close();
  await vi.waitFor(() => expect(keeping()).toEqual(['second']));
  keepers.get('second')?.onUp();
  keepers.get('second')?.onChange(order);
  await vi.waitFor(() => expect(third.told).toEqual(['up', 'down', 'up', order]));
  expect(second.told).toEqual(['up', 'down', 'up', order]);
});

test('tabs of another user do not get the events', async () => {
  openTab('mine', 'live:1');
  const other = openTab('other', 'live:2');
  await vi.waitFor(() => expect(keeping()).toEqual(['mine', 'other']));
  keepers.get('mine')?.onUp();
  keepers.get('other')?.onChange(order);
  await vi.waitFor(() => expect(other.told).toEqual([order]));
});

test('a tab closed while it waits never opens one', async () => {
  const first = openTab('first');
  const second = openTab('second');
  await vi.waitFor(() => expect(keeping()).toEqual(['first']));
  second.close();
  first.close();
  const third = openTab('third');
  await vi.waitFor(() => expect(keeping()).toEqual(['third']));
  expect([second.told, third.told]).toEqual([[], []]);
});

test.each([
  ['locks', () => vi.stubGlobal('navigator', {})],
  ['channels', () => vi.stubGlobal('BroadcastChannel', undefined)],
])('in a browser without %s each tab has its own', (_, take) => {
  take();
  const [first, second] = [openTab('first'), openTab('second')];
  expect(keeping()).toEqual(['first', 'second']);
  keepers.get('first')?.onChange(order);
  expect([first.told, second.told]).toEqual([[order], []]);
});

/** Web Locks as in the standard: the first to request a lock holds it until the promise of its callback settles. */
function fakeLocks() {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
      const turn = (tails.get(name) ?? Promise.resolve()).then(() => {
        if (signal.aborted) throw signal.reason as Error;
        return work();
      });
      tails.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
}
