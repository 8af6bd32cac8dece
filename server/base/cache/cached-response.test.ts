import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Handler, Topic } from '../events/event-bus.ts';
import { createResponseCache } from './cached-response.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => vi.useRealTimers());

/** A cache, and a function that changes a topic. */
function cacheWith(limits: Parameters<typeof createResponseCache>[1] = {}) {
  const handlers = new Map<Topic, Handler>();
  const subscribe = (topic: Topic, handler: Handler) => {
    handlers.set(topic, handler);
    return () => undefined;
  };
  const responses = createResponseCache({ subscribe }, limits);
  return { responses, change: (topic: Topic) => handlers.get(topic)?.(undefined) };
}

/** Writes `text 1`, `text 2` and so on. */
function writer(text = 'text') {
  let count = 0;
  return vi.fn<() => Promise<Buffer>>(async () => Buffer.from(`${text} ${++count}`));
}

const textOf = async (answer: Promise<{ body: Buffer }>) => (await answer).body.toString();

test('simultaneous requests share one build, and later ones its response', async () => {
  const { responses } = cacheWith();
  const write = writer();
  const ask = () => textOf(responses.get('services', 'list', write));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['text 1', 'text 1', 'text 1']);
  expect(await ask()).toBe('text 1');
  expect(await textOf(responses.get('services', 'other', write))).toBe('text 2');
});

test('a change of its topic outdates a response, a change of another topic does not', async () => {
  const { responses, change } = cacheWith();
  const write = writer();
  const ask = () => textOf(responses.get('services', 'list', write));
  await ask();
  await textOf(responses.get('settings', 'public', writer()));
  change('settings');
  expect(await ask()).toBe('text 1');
  change('services');
  expect(await ask()).toBe('text 2');
});

test('a change during a build causes another one for later requests', async () => {
  const { responses, change } = cacheWith();
  const pending: ((body: Buffer) => void)[] = [];
  const write = () => new Promise<Buffer>((resolve) => pending.push(resolve));
  const before = textOf(responses.get('services', 'list', write));
  change('services');
  const after = textOf(responses.get('services', 'list', write));
  pending[1]?.(Buffer.from('new'));
  expect(await after).toBe('new');
  pending[0]?.(Buffer.from('old'));
  expect(await before).toBe('old');
  expect(await textOf(responses.get('services', 'list', write))).toBe('new');
});

test('counts without events are updated within a minute', async () => {
  const { responses } = cacheWith();
  const write = writer();
  const ask = () => textOf(responses.get('services', 'list', write));
  await ask();
  vi.advanceTimersByTime(24_000);
  expect([await ask(), write.mock.calls.length]).toEqual(['text 1', 1]);
  vi.advanceTimersByTime(2_000);
  // The old response is sent while the new one is built.
  expect([await ask(), write.mock.calls.length]).toEqual(['text 1', 2]);
  expect(await ask()).toBe('text 2');
  vi.advanceTimersByTime(51_000);
  expect(await ask()).toBe('text 3');
});

test('a new build with the same text keeps its compressed body', async () => {
  const { responses, change } = cacheWith();
  const body = Buffer.alloc(10_000, 'same');
  const ask = () => responses.get('services', 'list', async () => Buffer.from(body));
  const first = await ask();
  const compressed = await first.compressed('gzip');
  change('services');
  expect(await (await ask()).compressed('gzip')).toBe(compressed);
});

test('a failed build is thrown and not cached; a response that is still usable is sent', async () => {
  const { responses } = cacheWith();
  const write = writer();
  const fail = vi.fn<() => Promise<Buffer>>(() => Promise.reject(new Error('no database')));
  await expect(responses.get('services', 'list', fail)).rejects.toThrow('no database');
  expect(await textOf(responses.get('services', 'list', write))).toBe('text 1');
  vi.advanceTimersByTime(30_000);
  expect(await textOf(responses.get('services', 'list', fail))).toBe('text 1');
  vi.advanceTimersByTime(30_000);
  await expect(responses.get('services', 'list', fail)).rejects.toThrow('no database');
});

test('the least recently used response is removed, by number and by size', async () => {
  const few = cacheWith({ maxResponses: 2 });
  const write = writer();
  const ask = (key: string) => textOf(few.responses.get('services', key, write));
  await ask('a');
  await ask('b');
  await ask('a');
  await ask('c');
  expect(await ask('a')).toBe('text 1');
  expect(await ask('b')).toBe('text 4');

  const small = cacheWith({ maxBytes: 25_000 });
  const large = vi.fn<() => Promise<Buffer>>(async () => randomBytes(10_000));
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await small.responses.get('services', key, large);
  expect(large).toHaveBeenCalledTimes(4);
  const huge = vi.fn<() => Promise<Buffer>>(async () => randomBytes(100_000));
  for (let time = 0; time < 2; time++) await small.responses.get('services', 'huge', huge);
  expect(huge).toHaveBeenCalledTimes(1);
});
