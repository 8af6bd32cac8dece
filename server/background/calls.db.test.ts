import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { backgroundCalls } from '#db/schema/queue.ts';
import { testDatabase } from '#db/testing/database.ts';
import type { Actor } from '#shared/users.ts';
import { readConfig } from '../base/env.ts';
import { createOutbound } from '../base/outbound/outbound.ts';
import { callInBackground } from '../base/queue/call-background.ts';
import { makeAdmin } from '../testing/factories.ts';
import { supplierSecrets, testSupplierClient } from '../testing/forwarder.ts';
import { silentLog, workOff, workOn } from '../testing/queue.ts';
import { startSupplierServer } from '../testing/supplier-server.ts';
import { makeSupplier } from '../testing/suppliers.ts';
import { withoutEvents } from '../testing/without-events.ts';
import { callsKind } from './calls.ts';

const database = await testDatabase();
const { db } = database;
const deps = withoutEvents(db);
const config = readConfig({ NODE_ENV: 'test' });
const server = await startSupplierServer();
const { id } = await makeSupplier(db, supplierSecrets, server);
const [first, other] = [(await makeAdmin(db)).actor, (await makeAdmin(db)).actor];
const kind = () =>
  callsKind({
    ...{ ...deps, config, secrets: supplierSecrets, log: silentLog },
    outbound: createOutbound({ policy: { allowLoopback: true } }),
    suppliers: testSupplierClient(database),
  });
const test1 = (actor: Actor, waitMs = 0, input = { id }) =>
  callInBackground<{ ok: boolean }>(deps, { kind: 'suppliers.test', actor, input, waitMs });
const calls = () => db.$count(backgroundCalls);

beforeEach(async () => {
  await db.delete(backgroundCalls);
  server.calls.length = 0;
});

test('a call that runs is joined by the same call of the same admin only, and its answer is given once', async () => {
  const running = { running: true };
  expect([await test1(first), await test1(first), await test1(other)]).toEqual([running, running, running]);
  expect(await calls()).toBe(2);
  expect(await test1(first, 0, { id: id + 1 })).toEqual(running);
  expect(await calls()).toBe(3);
  await workOff(db, kind());
  // Both that wait for it get its answer; a later call is another one.
  expect(await test1(first)).toMatchObject({ ok: true });
  expect(server.callsOf('balance')).toHaveLength(2);
  expect(await test1(first)).toEqual(running);
  await db.execute(
    sql`update background_calls set ended_at = ended_at - interval '61 seconds' where ended_at is not null`,
  );
  expect(await test1(other)).toEqual(running);
});

test('a refusal of its verb comes back as it is, and an unexpected error does not', async () => {
  workOn(database, [kind()]);
  await expect(test1(first, 30_000, { id: 999_999 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(test1(first, 30_000, { id: 'x' } as never)).rejects.toMatchObject({ code: 'bad_input' });
  await expect(test1(first, 30_000, null as never)).rejects.toThrow('has failed in the background worker');
});

test('a call that waits answers at once when its process stops', async () => {
  const stopping = new AbortController();
  const call = { kind: 'suppliers.test', actor: first, input: { id }, waitMs: 3_600_000 } as const;
  const waiting = callInBackground({ ...deps, stopping: stopping.signal }, call);
  await expect.poll(calls).toBe(1);
  stopping.abort();
  expect(await waiting).toEqual({ running: true });
});

test('a call that is older than ten minutes is not made any more', async () => {
  await test1(first);
  await db.execute(sql`update background_calls set created_at = now() - interval '11 minutes'`);
  await workOff(db, kind());
  expect(server.callsOf('balance')).toEqual([]);
  await expect(test1(first)).rejects.toThrow('has failed');
});
