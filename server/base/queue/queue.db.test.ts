import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { closeDb, connect } from '#db/client.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { queueClaims } from '#db/schema/queue.ts';
import { testDatabase } from '#db/testing/database.ts';
import { startProxy } from '#db/testing/proxy.ts';
import { mailKind } from '../../background/mail.ts';
import { countLooks, silentLog, startTestQueue, workOn } from '../../testing/queue.ts';
import type { Mail } from '../mail/transport.ts';
import { type AnyKind, asKind } from './kind.ts';
import { LEASE_NAME } from './lease.ts';
import { pauseOutgoing } from './pause-outgoing.ts';

const database = await testDatabase();
const { db } = database;
/** No process holds the lock of this number. */
const DEAD = 77;

beforeEach(async () => {
  await db.delete(queueClaims);
  await db.delete(mailOutbox);
});

const claims = () => db.select().from(queueClaims).orderBy(queueClaims.id);
const write = async (subject = 'News') => {
  const mail = { recipient: 'rahim@example.com', subject, body: 'Body' };
  const [row] = await db.insert(mailOutbox).values(mail).returning({ id: mailOutbox.id });
  return row?.id ?? 0;
};
const read = async (id: number) => (await db.select().from(mailOutbox).where(sql`id = ${id}`))[0];
const kindOf = (send: (mail: Mail) => Promise<void>) =>
  mailKind({ transport: { send, close: () => {} }, log: silentLog });
/** A row as a process leaves it that ended while it was attempted. */
const die = (id: number, claim: Partial<typeof queueClaims.$inferInsert> = {}) =>
  db.insert(queueClaims).values({ kind: 'mail', id, what: 'News', lockOwner: DEAD, ...claim });

/** Rows that are always due until they are settled, with attempts that end when the test says so. */
function heldKind(name: string, ids: number[]) {
  const waiting = new Set(ids);
  const open = new Map<number, PromiseWithResolvers<void>>();
  const kind = asKind<{ id: number }, void>({
    ...{ name, slots: 10, topics: [] },
    claim: async (_, { count, only }) =>
      [...waiting]
        .filter((id) => (only === undefined ? !open.has(id) : id === only))
        .slice(0, count)
        .map((id) => ({ id })),
    describe: ({ id }) => `${name} ${id}`,
    attempt({ id }) {
      const ending = Promise.withResolvers<void>();
      open.set(id, ending);
      return ending.promise;
    },
    async settle(_, { id }) {
      waiting.delete(id);
      open.delete(id);
      return undefined;
    },
    release: async () => undefined,
  });
  const end = (id: number) => open.get(id)?.resolve();
  return { kind, open, waiting, end };
}

test('an attempt is counted before it begins, in the name of its process, and its outcome ends it', async () => {
  const id = await write();
  const seen: unknown[] = [];
  workOn(database, [kindOf(async () => void seen.push(...(await claims())))]);
  await expect.poll(async () => (await read(id))?.sentAt ?? null).not.toBeNull();
  const [claim] = seen as (typeof queueClaims.$inferSelect)[];
  expect(claim).toMatchObject({ kind: 'mail', id, attempts: 1, alone: 0, what: 'News (rahim@example.com)' });
  const locks = await db.execute<{ number: number }>(
    sql`select objid::int as number from pg_locks where locktype = 'advisory' and classid = ${advisoryLocks.queue}::bigint::oid`,
  );
  expect(locks.map(({ number }) => number)).toContain(claim?.lockOwner);
  await expect.poll(claims).toEqual([]);
});

describe('a row whose process has ended with it', () => {
  test('is attempted alone, with nothing else open in the process, and the others go on afterwards', async () => {
    const other = heldKind('other', [1, 2]);
    const queue = workOn(database, [other.kind]);
    await expect.poll(() => other.open.size).toBe(2);
    const id = await write();
    await die(id);
    const sent: { open: number; mayBegin: boolean }[] = [];
    const neighbour = {
      isIdle: vi.fn<() => boolean>(() => true),
      wake: vi.fn<() => void>(),
      stop: async () => undefined,
    };
    queue.addNeighbour(neighbour);
    queue.add(kindOf(async () => void sent.push({ open: other.open.size, mayBegin: queue.mayBegin() })));
    // It waits for what is open, and lets nothing begin: neither of a kind nor of a neighbour.
    await expect.poll(() => queue.mayBegin()).toBe(false);
    other.waiting.add(3);
    other.end(1);
    await expect.poll(() => other.open.size).toBe(1);
    // Some looks later it still waits.
    for (let looks = 0; looks < 5; looks++) await claims();
    expect([sent, other.open.size]).toEqual([[], 1]);
    neighbour.isIdle.mockReturnValue(false);
    other.end(2);
    await expect.poll(() => neighbour.isIdle.mock.calls.length).toBeGreaterThan(3);
    expect([sent, other.open.size]).toEqual([[], 0]);
    neighbour.isIdle.mockReturnValue(true);
    await expect.poll(() => sent).toEqual([{ open: 0, mayBegin: false }]);
    await expect.poll(() => [other.open.size, queue.mayBegin()]).toEqual([1, true]);
    expect(neighbour.wake).toHaveBeenCalled();
    expect((await read(id))?.sentAt).not.toBeNull();
    other.end(3);
  });

  test.each([
    ['once, not alone', { attempts: 1, alone: 0 }, 'sent'],
    ['once alone', { attempts: 2, alone: 1 }, 'sent'],
    ['twice alone', { attempts: 3, alone: 2 }, 'set aside'],
  ] as const)('%s', async (_, deaths, outcome) => {
    const id = await write();
    await die(id, deaths);
    const send = vi.fn<() => Promise<void>>(async () => undefined);
    workOn(database, [kindOf(send)]);
    if (outcome === 'sent') await expect.poll(async () => (await read(id))?.sentAt ?? null).not.toBeNull();
    else await expect.poll(claims).toMatchObject([{ id, ...deaths, lockOwner: null, setAsideAt: expect.any(Date) }]);
    // A later mail is sent also beside one that is set aside.
    const later = await write();
    await expect.poll(async () => (await read(later))?.sentAt ?? null).not.toBeNull();
    expect(send).toHaveBeenCalledTimes(outcome === 'sent' ? 2 : 1);
  });

  test('counts one more attempt alone, before it begins, and says what the row is by now', async () => {
    const id = await write('Newer');
    await die(id);
    const seen: unknown[] = [];
    workOn(database, [kindOf(async () => void seen.push(...(await claims())))]);
    await expect.poll(() => seen).toMatchObject([{ id, attempts: 2, alone: 1, what: 'Newer (rahim@example.com)' }]);
  });

  test('and so is one that its process holds and does not attempt: the commit of the claim got no answer', async () => {
    const open = heldKind('other', [1]);
    const sent = vi.fn<() => Promise<void>>(async () => undefined);
    const queue = workOn(database, [open.kind, kindOf(sent)]);
    await expect.poll(() => open.open.size).toBe(1);
    const id = await write();
    await expect.poll(async () => (await read(id))?.sentAt ?? null).not.toBeNull();
    await db.update(mailOutbox).set({ sentAt: null, nextTryAt: sql`now() + interval '1 hour'` });
    await die(id, { lockOwner: queue.number() });
    // What it attempts stays its own.
    await expect.poll(() => queue.mayBegin()).toBe(false);
    expect(await claims()).toMatchObject([
      { kind: 'other', attempts: 1, alone: 0, lockOwner: queue.number() },
      { kind: 'mail', lockOwner: null },
    ]);
    open.end(1);
    await expect.poll(claims).toEqual([]);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  test('waits for its attempt alone while everything outgoing is paused', async () => {
    const id = await write();
    await die(id);
    await pauseOutgoing(db, 'A test');
    const sent = vi.fn<() => Promise<void>>(async () => undefined);
    const kind = kindOf(sent);
    const looks = countLooks(kind);
    workOn(database, [kind]);
    await expect.poll(claims).toMatchObject([{ id, lockOwner: null }]);
    const before = looks();
    await expect.poll(looks).toBeGreaterThan(before + 5);
    expect(await claims()).toMatchObject([{ id, attempts: 1, alone: 0 }]);
    await db.execute(sql`update outgoing_hold set released_at = now()`);
    await expect.poll(claims).toEqual([]);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test('of a kind that this version does not know is left alone', async () => {
    await die(5, { kind: 'newer' });
    const id = await write();
    workOn(database, [kindOf(async () => undefined)]);
    await expect.poll(async () => (await read(id))?.sentAt ?? null).not.toBeNull();
    expect(await claims()).toMatchObject([{ kind: 'newer', id: 5, lockOwner: DEAD, attempts: 1 }]);
  });

  test('of one that lives is never taken over, however long it takes', async () => {
    const id = await write();
    const answered = Promise.withResolvers<void>();
    const [slow, quick] = [
      vi.fn<() => Promise<void>>(() => answered.promise),
      vi.fn<() => Promise<void>>(async () => undefined),
    ];
    workOn(database, [kindOf(slow)]);
    await expect.poll(() => slow.mock.calls.length).toBe(1);
    await db.update(mailOutbox).set({ nextTryAt: sql`now()` });
    const second = workOn(database, [kindOf(quick)]);
    const other = await write('Another');
    await expect.poll(async () => (await read(other))?.sentAt ?? null).not.toBeNull();
    await expect.poll(() => second.figures()).toMatchObject({ mail: { attempts: 1 } });
    answered.resolve();
    await expect.poll(async () => (await read(id))?.sentAt ?? null).not.toBeNull();
    expect([slow.mock.calls.length, quick.mock.calls.length]).toEqual([1, 1]);
  });
});

test('a process that loses its session names another number, and keeps its attempts', async () => {
  const proxy = await startProxy({ target: database.url });
  const held = heldKind('held', [1]);
  const first = startTestQueue({ db, url: proxy.url }, [held.kind]);
  await expect.poll(() => held.open.size).toBe(1);
  const [before] = await claims();
  proxy.reset();
  const watching = workOn(database, []);
  await expect.poll(async () => (await claims())[0]?.lockOwner).not.toBe(before?.lockOwner);
  await expect.poll(() => watching.number()).toBeDefined();
  expect(await claims()).toMatchObject([{ id: 1, attempts: 1, alone: 0, lockOwner: first.number() }]);
  held.end(1);
  await expect.poll(claims).toEqual([]);
  expect(held.waiting.size).toBe(0);
  await first.stop();
  await proxy.close();
});

test('a stop hands rows back as if they were never claimed, but not one whose outcome is known', async () => {
  const kind: AnyKind = heldKind('held', [1]).kind;
  const release = vi.fn<AnyKind['release']>(async () => undefined);
  kind.release = release;
  const queue = startTestQueue(database, [kind]);
  await expect.poll(claims).toMatchObject([{ id: 1 }]);
  await queue.stop();
  expect(await claims()).toEqual([]);
  expect(release.mock.calls[0]?.[1]).toEqual([{ id: 1 }]);
  const locks = await db.execute(
    sql`select from pg_stat_activity where application_name = ${LEASE_NAME} and datname = current_database()`,
  );
  expect(locks).toEqual([]);
});

test('an outcome is stored once the database answers again, and the work is not repeated', async () => {
  const proxy = await startProxy({ target: database.url });
  const ownDb = connect(proxy.url, { max: 4 });
  const id = await write();
  const begun = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const send = vi.fn<() => Promise<void>>(async () => {
    begun.resolve();
    await answered.promise;
  });
  const queue = startTestQueue({ db: ownDb, url: database.url }, [kindOf(send)]);
  await begun.promise;
  await proxy.refuse(true);
  proxy.reset();
  answered.resolve();
  await expect.poll(() => send.mock.calls.length).toBe(1);
  expect((await read(id))?.sentAt).toBeNull();
  await proxy.refuse(false);
  await expect.poll(async () => (await read(id))?.sentAt ?? null, { timeout: 30_000 }).not.toBeNull();
  expect(send).toHaveBeenCalledTimes(1);
  await queue.stop();
  await closeDb(ownDb);
  await proxy.close();
});

test('an outcome that the database refuses leaves the row to its due column', async () => {
  const held = heldKind('held', [1]);
  held.kind.settle = () => Promise.reject(new Error('refused'));
  const log = { ...silentLog, error: vi.fn<(...line: unknown[]) => void>() };
  workOn(database, [held.kind], { log });
  await expect.poll(() => held.open.size).toBe(1);
  held.end(1);
  await expect.poll(claims).toEqual([]);
  expect(log.error).toHaveBeenCalledTimes(1);
});
