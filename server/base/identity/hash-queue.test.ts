import { expect, test, vi } from 'vitest';
import { DomainError } from '../errors.ts';
import { type CallerKind, createHashQueue, type HashQueue } from './hash-queue.ts';

/** Work that ends when the test ends it. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = vi.fn<() => Promise<void>>(() => promise);
  return { begun, end: resolve };
}

/** Takes a place and runs the work at once. */
async function ask(queue: HashQueue, kind: CallerKind, { begun }: ReturnType<typeof work>) {
  const place = queue.enter(kind);
  await place.run(begun);
}

/** Fills the queue with one kind of caller until one is refused. @returns how many were accepted */
async function fill(queue: HashQueue, kind: CallerKind): Promise<number> {
  for (let count = 0; ; count++) {
    const asked = ask(queue, kind, work());
    const refused = await Promise.race([asked.catch((error: unknown) => error), settled()]);
    if (refused === undefined) continue;
    expect(refused).toMatchObject({ code: 'busy' });
    expect([2, 3, 4]).toContain((refused as DomainError).details?.retryAfterSeconds);
    return count;
  }
}

const settled = () => new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)));

test('accepts as much as fits into the longest wait, by the first estimate', async () => {
  // 50 ms each, two at once: 20 rounds begin within a second, and a 21st at its very end.
  expect(await fill(createHashQueue({ atOnce: 2, longestWaitMs: 1000 }), 'stranger')).toBe(42);
});

test('accepts less after work has taken longer', async () => {
  const queue = createHashQueue({ atOnce: 2, longestWaitMs: 1000 });
  vi.useFakeTimers();
  const slowWork = () => vi.advanceTimersByTimeAsync(500);
  for (let i = 0; i < 60; i++) await queue.enter('stranger').run(slowWork);
  vi.useRealTimers();
  // Three rounds of nearly half a second each.
  expect(await fill(queue, 'stranger')).toBe(6);
});

test('a flood of strangers leaves known devices their places, and the other way round', async () => {
  const queue = createHashQueue({ atOnce: 2, longestWaitMs: 1000 });
  expect(await fill(queue, 'stranger')).toBe(42);
  expect(await fill(queue, 'known')).toBeGreaterThan(15);
  const known = createHashQueue({ atOnce: 2, longestWaitMs: 1000 });
  expect(await fill(known, 'known')).toBe(42);
  expect(await fill(known, 'stranger')).toBeGreaterThan(15);
});

test('refuses before any work while enough callers wait or hold a place', async () => {
  const queue = createHashQueue({ atOnce: 2, longestWaitMs: 1000 });
  await fill(queue, 'stranger');
  expect(() => queue.enter('stranger')).toThrow(DomainError);
  const crowded = createHashQueue({ atOnce: 2, longestWaitMs: 1000 });
  for (let i = 0; i < 84; i++) crowded.enter('stranger');
  expect(() => crowded.enter('stranger')).toThrow(DomainError);
  crowded.enter('known');
});

test('if both queues have waiting work they take turns', async () => {
  const queue = createHashQueue({ atOnce: 1, longestWaitMs: 60_000 });
  const order: string[] = [];
  const first = work();
  const asked = [ask(queue, 'stranger', first)];
  for (const [name, kind] of [
    ['s1', 'stranger'],
    ['s2', 'stranger'],
    ['s3', 'stranger'],
    ['k1', 'known'],
    ['k2', 'known'],
  ] as const) {
    const place = queue.enter(kind);
    asked.push(place.run(async () => void order.push(name)));
  }
  first.end();
  await Promise.all(asked);
  expect(order).toEqual(['k1', 's1', 'k2', 's2', 's3']);
});

test('who has used less time goes first, also before another queue', async () => {
  const queue = createHashQueue({ atOnce: 1, longestWaitMs: 60_000 });
  const order: string[] = [];
  const first = work();
  const asked = [ask(queue, 'known', first)];
  for (const [name, kind, payer] of [
    ['heavy 1', 'stranger', 'heavy'],
    ['heavy 2', 'stranger', 'heavy'],
    ['heavy 3', 'stranger', 'heavy'],
    ['k1', 'known', 'one'],
    ['k2', 'known', 'other'],
    ['light', 'stranger', 'light'],
  ] as const) {
    const place = queue.enter(kind, payer);
    asked.push(place.run(async () => void order.push(name)));
  }
  first.end();
  await Promise.all(asked);
  expect(order).toEqual(['heavy 1', 'k1', 'light', 'k2', 'heavy 2', 'heavy 3']);
});

test('a known caller in debt takes turns with a flood of strangers', async () => {
  const queue = createHashQueue({ atOnce: 1, longestWaitMs: 60_000 });
  const order: string[] = [];
  await queue.enter('known', 'one').run(() => Promise.resolve());
  for (let i = 0; i < 3; i++) void queue.enter('known', 'one');
  const first = work();
  const asked = [ask(queue, 'known', first)];
  for (let i = 0; i < 3; i++) asked.push(queue.enter('stranger', `s${i}`).run(async () => void order.push(`s${i}`)));
  asked.push(queue.enter('known', 'one').run(async () => void order.push('one')));
  first.end();
  await Promise.all(asked);
  expect(order).toEqual(['s0', 'one', 's1', 's2']);
});

test('the time that the work took is counted, also of a second piece under one place', async () => {
  vi.useFakeTimers();
  try {
    const queue = createHashQueue({ atOnce: 1, longestWaitMs: 60_000 });
    const slow = () => vi.advanceTimersByTimeAsync(2_000);
    const place = queue.enter('stranger', 'slow');
    await place.run(slow);
    await place.run(slow);
    // Two pieces of two seconds are 80 seconds of debt; one is 40.
    await vi.advanceTimersByTimeAsync(41_000);
    const order: string[] = [];
    const first = work();
    const asked = [ask(queue, 'known', first)];
    for (const payer of ['slow', 'new'])
      asked.push(queue.enter('stranger', payer).run(async () => void order.push(payer)));
    first.end();
    await Promise.all(asked);
    expect(order).toEqual(['new', 'slow']);
  } finally {
    vi.useRealTimers();
  }
});

test('the places of one payer leave those of others free, and a place that is given up costs nothing', async () => {
  const queue = createHashQueue({ atOnce: 1, longestWaitMs: 1000 });
  const places = Array.from({ length: 42 }, () => queue.enter('stranger', 'heavy'));
  expect(() => queue.enter('stranger', 'heavy')).toThrow(DomainError);
  for (let i = 0; i < 15; i++) queue.enter('stranger', `light ${i}`);
  for (const place of places) place.leave();
  for (let i = 0; i < 20; i++) queue.enter('stranger', 'heavy').leave();
  const order: string[] = [];
  const first = work();
  const asked = [ask(queue, 'known', first)];
  for (const payer of ['heavy', 'new'])
    asked.push(queue.enter('stranger', payer).run(async () => void order.push(payer)));
  first.end();
  await Promise.all(asked);
  expect(order).toEqual(['heavy', 'new']);
});

test('a caller who has waited too long is refused, and the work never starts', async () => {
  vi.useFakeTimers();
  try {
    const queue = createHashQueue({ atOnce: 1, longestWaitMs: 1000 });
    const [slow, late, next] = [work(), work(), work()];
    const running = ask(queue, 'stranger', slow);
    const refused = ask(queue, 'stranger', late).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1001);
    expect(await refused).toMatchObject({ code: 'busy' });
    const waiting = ask(queue, 'stranger', next);
    slow.end();
    next.end();
    await Promise.all([running, waiting]);
    expect(late.begun).not.toHaveBeenCalled();
    expect(next.begun).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test('time before the turn counts as waiting', async () => {
  vi.useFakeTimers();
  try {
    const queue = createHashQueue({ atOnce: 1, longestWaitMs: 1000 });
    const place = queue.enter('stranger');
    await vi.advanceTimersByTimeAsync(900);
    const slow = work();
    const running = ask(queue, 'stranger', slow);
    const refused = place.run(() => Promise.resolve()).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(101);
    expect(await refused).toMatchObject({ code: 'busy' });
    slow.end();
    await running;
  } finally {
    vi.useRealTimers();
  }
});

test('a place that is unused, or left twice, is released once', () => {
  const queue = createHashQueue({ atOnce: 1, longestWaitMs: 1000 });
  const [place] = Array.from({ length: 42 }, () => queue.enter('stranger'));
  expect(() => queue.enter('stranger')).toThrow(DomainError);
  place?.leave();
  place?.leave();
  queue.enter('stranger');
  expect(() => queue.enter('stranger')).toThrow(DomainError);
});
