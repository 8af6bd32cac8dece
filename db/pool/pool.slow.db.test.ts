import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openSql } from '../connection.ts';
import { signal } from '../embedded/processes.ts';
import { isUnavailable } from '../errors.ts';
import { type Proxy, startProxy } from '../testing/proxy.ts';
import { freeze, startTemporaryPostgres, type TemporaryPostgres } from '../testing/temporary-postgres.ts';
import { withDeadline } from './deadline.ts';
import { readPoolState } from './pool.ts';

const { adminUrl } = inject('testServer');
const HANG_MS = 15_000;

let proxy: Proxy;
let changes: boolean[];
let open: Sql[];
beforeEach(async () => {
  proxy = await startProxy({ target: adminUrl });
  changes = [];
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((sql) => sql.end({ timeout: 0 })));
  await proxy.close();
});

function openPool(url: string, options: Parameters<typeof openSql>[1] = {}): Sql {
  const sql = openSql(url, { max: 2, onAway: (isAway) => changes.push(isAway), ...options });
  open.push(sql);
  return sql;
}

describe('while the database is unavailable', () => {
  it('all statements are refused, and work again afterwards', async () => {
    const sql = openPool(proxy.url);
    await sql`select 1`;
    proxy.swallow(true);

    const kinds = [
      () => sql`select 1`,
      () => sql`select ${1}::int`,
      () => sql.begin((tx) => tx`select 1`),
      () => sql.unsafe('select 1', [], { prepare: true }),
    ];
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, i) => outcomeOf(kinds[i % 4]?.())));
    expect(new Set(outcomes)).toEqual(new Set(['unavailable']));
    expect(readPoolState(sql)).toMatchObject({ running: 0, waiting: 0, isAway: true });
    expect(await outcomeOf(sql`select 1`)).toBe('unavailable');

    proxy.swallow(false);
    await untilBack();
    expect(await Promise.all(Array.from({ length: 40 }, (_, i) => outcomeOf(kinds[i % 4]?.())))).toEqual(
      Array<string>(40).fill('answered'),
    );
    expect(changes).toEqual([true, false]);
  });

  it('a running transaction fails, and so do statements that wait for its connection', async () => {
    const sql = openPool(proxy.url, { max: 1 });
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const transaction = outcomeOf(
      sql.begin(async (tx) => {
        await tx`select 1`;
        started.resolve();
        await goOn.promise;
        await tx`select 2`;
      }),
    );
    await started.promise;
    const waiting = outcomeOf(sql`select 3`);
    proxy.swallow(true);
    goOn.resolve();

    expect(await Promise.all([transaction, waiting])).toEqual(['unavailable', 'unavailable']);
  });

  it('refused connections fail at once, and the first successful one works', async () => {
    const sql = openPool(proxy.url);
    await sql`select 1`;
    await proxy.refuse(true);
    proxy.reset();

    await expect.poll(() => outcomeOf(sql`select 1`)).toBe('unavailable');
    expect(await outcomeOf(sql.begin((tx) => tx`select 1`))).toBe('unavailable');
    await proxy.refuse(false);
    await expect.poll(() => outcomeOf(sql`select 1`)).toBe('answered');
  });

  it('listeners receive notifications again afterwards', async () => {
    const sql = openPool(proxy.url);
    const aside = openPool(adminUrl);
    const heard: string[] = [];
    await sql.listen('pool_test', (payload) => heard.push(payload));
    proxy.swallow(true);
    expect(await outcomeOf(sql`select 1`)).toBe('unavailable');
    proxy.swallow(false);
    await untilBack();

    await expect
      .poll(async () => {
        await aside.notify('pool_test', 'again');
        return heard.length;
      })
      .toBeGreaterThan(0);
  });
});

describe('while the database responds', () => {
  it('a long statement, waiting for a lock or busy, is left alone', async () => {
    const sql = openPool(proxy.url);

    expect(await outcomeOf(sql`select pg_sleep(3)`)).toBe('answered');
    expect(changes).toEqual([]);
  }, 40_000);

  it('a statement that waits too long for a connection is refused without effect', async () => {
    const sql = openPool(adminUrl, { max: 1 });
    const release = Promise.withResolvers<void>();
    const holding = sql.begin(async (tx) => {
      await tx`select 1`;
      await release.promise;
    });
    const late = await Promise.all([
      outcomeOf(sql`create table public.never_made ()`),
      outcomeOf(sql.begin((tx) => tx`create table public.never_made ()`)),
    ]);
    expect(late).toEqual(['unavailable', 'unavailable']);
    release.resolve();
    await holding;
    expect(await sql`select to_regclass('public.never_made') as name`).toEqual([{ name: null }]);
    expect(readPoolState(sql)).toMatchObject({ running: 0, waiting: 0, isAway: false });
  });

  it('more statements and transactions than connections all get their turn', async () => {
    const sql = openPool(adminUrl);
    const asked = Array.from({ length: 200 }, (_, n) => n);

    const answers = await Promise.all(
      asked.map(async (n) => {
        const [row] =
          n % 3
            ? await sql<{ n: number }[]>`select ${n}::int as n`
            : await sql.begin((tx) => tx<{ n: number }[]>`select ${n}::int as n`);
        return row?.n;
      }),
    );
    expect(answers).toEqual(asked);
  });

  it('a connection that is silent for longer than its statement may take is closed, others are not', async () => {
    const sql = openPool(proxy.url);
    const other = outcomeOf(sql`select pg_sleep(1)`);

    expect(await outcomeOf(withDeadline(200, async () => sql`select pg_sleep(30)`))).toBe('unavailable');
    expect(await other).toBe('answered');
    expect(changes).toEqual([]);
  });

  it('a statement behind one that settled before its response ended is closed as well, if that end never comes', async () => {
    const sql = openPool(proxy.url, { statementTimeoutMs: 2_000 });
    const lost = sql.begin(async (tx) => {
      // More rows than the server buffers, the first with a number that JavaScript can't hold exactly; then a pause.
      const rows = tx`
        select case n when 1 then 9223372036854775807 else n end as number, case n when 9000 then pg_sleep(1)::text end
        from generate_series(1, 9000) as n`;
      await expect(rows).rejects.toThrow(RangeError);
      proxy.swallow(true);
      const behind = tx`select 1`.then(String);
      // Long enough to lose the statement, too short to detect that new connections would be lost as well.
      await sleep(200);
      proxy.swallow(false);
      return behind;
    });
    await expect(lost).rejects.toSatisfy(isUnavailable);
    expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }]);
  });

  it('a slow response is awaited', async () => {
    const sql = openPool(adminUrl);

    const rows = withDeadline(
      400,
      async () => sql`
      select repeat('x', 100000), pg_sleep(0.1) from generate_series(1, 12)`,
    );
    expect(await rows).toHaveLength(12);
  });
});

describe('a server that is frozen', () => {
  let server: TemporaryPostgres;
  beforeAll(async () => {
    server = await startTemporaryPostgres();
  });
  afterAll(() => server.stop());

  it('is unavailable until it resumes', async () => {
    const sql = openPool(server.adminUrl, { max: 5 });
    await Promise.all(Array.from({ length: 5 }, () => sql`select 1`));
    const thaw = await freeze(server);
    try {
      const asked = Array.from({ length: 20 }, () => outcomeOf(sql`select 1`));
      expect(new Set(await Promise.all(asked))).toEqual(new Set(['unavailable']));
    } finally {
      await thaw();
    }
    await untilBack();
    expect(await outcomeOf(sql`select 1`)).toBe('answered');
  });

  it('only in the process that opens connections: open ones continue, new ones are refused', async () => {
    const sql = openPool(server.adminUrl);
    await sql`select 1`;
    signal(server.serverPid, 'SIGSTOP');
    try {
      const holding = outcomeOf(sql`select repeat('x', 20000), pg_sleep(0.1) from generate_series(1, 40)`);
      const late = outcomeOf(sql`create table public.never_made ()`);
      expect(await Promise.all([late, holding])).toEqual(['unavailable', 'answered']);
    } finally {
      signal(server.serverPid, 'SIGCONT');
    }
    expect(await sql`select to_regclass('public.never_made') as name`).toEqual([{ name: null }]);
  });
});

async function untilBack(): Promise<void> {
  await expect.poll(() => changes.at(-1), { timeout: HANG_MS }).toBe(false);
}

async function outcomeOf(work: PromiseLike<unknown> | undefined): Promise<string> {
  const outcome = Promise.resolve(work).then(
    () => 'answered',
    (error: unknown) => {
      if (isUnavailable(error)) return 'unavailable';
      throw error;
    },
  );
  return Promise.race([outcome, sleep(HANG_MS, 'nothing', { ref: false })]);
}
