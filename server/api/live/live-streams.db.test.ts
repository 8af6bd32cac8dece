import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import type { Change } from '#shared/live.ts';
import { authenticate } from '../../base/identity/authenticate.ts';
import { NEVER_MS, testApp } from '../../testing/app.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';
import { codeOf } from '../../testing/refusal.ts';
import { createLiveStreams } from './live-streams.ts';

const app = await testApp();

function start({ maxStreams = 100, checkEveryMs = NEVER_MS, findSession = app.deps.findSession } = {}) {
  const { events, findKey } = app.deps;
  const live = createLiveStreams({ events, findSession, findKey, maxStreams, checkEveryMs });
  const openFor = async ({ accessToken }: Person, signal?: AbortSignal) =>
    live.open(await authenticate(app.deps, accessToken), signal);
  return { live, openFor };
}

/** Reads a stream to its end. The bus may report "anything" in between, for example when it has just begun to listen. */
async function readToEnd(changes: AsyncGenerator<Change, void>): Promise<'ended'> {
  while (!(await changes.next()).done);
  return 'ended';
}

/** Reads a stream until a notice changes. */
async function readToNotice(changes: AsyncGenerator<Change, void>): Promise<void> {
  for (;;) {
    const { done, value } = await changes.next();
    if (done) throw new Error('the stream ended without a notice');
    if (value.kind === 'notice') return;
  }
}

test.each([
  [
    'session_ended',
    (id: number) => app.db.update(sessions).set({ revokedAt: sql`now()` }).where(eq(sessions.userId, id)),
  ],
  ['session_ended', (id: number) => app.db.delete(sessions).where(eq(sessions.userId, id))],
  ['blocked', (id: number) => app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, id))],
] as const)('the end of a session without an event is found by polling: %s', async (code, end) => {
  const { openFor } = start({ checkEveryMs: 20 });
  const customer = await makeCustomer(app);
  const changes = await openFor(customer);
  await end(customer.id);
  expect(await codeOf(readToEnd(changes))).toBe(code);
});

test('an admin who lost the role must reconnect', async () => {
  const { openFor } = start({ checkEveryMs: 20 });
  const admin = await makeSignedInAdmin(app);
  const changes = await openFor(admin);
  await app.db.update(users).set({ role: 'user' }).where(eq(users.id, admin.id));
  expect(await readToEnd(changes)).toBe('ended');
});

test('an unresponsive database ends nothing', async () => {
  let asked = 0;
  const findSession = async () => {
    asked++;
    throw new Error('away');
  };
  const { live, openFor } = start({ checkEveryMs: 10, findSession });
  const changes = await openFor(await makeCustomer(app));
  await expect.poll(() => asked).toBeGreaterThan(2);
  app.deps.events.publish('notices');
  await readToNotice(changes);
  live.stop();
});

test('a tab of the version before gets only the kinds that it knows', async () => {
  const { live, openFor } = start();
  const customer = await makeCustomer(app);
  const older = await openFor(customer);
  const changes = live.open(await authenticate(app.deps, customer.accessToken), undefined, ['request', 'unknown']);
  app.deps.events.publish('requests', `${customer.id}:7`);
  app.deps.events.publish('orders', `${customer.id}:8`);
  expect(await nextOf(changes)).toEqual({ kind: 'request', id: 7 });
  expect(await nextOf(older)).toEqual({ kind: 'order', id: 8 });
  live.stop();
});

/** The next change with an id. */
async function nextOf(changes: AsyncGenerator<Change, void>): Promise<Change> {
  for (;;) {
    const { value } = await changes.next();
    if (!value) throw new Error('the stream ended');
    if (value.id !== undefined) return value;
  }
}

test("above ten per user the oldest ends, and nobody else's", async () => {
  const { live, openFor } = start();
  const [customer, other] = [await makeCustomer(app), await makeCustomer(app)];
  const others = await openFor(other);
  const own = [];
  for (let nth = 0; nth < 11; nth++) own.push(await openFor(customer));
  const [oldest, second] = own;
  if (!oldest || !second) throw new Error('none was opened');
  expect(await codeOf(readToEnd(oldest))).toBe('too_many_requests');
  app.deps.events.publish('notices');
  for (const changes of [second, others]) await readToNotice(changes);
  expect(live.figures()).toMatchObject({ open: 11, ended: { too_many: 1 }, refused: 0 });
  live.stop();
});

test('a process has a limit, and a closed stream releases its place', async () => {
  const { live, openFor } = start({ maxStreams: 2 });
  const reader = new AbortController();
  const left = await openFor(await makeCustomer(app), reader.signal);
  await openFor(await makeCustomer(app));
  expect(await codeOf(openFor(await makeCustomer(app)))).toBe('busy');
  reader.abort();
  expect(await readToEnd(left)).toBe('ended');
  await openFor(await makeCustomer(app));
  expect(live.figures()).toMatchObject({ open: 2, ended: { left: 1 }, refused: 1 });
  live.stop();
});

test('one closed before its first read holds no place', async () => {
  const { live, openFor } = start();
  await openFor(await makeCustomer(app), AbortSignal.abort());
  expect(live.figures().open).toBe(0);
});

test('a stopping process ends all of them and accepts none', async () => {
  const { live, openFor } = start();
  const customer = await makeCustomer(app);
  const changes = await openFor(customer);
  live.stop();
  expect(await readToEnd(changes)).toBe('ended');
  expect(await codeOf(openFor(customer))).toBe('busy');
  expect(live.figures()).toMatchObject({ open: 0, ended: { stop: 1 } });
});
