import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { suppliers } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import { forwardOf, makeForwardedService, startTestForwarder, until, untilForward } from '../../testing/forwarder.ts';
import { assignForwards } from './assign-forwards.ts';
import { claimForward } from './claim-forward.ts';

const database = await testDatabase();
const { db } = database;
// Each rest as it begins.
await db.$client.unsafe(`
  create table rests (nth serial, supplier_id bigint, count int, seconds float8);
  create function note_rest() returns trigger language plpgsql as $$ begin
    insert into rests (supplier_id, count, seconds)
      values (new.id, new.unreachable_count, round(extract(epoch from new.paused_until - now())));
    return null;
  end $$;
  create trigger note_rest after update on suppliers for each row
    when (new.paused_until is distinct from old.paused_until and new.paused_until is not null) execute function note_rest()`);

test('never more than 50 purchases are in flight at a supplier, over all servers, also if one of them would send more', async () => {
  const { supplier, order } = await makeForwardedService(database, { takesRequestId: true });
  const placed = await Promise.all(Array.from({ length: 51 }, () => order()));
  await assignForwards(db);
  const [server] = await db.execute<{ now: string }>(sql`select left(pg_walfile_name(pg_current_wal_lsn()), 8) as now`);
  const timeline = server?.now ?? '';
  const kinds: string[] = [];
  for (const [nth, { id }] of placed.entries()) {
    const { id: forwardId } = await forwardOf(database, id);
    const options = { lockOwner: 61 + (nth % 2), timeline, atOnce: nth % 2 ? 1_000 : 60 };
    kinds.push((await claimForward(db, { forwardId, supplierId: supplier.id, ...options })).kind);
  }
  expect([kinds.slice(0, 50).every((kind) => kind === 'claimed'), kinds[50]]).toEqual([true, 'full']);
});

describe('an engine', () => {
  beforeAll(() => void startTestForwarder(database));

  test('a supplier that can’t be connected rests longer each time, until it answers', async () => {
    const made = await makeForwardedService(database, { takesRequestId: true });
    await made.server.close();
    const placed = [await made.order(), await made.order(), await made.order()];
    const rests = async () => {
      const rows = await db.execute<{ count: number; seconds: number }>(
        sql`select count, seconds from rests where supplier_id = ${made.supplier.id} order by nth`,
      );
      return rows.map(({ count, seconds }) => [count, seconds]);
    };
    // Purchases that fail at once are one rest.
    await until(
      async () => (await rests()).slice(0, 3),
      [
        [1, 1],
        [2, 2],
        [3, 4],
      ],
    );
    const late = { unreachableCount: 6, pausedUntil: null };
    await db.update(suppliers).set(late).where(eq(suppliers.id, made.supplier.id));
    await until(async () => (await rests()).at(-1), [6, 60]);
    await made.server.reopen();
    const states = async () => {
      // An attempt from before may end late, and makes the supplier rest once more.
      await db.update(suppliers).set({ pausedUntil: null }).where(eq(suppliers.id, made.supplier.id));
      return Promise.all(placed.map(async ({ id }) => (await forwardOf(database, id)).state));
    };
    await until(states, ['accepted', 'accepted', 'accepted']);
    const [row] = await db.select().from(suppliers).where(eq(suppliers.id, made.supplier.id));
    expect(row?.unreachableCount).toBe(0);
  });

  test('purchases with request_id grow in number while answers come in time', async () => {
    const made = await makeForwardedService(database, { takesRequestId: true });
    made.server.answerAll('add', { delayMs: 1_000 });
    const placed = await Promise.all(Array.from({ length: 40 }, () => made.order()));
    for (const { id } of placed) await untilForward(database, id, { state: 'accepted' });
    const sent = made.server.callsOf('add').map(({ at }) => at);
    const most = Math.max(...sent.map((at) => sent.filter((other) => other > at - 1_000 && other <= at).length));
    expect([most > 7, most <= 50]).toEqual([true, true]);
  });
});
