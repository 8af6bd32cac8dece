import { expect, test } from 'vitest';
import type { Change } from '#shared/live.ts';
import { createStream } from './live-streams.ts';

/** Longer than any test. */
const NEVER_MS = 3_600_000;

/** All events until there is a pause. */
async function readAll(changes: AsyncGenerator<Change, void>): Promise<Change[]> {
  const read: Change[] = [];
  for (;;) {
    const next = changes.next();
    const quiet = new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)));
    const result = await Promise.race([next, quiet]);
    if (!result || result.done) return read;
    read.push(result.value);
  }
}

test('the first change is sent at once, and following ones together', async () => {
  const { changes, notify } = createStream({ apartMs: 50 });
  // Measured before the first event: a slow machine makes the time longer, never shorter.
  const startedMs = performance.now();
  notify({ kind: 'order', id: 1 });
  expect(await changes.next()).toEqual({ done: false, value: { kind: 'order', id: 1 } });
  for (const id of [2, 3, 2, 3]) notify({ kind: 'order', id });
  notify({ kind: 'balance' });
  const values = [await changes.next(), await changes.next(), await changes.next()].map(({ value }) => value);
  expect(performance.now() - startedMs).toBeGreaterThan(40);
  expect(values).toEqual([{ kind: 'order', id: 2 }, { kind: 'order', id: 3 }, { kind: 'balance' }]);
});

test('many of a kind become one "anything" change until it is sent', async () => {
  const { changes, notify } = createStream();
  for (let id = 1; id <= 10_000; id++) notify({ kind: 'order', id });
  notify({ kind: 'recharge', id: 7 });
  expect(await readAll(changes)).toEqual([{ kind: 'order' }, { kind: 'recharge', id: 7 }]);
});

test('twenty are sent one by one', async () => {
  const { changes, notify } = createStream();
  for (let id = 1; id <= 20; id++) notify({ kind: 'order', id });
  expect(await readAll(changes)).toHaveLength(20);
});

test('pending changes are not sent after its end, with or without a reason', async () => {
  const reason = new Error('blocked');
  for (const ending of [undefined, reason]) {
    const { changes, notify, end } = createStream({ apartMs: NEVER_MS });
    notify({ kind: 'balance' });
    await changes.next();
    const next = changes.next();
    notify({ kind: 'order' });
    end(ending);
    end(new Error('a second reason counts for nothing'));
    notify({ kind: 'notice' });
    if (ending) await expect(next).rejects.toBe(reason);
    else expect(await next).toEqual({ done: true, value: undefined });
  }
});

test('one that ended before its first read ends at once', async () => {
  const { changes, end } = createStream();
  end(new Error('blocked'));
  await expect(changes.next()).rejects.toThrow('blocked');
});
