import { afterEach, expect, test, vi } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { openSql } from '#db/connection.ts';
import { createTestDatabase, testDatabase } from '#db/testing/database.ts';
import { makeService } from '../../testing/factories.ts';
import { type EventBus, type EventBusOptions, LISTENER_NAME, startEventBus } from './event-bus.ts';

/** For a poll that must not run during the test. */
const NEVER_MS = 3_600_000;

const log = { info: logged(), warn: logged(), error: logged() };

function logged() {
  return vi.fn<(...line: unknown[]) => void>();
}

const database = await testDatabase();

const started: EventBus[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((bus) => bus.stop()));
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

/** One process's bus. */
function start(options: Partial<EventBusOptions> = {}): EventBus {
  const { db, url } = database;
  const bus = startEventBus({ db, url, log, pollEveryMs: NEVER_MS, ...options });
  started.push(bus);
  return bus;
}

/** A bus that is listening, and the events it has received since. */
async function listening(options: Partial<EventBusOptions> = {}) {
  const bus = start(options);
  const heard: (string | undefined)[] = [];
  bus.subscribe('services', (subject) => heard.push(subject));
  // Anything may have changed before it listened, so this event comes first.
  await vi.waitFor(() => expect(heard).toEqual([undefined]), { timeout: 10_000 });
  heard.length = 0;
  return { bus, heard };
}

/** Every notification by which a process checks its connection. */
async function everyEcho() {
  const sql = openSql(database.url, { max: 1 });
  const heard: string[] = [];
  await sql.listen('panel_events', (text) => text.includes('echo') && heard.push(text));
  return { heard, end: () => sql.end({ timeout: 0 }) };
}

const listeners = () => database.db.$client<{ pid: number }[]>`
  select pid from pg_stat_activity where application_name = ${LISTENER_NAME} and datname = current_database()`;

test('an event of one process arrives in another, and once in its own', async () => {
  const [here, there] = [await listening(), await listening()];
  here.bus.publish('services', '7');
  expect(here.heard).toEqual(['7']);
  await vi.waitFor(() => expect(there.heard).toEqual(['7']), { timeout: 10_000 });
  there.bus.publish('services');
  await vi.waitFor(() => expect(here.heard).toEqual(['7', undefined]), { timeout: 10_000 });
  expect(there.heard).toEqual(['7', undefined]);
});

test('a subscription ends, and a throwing handler does not stop the others', async () => {
  const { bus, heard } = await listening();
  const gone: unknown[] = [];
  const end = bus.subscribe('services', (subject) => gone.push(subject));
  bus.subscribe('services', () => {
    throw new Error('no');
  });
  const last: unknown[] = [];
  bus.subscribe('services', (subject) => last.push(subject));
  end();
  bus.publish('services', '1');
  expect({ heard, gone, last }).toEqual({ heard: ['1'], gone: [], last: ['1'] });
  expect(log.error).toHaveBeenCalledOnce();
});

test('a process has one connection that listens, which a stop closes', async () => {
  const { bus } = await listening();
  bus.subscribe('settings', () => undefined);
  expect(await listeners()).toHaveLength(1);
  await bus.stop();
  await vi.waitFor(async () => expect(await listeners()).toEqual([]), { timeout: 10_000 });
});

test('an event right before a stop is still sent', async () => {
  const [here, there] = [await listening(), await listening()];
  for (const subject of ['1', '2', '3']) here.bus.publish('services', subject);
  await here.bus.stop();
  await vi.waitFor(() => expect(there.heard).toEqual(['1', '2', '3']), { timeout: 10_000 });
});

test('more events than one notification holds arrive in several, completely', async () => {
  const [here, there] = [await listening(), await listening()];
  const subjects = Array.from({ length: 400 }, (_, id) => `${id} ${'ü'.repeat(60)}`);
  for (const subject of subjects) here.bus.publish('services', subject);
  await vi.waitFor(() => expect(there.heard).toEqual(subjects), { timeout: 20_000 });
});

test('a lost connection is restored, and then anything may have changed', async () => {
  const [here, there] = [await listening(), await listening()];
  for (let round = 0; round < 3; round++) {
    const before = await listeners();
    await database.db.$client`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${LISTENER_NAME} and datname = current_database()`;
    await vi.waitFor(() => expect([here, there].map(({ heard }) => heard)).toEqual([[undefined], [undefined]]), {
      timeout: 20_000,
    });
    expect(await listeners()).toHaveLength(before.length);
    here.heard.length = 0;
    there.heard.length = 0;
  }
  here.bus.publish('services', '8');
  await vi.waitFor(() => expect(there.heard).toEqual(['8']), { timeout: 10_000 });
  expect(log.error).not.toHaveBeenCalled();
});

test('changes by scripts are found by polling, topic by topic', async () => {
  const bus = start({ pollEveryMs: 20 });
  const heard = { services: 0, settings: 0 };
  bus.subscribe('services', () => heard.services++);
  bus.subscribe('settings', () => heard.settings++);
  // Once for the connection, and once for the first poll, which has nothing to compare with.
  await vi.waitFor(() => expect(heard).toEqual({ services: 2, settings: 2 }), { timeout: 10_000 });
  await makeService(database.db);
  await vi.waitFor(() => expect(heard).toEqual({ services: 3, settings: 2 }), { timeout: 10_000 });
  await database.db.$client`update settings set rate_paisa = rate_paisa + 1`;
  await vi.waitFor(() => expect(heard).toEqual({ services: 3, settings: 3 }), { timeout: 10_000 });
});

test('without a database it warns once, and recovers when there is one', async () => {
  const outage = await createTestDatabase();
  const bus = start({ db: outage.db, url: outage.url, pollEveryMs: 20 });
  const heard: unknown[] = [];
  bus.subscribe('services', (subject) => heard.push(subject));
  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 10_000 });

  const name = new URL(outage.url).pathname.slice(1);
  await database.db.$client.unsafe(`alter database ${name} allow_connections false`);
  await database.db.$client`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), { timeout: 20_000 });
  bus.publish('services', '9');
  await database.db.$client.unsafe(`alter database ${name} allow_connections true`);
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledOnce(), { timeout: 20_000 });
  // Its own change, and "anything" after it listens again.
  await vi.waitFor(() => expect(heard.slice(2, 4)).toEqual(['9', undefined]), { timeout: 20_000 });
  expect(log.warn).toHaveBeenCalledOnce();
  await bus.stop();
  await outage.drop();
});

test('a connection that receives nothing is replaced', async () => {
  // Notifications stay within a database, so events of the other database do not arrive.
  const elsewhere = await createTestDatabase();
  start({ url: elsewhere.url, pollEveryMs: 20, silentAfterMs: 100 });
  const pids = () => elsewhere.db.$client<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = ${LISTENER_NAME} and datname = current_database()`;
  let first: { pid: number }[] = [];
  await vi.waitFor(async () => expect((first = await pids())).toHaveLength(1), { timeout: 10_000 });
  await vi.waitFor(
    async () => {
      const now = await pids();
      expect(now).toHaveLength(1);
      expect(now).not.toEqual(first);
    },
    { timeout: 10_000 },
  );
  expect(log.warn).toHaveBeenCalledWith('notifications do not arrive; reconnecting');
  await started.pop()?.stop();
  await elsewhere.drop();
});

test('a working connection is kept, even without events', async () => {
  const { bus: other, heard: told } = await listening();
  const silentAfterMs = 3_600_000;
  const bus = start({ pollEveryMs: 20, silentAfterMs });
  const heard: unknown[] = [];
  bus.subscribe('services', (subject) => heard.push(subject));
  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 10_000 });
  const first = await listeners();

  const realNow = performance.now.bind(performance);
  let passedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs);
  const words = await everyEcho();
  for (let hour = 1; hour <= 3; hour++) {
    const before = words.heard.length;
    passedMs += 0.75 * silentAfterMs;
    await vi.waitFor(() => expect(words.heard.length).toBeGreaterThan(before), { timeout: 10_000 });
    // Notifications arrive in order, so its own notification has arrived as well.
    other.publish('services', String(hour));
    await vi.waitFor(() => expect(heard.at(-1)).toBe(String(hour)), { timeout: 10_000 });
  }
  await words.end();
  expect(log.warn).not.toHaveBeenCalled();
  expect(await listeners()).toEqual(first);
  expect(told).toEqual(['1', '2', '3']);
});

test('a bus that was never connected stops at once', async () => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';
  const db = connect(nowhere);
  const bus = start({ db, url: nowhere, pollEveryMs: 10 });
  bus.publish('services');
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledOnce(), { timeout: 10_000 });
  await bus.stop();
  await closeDb(db);
});
