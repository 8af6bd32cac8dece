import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { supplierEntries, suppliers } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import { startProxy } from '#db/testing/proxy.ts';
import { LEASE_NAME } from '../../base/queue/lease.ts';
import { makeForwardedService, startTestForwarder, until, untilForward } from '../../testing/forwarder.ts';

const database = await testDatabase();
const { db, url } = database;

/** A second server's pool on the same database. */
function otherServer() {
  const other = connect(url, { applicationName: 'reseller-panel other' });
  afterAll(() => closeDb(other));
  return { db: other, url };
}

test.each(['is cut', 'falls silent'])(
  'the purchase of a server whose session %s is unknown, and its late answer settles it',
  async (how) => {
    const sender = otherServer();
    const proxy = await startProxy({ target: url });
    const session = { beatEveryMs: 200, silentForMs: 2_000 };
    const first = startTestForwarder(sender, { session, directUrl: proxy.url });
    const { server, supplier, order } = await makeForwardedService(database);
    const { promise: settled, resolve: answer } = Promise.withResolvers<void>();
    server.answerNext('add', { after: settled });
    const { id } = await order();
    await untilForward(database, id, { state: 'sending' });
    const before = await holders();
    const second = startTestForwarder(database);
    // A start never touches the rows of a process that lives.
    await until(holders, before + 1);
    await untilForward(database, id, { state: 'sending' });
    if (how === 'is cut') await proxy.refuse(true);
    if (how === 'is cut') proxy.reset();
    else proxy.swallow(true);
    await untilForward(database, id, { state: 'unknown', lockOwner: null });
    const waiting = await order();
    // The other server goes on; the one without its session sends nothing.
    await untilForward(database, waiting.id, { state: 'accepted' });
    answer();
    await untilForward(database, id, { state: 'accepted', attempts: 1 });
    expect(server.bought()).toBe(2);
    expect(await db.$count(supplierEntries, eq(supplierEntries.supplierId, supplier.id))).toBe(2);
    await Promise.all([first.stop(), second.stop()]);
    await proxy.close();
  },
);

async function holders(): Promise<number> {
  const rows = await db.execute(sql`
    select from pg_stat_activity where application_name = ${LEASE_NAME} and datname = current_database()`);
  return rows.length;
}

test('one slow supplier delays no other', async () => {
  const engine = startTestForwarder(database);
  const [slow, quick] = [await makeForwardedService(database), await makeForwardedService(database)];
  const { promise: settled, resolve: answer } = Promise.withResolvers<void>();
  slow.server.answerAll('add', { after: settled });
  const held = await slow.order();
  await untilForward(database, held.id, { state: 'sending' });
  const placed = await quick.order();
  await untilForward(database, placed.id, { state: 'accepted' });
  await untilForward(database, held.id, { state: 'sending' });
  await db
    .update(suppliers)
    .set({ stoppedAt: new Date(), stoppedReason: 'person' })
    .where(eq(suppliers.id, slow.supplier.id));
  answer();
  await engine.stop();
});
