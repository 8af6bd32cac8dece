import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openSql } from '../connection.ts';
import { isUnavailable } from '../errors.ts';
import { type Proxy, startProxy } from '../testing/proxy.ts';

const { adminUrl } = inject('testServer');
const aside = openSql(adminUrl, { max: 1, applicationName: 'aside' });
const escaped: unknown[] = [];
const keep = (error: unknown) => escaped.push(error);
process.on('uncaughtException', keep).on('unhandledRejection', keep);

let proxy: Proxy;
let sql: ReturnType<typeof openSql>;
beforeEach(async () => {
  proxy = await startProxy({ target: adminUrl });
  sql = openSql(proxy.url, { max: 1, applicationName: 'patched driver' });
});
afterEach(async () => {
  await sql.end({ timeout: 0 });
  await proxy.close();
  expect(escaped.splice(0)).toEqual([]);
});
afterAll(async () => {
  process.off('uncaughtException', keep).off('unhandledRejection', keep);
  await aside.end();
});

describe('a lost connection', () => {
  it('fails statements sent before its end, and the next one works', async () => {
    const lost = sql`select pg_sleep(30)`.then(expectNone, async (first: unknown) => {
      const second = await sql`select 1`.then(
        () => 'answered',
        (error: unknown) => isUnavailable(error),
      );
      return [isUnavailable(first), second];
    });
    await untilRunning('select pg_sleep(30)');
    proxy.reset();

    expect(await lost).toEqual([true, expect.toBeOneOf([true, 'answered'])]);
    expect(await untilAnswered(() => sql`select 2 as two`)).toEqual([{ two: 2 }]);
  });

  it('leaves nothing of an incomplete response to the next statement', async () => {
    const rows = sql`select n, pg_sleep(case when n = 5000 then 30 else 0 end), repeat('x', 100) from generate_series(1, 5001) n`;
    const lost = rows.then(expectNone, isUnavailable);
    await untilRunning('%generate_series(1, 5001)%');
    proxy.reset();
    expect(await lost).toBe(true);

    expect([...(await untilAnswered(() => sql`select 1 as one`))]).toEqual([{ one: 1 }]);
  });

  it('does not report its end to the next statement', async () => {
    const lost = sql`select pg_sleep(31)`.then(expectNone, isUnavailable);
    await untilRunning('select pg_sleep(31)');
    await terminate('patched driver');
    expect(await lost).toBe(true);

    expect(await untilAnswered(() => sql`select 3 as three`)).toEqual([{ three: 3 }]);
  });

  it('ends its transaction: later statements of it never run in another one', async () => {
    await sql`create temporary table said_before (what text)`;
    const continued = Promise.withResolvers<void>();
    const outcomes: unknown[] = [];
    const lost = sql.begin(async (tx) => {
      await tx`select 1`;
      await continued.promise;
      outcomes.push(await tx`create table public.said_too_late ()`.then(expectNone, isUnavailable));
    });
    await untilRunning('select 1');
    await Promise.all([expect(lost).rejects.toSatisfy(isUnavailable), terminate('patched driver')]);

    await untilAnswered(() => sql`select 1`);
    await sql.begin(async (tx) => {
      await tx`select 2`;
      continued.resolve();
      await expect.poll(() => outcomes).toEqual([true]);
      expect(await tx`select to_regclass('public.said_too_late') as name`).toEqual([{ name: null }]);
    });
  });

  it('fails the queued statements of its transaction', async () => {
    const lost = sql.begin((tx) =>
      Promise.allSettled([
        tx`select pg_sleep(32), ${1}::int`,
        tx`select 2, ${1}::int`,
        tx`select 3, ${1}::int`,
        tx`select 4, ${1}::int`,
      ]),
    );
    const outcome = lost.then(expectNone, isUnavailable);
    await untilRunning('select pg_sleep(32)%');
    await terminate('patched driver');
    expect(await outcome).toBe(true);
  });

  it('releases its reservation', async () => {
    const reserved = await sql.reserve();
    await terminate('patched driver');
    await expect.poll(() => reserved`select 1`.then(expectNone, isUnavailable)).toBe(true);
    reserved.release();

    expect(await untilAnswered(() => sql`select 4 as four`)).toEqual([{ four: 4 }]);
  });
});

it('a server that hangs up before its greeting fails the statement', async () => {
  const server = createServer((socket) => socket.resume().end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const unlucky = openSql(`postgres://somebody@127.0.0.1:${port}/none`, { max: 1, statementTimeoutMs: 0 });

  await expect(unlucky`select 1`).rejects.toSatisfy(isUnavailable);
  await unlucky.end({ timeout: 0 });
  server.close();
});

it('an invalid statement fails alone, and every other one gets its own result', async () => {
  const answers = await sql
    .begin((tx) =>
      Promise.allSettled([
        tx.unsafe('select 2 as n'),
        tx`select ${undefined as unknown as number}::int as n`,
        tx.unsafe('select 3 as n'),
      ]),
    )
    .catch((error: unknown) => error);
  expect(answers).toMatchObject({ code: 'UNDEFINED_VALUE' });
  for (const n of [5, 6, 7]) expect([...(await sql.unsafe(`select ${n} as n`))]).toEqual([{ n }]);
});

describe('a statement that is not prepared', () => {
  it('takes one round trip if its parameters are text, numbers or null', async () => {
    await sql`select 1`;
    const before = proxy.turns();
    const rows = await sql.unsafe(
      'select $1::int + $2::bigint as sum, $3::text as text, $4::date as day, $5::text as nothing',
      [1, 2, 'é "\\', '2026-11-23', null],
    );
    expect(proxy.turns() - before).toBe(1);
    expect([...rows]).toEqual([{ sum: 3, text: 'é "\\', day: new Date('2026-11-23'), nothing: null }]);
  });

  it('otherwise asks for the types of its parameters', async () => {
    const moment = new Date('2026-11-23T04:05:06.789Z');
    const [row] = await sql.unsafe(
      'select $1::bigint[] as numbers, $2::timestamptz as moment, $3::boolean as is, $4::bytea as bytes',
      [[1, 2], moment, true, Buffer.from([0, 255])],
    );
    expect(row).toEqual({ numbers: [1, 2], moment, is: true, bytes: Buffer.from([0, 255]) });
  });

  it('fails alone if its result is unreadable, and the connection continues', async () => {
    const refused = sql.unsafe('select $1::int as n', ['no number']);
    await expect(refused).rejects.toMatchObject({ code: '22P02' });
    await expect(sql.unsafe('selekt $1', ['x'])).rejects.toMatchObject({ code: '42601' });
    expect([...(await sql.unsafe('select $1::int as n', [7]))]).toEqual([{ n: 7 }]);
  });
});

it('survives repeated termination under load', async () => {
  const busy = openSql(proxy.url, { max: 8, applicationName: 'terminated' });
  let going = true;
  const outcomes = { good: 0, lost: 0, wrong: [] as unknown[] };
  const count = async (work: () => Promise<{ n: number }[]>, n: number) => {
    try {
      const [row] = await work();
      if (row?.n === n) outcomes.good++;
      else outcomes.wrong.push(row);
    } catch (error) {
      if (isUnavailable(error)) outcomes.lost++;
      else outcomes.wrong.push(error);
    }
  };
  const worker = async (id: number) => {
    for (let n = id * 1_000_000; going; n++) {
      await count(() => busy<{ n: number }[]>`select ${n}::int as n`, n);
      await count(
        () =>
          busy.begin(async (tx) => {
            const [[row]] = await Promise.all([
              tx<{ n: number }[]>`select ${n}::int as n`,
              tx`select ${[n]}::bigint[]`,
              tx`select 1`,
            ]);
            return row ? [row] : [];
          }),
        n,
      );
    }
  };
  const workers = Array.from({ length: 12 }, (_, id) => worker(id));
  for (let round = 0; round < 25; round++) {
    const before = outcomes.good;
    await terminate('terminated');
    if (round % 3 === 0) proxy.reset();
    await expect.poll(() => outcomes.good, { timeout: 15_000, interval: 5 }).toBeGreaterThan(before);
  }
  going = false;
  await Promise.all(workers);

  expect(outcomes.wrong).toEqual([]);
  expect(outcomes.lost).toBeGreaterThan(0);
  await busy.end({ timeout: 1 });
});

function expectNone(): never {
  throw new Error('It was answered');
}

async function terminate(applicationName: string): Promise<void> {
  await aside`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${applicationName}`;
}

async function untilRunning(statement: string): Promise<void> {
  await expect
    .poll(
      () => aside`select 1 from pg_stat_activity where application_name = 'patched driver' and query like ${statement}`,
    )
    .toHaveLength(1);
}

/** Shortly after a loss a statement may still get the old connection. */
async function untilAnswered<Answer>(ask: () => PromiseLike<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}
