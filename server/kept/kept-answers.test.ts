import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Handler, Topic } from '../events/event-bus.ts';
import { createKeptAnswers } from './kept-answers.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => vi.useRealTimers());

/** Answers, and what tells them of a change. */
function keeping(limits: Parameters<typeof createKeptAnswers>[1] = {}) {
  const handlers = new Map<Topic, Handler>();
  const subscribe = (topic: Topic, handler: Handler) => {
    handlers.set(topic, handler);
    return () => undefined;
  };
  const answers = createKeptAnswers({ subscribe }, limits);
  return { answers, change: (topic: Topic) => handlers.get(topic)?.(undefined) };
}

/** Writes `text 1`, `text 2` and so on. */
function writer(text = 'text') {
  let count = 0;
  return vi.fn<() => Promise<Buffer>>(async () => Buffer.from(`${text} ${++count}`));
}

const textOf = async (answer: Promise<{ body: Buffer }>) => (await answer).body.toString();

test('whoever asks at the same time shares one writing, and whoever asks later its answer', async () => {
  const { answers } = keeping();
  const write = writer();
  const ask = () => textOf(answers.get('services', 'list', write));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['text 1', 'text 1', 'text 1']);
  expect(await ask()).toBe('text 1');
  expect(await textOf(answers.get('services', 'other', write))).toBe('text 2');
});

test('a change of its topic has it written anew, one of another topic does not', async () => {
  const { answers, change } = keeping();
  const write = writer();
  const ask = () => textOf(answers.get('services', 'list', write));
  await ask();
  await textOf(answers.get('settings', 'public', writer()));
  change('settings');
  expect(await ask()).toBe('text 1');
  change('services');
  expect(await ask()).toBe('text 2');
});

test('a change while it is written has it written once more for whoever asks after it', async () => {
  const { answers, change } = keeping();
  const pending: ((body: Buffer) => void)[] = [];
  const write = () => new Promise<Buffer>((resolve) => pending.push(resolve));
  const before = textOf(answers.get('services', 'list', write));
  change('services');
  const after = textOf(answers.get('services', 'list', write));
  pending[1]?.(Buffer.from('new'));
  expect(await after).toBe('new');
  pending[0]?.(Buffer.from('old'));
  expect(await before).toBe('old');
  expect(await textOf(answers.get('services', 'list', write))).toBe('new');
});

test('figures that nobody publishes follow within a minute', async () => {
  const { answers } = keeping();
  const write = writer();
  const ask = () => textOf(answers.get('services', 'list', write));
  await ask();
  vi.advanceTimersByTime(24_000);
  expect([await ask(), write.mock.calls.length]).toEqual(['text 1', 1]);
  vi.advanceTimersByTime(2_000);
  // Whoever asks now is sent what is there, while it is written anew.
  expect([await ask(), write.mock.calls.length]).toEqual(['text 1', 2]);
  expect(await ask()).toBe('text 2');
  vi.advanceTimersByTime(51_000);
  expect(await ask()).toBe('text 3');
});

test('what is written anew and says the same keeps its compressed form', async () => {
  const { answers, change } = keeping();
  const body = Buffer.alloc(10_000, 'same');
  const ask = () => answers.get('services', 'list', async () => Buffer.from(body));
  const first = await ask();
  const compressed = await first.compressed('gzip');
  change('services');
  expect(await (await ask()).compressed('gzip')).toBe(compressed);
});

test('a failure is told to whoever waits and not kept; what is still usable goes on being sent', async () => {
  const { answers } = keeping();
  const write = writer();
  const fail = vi.fn<() => Promise<Buffer>>(() => Promise.reject(new Error('no database')));
  await expect(answers.get('services', 'list', fail)).rejects.toThrow('no database');
  expect(await textOf(answers.get('services', 'list', write))).toBe('text 1');
  vi.advanceTimersByTime(30_000);
  expect(await textOf(answers.get('services', 'list', fail))).toBe('text 1');
  vi.advanceTimersByTime(30_000);
  await expect(answers.get('services', 'list', fail)).rejects.toThrow('no database');
});

test('what was asked for longest ago makes room, by number and by size', async () => {
  const few = keeping({ maxAnswers: 2 });
  const write = writer();
  const ask = (key: string) => textOf(few.answers.get('services', key, write));
  await ask('a');
  await ask('b');
  await ask('a');
  await ask('c');
  expect(await ask('a')).toBe('text 1');
  expect(await ask('b')).toBe('text 4');

  const small = keeping({ maxBytes: 25_000 });
  const large = vi.fn<() => Promise<Buffer>>(async () => randomBytes(10_000));
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await small.answers.get('services', key, large);
  expect(large).toHaveBeenCalledTimes(4);
  const huge = vi.fn<() => Promise<Buffer>>(async () => randomBytes(100_000));
  for (let time = 0; time < 2; time++) await small.answers.get('services', 'huge', huge);
  expect(huge).toHaveBeenCalledTimes(1);
});

test('what is written alone waits for its turn, and too many are refused', async () => {
  const { answers } = keeping();
  const finish: (() => void)[] = [];
  const write = () => new Promise<Buffer>((resolve) => finish.push(() => resolve(Buffer.from('x'))));
  const eight = Array.from({ length: 8 }, () => answers.alone(write));
  await expect(answers.alone(write)).rejects.toMatchObject({ code: 'busy', details: { retryAfterSeconds: 1 } });
  for (let turn = 1; turn <= 8; turn++) {
    await vi.waitFor(() => expect(finish).toHaveLength(turn));
    finish[turn - 1]?.();
  }
  await Promise.all(eight);
  await expect(answers.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await answers.alone(writer())).toEqual(Buffer.from('text 1'));
});
