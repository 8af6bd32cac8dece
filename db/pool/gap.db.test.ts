import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, inject, it } from 'vitest';
import { openSql } from '../connection.ts';
import { isUnavailable } from '../errors.ts';
import { type Alterations, type Proxy, startProxy } from '../testing/proxy.ts';
import type { Outcome } from '../testing/read-behind-gaps.ts';

const { adminUrl } = inject('testServer');
const THREAD = new URL('../testing/read-behind-gaps.ts', import.meta.url);
/** The test looks for an endless loop, so the thread gets a time limit. */
const PATIENCE_MS = 60_000;
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');

const proxies: Proxy[] = [];
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});

async function behind(alter: () => Alterations): Promise<string> {
  const proxy = await startProxy({ target: adminUrl, alter });
  proxies.push(proxy);
  return proxy.url;
}

it('a gap in the stream ends the connection with an error, and never hangs the process or yields a wrong row', async () => {
  const gaps = [1, 3, 6, 29].flatMap((bytes) => Array.from({ length: 30 }, (_, i) => ({ at: 5 * i, bytes })));
  const urls = await Promise.all(gaps.map((gap) => behind(onceWith(gap))));
  const outcomes = (await inThread({ reads: urls })) as Outcome[];

  expect(outcomes).toHaveLength(gaps.length);
  const kinds = outcomes.map((outcome, i) => ({ ...gaps[i], ...outcome }));
  expect(kinds.filter(({ first }) => first !== 'refused' && first !== 'right')).toEqual([]);
  expect(kinds.filter(({ isGoodAfterwards }) => !isGoodAfterwards)).toEqual([]);
  expect(kinds.filter(({ first }) => first === 'refused').length).toBeGreaterThan(gaps.length / 2);
}, 120_000);

it('notifications with an unterminated channel are a lost connection', async () => {
  const mark = Buffer.from('broken_channel\0');
  const url = await behind(() => ({
    toClient(chunk) {
      const at = chunk.indexOf(mark);
      const isNotification = at === 9 && chunk[0] === 'A'.charCodeAt(0);
      return isNotification ? Buffer.from(chunk.fill(1, at)) : chunk;
    },
  }));
  expect(await inThread({ listens: url })).toBe('listens again');
}, 120_000);

it('a transaction whose COMMIT is answered ROLLBACK is not acknowledged', async () => {
  const url = await behind(() => ({
    toServer(chunk) {
      const at = chunk.indexOf('commit\0');
      if (at !== -1) chunk.write('abort ', at);
      return chunk;
    },
  }));
  const sql = openSql(url, { max: 1 });
  await sql`create temporary table kept (n int)`;
  const acknowledged = await sql
    .begin((tx) => tx`insert into kept values (1)`)
    .then(
      () => 1,
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'NOT_COMMITTED', message: expect.stringContaining('ROLLBACK') });
        expect(isUnavailable(error)).toBe(false);
        return 0;
      },
    );
  expect(await sql`select n from kept`).toHaveLength(acknowledged);
  expect(acknowledged).toBe(0);
  await sql.end();
});

async function inThread(workerData: { reads?: string[]; listens?: string }): Promise<unknown> {
  const thread = new Worker(THREAD, { workerData });
  const hangs = Promise.withResolvers<string>();
  const timer = setTimeout(() => hangs.resolve('the thread hangs'), PATIENCE_MS);
  const answer = once(thread, 'message').then(([message]: unknown[]) => message);
  try {
    return await Promise.race([answer, hangs.promise]);
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/** Removes some bytes after the response to the first statement of the first connection. */
function onceWith({ at, bytes }: { at: number; bytes: number }): () => Alterations {
  let isFirst = true;
  return () => {
    if (!isFirst) return {};
    isFirst = false;
    let readies = 0;
    let passed = 0;
    return {
      toClient(chunk) {
        if (readies < 2) {
          readies += chunk.toString('latin1').split(READY.toString('latin1')).length - 1;
          return chunk;
        }
        const from = Math.max(0, at - passed);
        const to = Math.max(0, at + bytes - passed);
        passed += chunk.length;
        return Buffer.concat([chunk.subarray(0, from), chunk.subarray(to)]);
      },
    };
  };
}
