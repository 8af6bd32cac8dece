import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#db/client.ts';
import { cachedRead } from './cached-read.ts';

const database = () => ({}) as Db;

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => vi.useRealTimers());

/** A read that returns how often it ran, after `tookMs`. */
function counted(options: Parameters<typeof cachedRead>[1], tookMs = 0) {
  let runs = 0;
  return cachedRead(async (_db, key) => {
    const run = ++runs;
    await new Promise((resolve) => setTimeout(resolve, tookMs));
    return `${key}${run}`;
  }, options);
}

async function after<Value>(value: Promise<Value>, waitMs: number): Promise<Value> {
  await vi.advanceTimersByTimeAsync(waitMs);
  return value;
}

test('simultaneous callers share one read, and later ones its value until it is too old', async () => {
  const read = counted({ freshForMs: 1_000 }, 10);
  const db = database();
  const [first, second] = await after(Promise.all([read.get(db), read.get(db)]), 10);
  expect([first, second]).toEqual(['1', '1']);
  await vi.advanceTimersByTimeAsync(990);
  expect(await after(read.get(db), 10)).toBe('1');
  expect(await after(read.get(db), 10)).toBe('2');
});

test('a slow read pauses for twenty times its duration', async () => {
  const read = counted({ freshForMs: 1_000 }, 500);
  const db = database();
  await after(read.get(db), 500);
  expect(await after(read.get(db), 9_990)).toBe('1');
  expect(await after(read.get(db), 10)).toBe('1');
  expect(await after(read.get(db), 500)).toBe('2');
});

test('with `servesOld` only the first caller waits, and a change is never hidden', async () => {
  const read = counted({ freshForMs: 1_000, servesOld: true }, 10);
  const db = database();
  expect(await after(read.get(db), 10)).toBe('1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await after(Promise.all([read.get(db), read.get(db)]), 0)).toEqual(['1', '1']);
  await vi.advanceTimersByTimeAsync(10);
  expect(await after(read.get(db), 0)).toBe('2');
  read.forget(db);
  expect(await after(read.get(db), 10)).toBe('3');
});

test('each database and each key has its own value, and the oldest key is removed', async () => {
  const read = counted({ freshForMs: 1_000, maxKeys: 2 });
  const db = database();
  expect(await after(read.get(db, 'a'), 0)).toBe('a1');
  expect(await after(read.get(db, 'b'), 0)).toBe('b2');
  expect(await after(read.get(database(), 'a'), 0)).toBe('a3');
  expect(await after(read.get(db, 'a'), 0)).toBe('a1');
  expect(await after(read.get(db, 'c'), 0)).toBe('c4');
  expect(await after(read.get(db, 'a'), 0)).toBe('a5');
});

test('a value read before a change is not returned after it', async () => {
  const read = counted({ freshForMs: 1_000 }, 10);
  const db = database();
  const early = read.get(db);
  read.forget(db);
  const late = read.get(db);
  expect(await after(Promise.all([early, late]), 10)).toEqual(['1', '2']);
  expect(await after(read.get(db), 0)).toBe('2');
});

test('a failure is thrown to its callers and retried by the next', async () => {
  const read = cachedRead(vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValue('fine'), {
    freshForMs: 1_000,
  });
  const db = database();
  await expect(read.get(db)).rejects.toThrow('lost');
  expect(await read.get(db)).toBe('fine');
});
