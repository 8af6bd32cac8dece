import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutbox, type Event } from './outbox.ts';

type Topic = 'services' | 'orders';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function recording(send: (events: Event<Topic>[]) => Promise<void> = async () => undefined) {
  const sent: { atMs: number; events: Event<Topic>[] }[] = [];
  const startedMs = Date.now();
  const outbox = createOutbox<Topic>({
    send: (events) => {
      sent.push({ atMs: Date.now() - startedMs, events });
      return send(events);
    },
  });
  return { outbox, sent };
}

test('the first event is sent at once, the others together 50 ms later', async () => {
  const { outbox, sent } = recording();
  outbox.add('services');
  for (let id = 0; id < 100; id++) outbox.add('orders', String(id % 3));
  outbox.add('services');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([
    { atMs: 0, events: [['services']] },
    { atMs: 50, events: [['orders', '0'], ['orders', '1'], ['orders', '2'], ['services']] },
  ]);
});

test('a minute of changes is at most one notification each 50 ms', async () => {
  const { outbox, sent } = recording();
  for (let atMs = 0; atMs < 60_000; atMs += 5) {
    outbox.add('orders', String(atMs));
    await vi.advanceTimersByTimeAsync(5);
  }
  const gaps = sent.slice(1).map(({ atMs }, index) => atMs - (sent[index]?.atMs ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
  expect(sent.flatMap(({ events }) => events)).toHaveLength(12_000);
});

test("no notification exceeds PostgreSQL's limit", async () => {
  const { outbox, sent } = recording();
  for (let id = 0; id < 400; id++) outbox.add('orders', `${id} ${'ü'.repeat(60)}`);
  await vi.advanceTimersByTimeAsync(10_000);
  for (const { events } of sent) expect(Buffer.byteLength(JSON.stringify(events))).toBeLessThan(7_900);
  expect(new Set(sent.flatMap(({ events }) => events.map(([, subject]) => subject)))).toHaveLength(400);
});

test('too many subjects become "anything"', async () => {
  const { outbox, sent } = recording();
  outbox.add('services');
  for (let id = 0; id < 100_000; id++) outbox.add('orders', String(id));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent.map(({ events }) => events)).toEqual([[['services']], [['orders']]]);
});

test('a subject that is not an id is omitted', async () => {
  const { outbox, sent } = recording();
  outbox.add('orders', 'x'.repeat(9_000));
  await vi.advanceTimersByTimeAsync(100);
  expect(sent.map(({ events }) => events)).toEqual([[['orders']]]);
});

test('a failed notification is sent again a second later, with newer events', async () => {
  let works = false;
  const { outbox, sent } = recording(async () => {
    if (!works) throw new Error('no database');
  });
  outbox.add('orders', '1');
  await vi.advanceTimersByTimeAsync(500);
  outbox.add('orders', '2');
  works = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([
    { atMs: 0, events: [['orders', '1']] },
    {
      atMs: 1_000,
      events: [
        ['orders', '1'],
        ['orders', '2'],
      ],
    },
  ]);
});

test('a stop sends pending events, and nothing is sent after it', async () => {
  const { outbox, sent } = recording();
  outbox.add('orders', '1');
  outbox.add('orders', '2');
  await outbox.stop();
  outbox.add('orders', '3');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent.map(({ events }) => events)).toEqual([[['orders', '1']], [['orders', '2']]]);
});
