import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { queueClaims } from '#db/schema/queue.ts';
import { asKind } from '../../base/queue/kind.ts';
import { testApp } from '../../testing/app.ts';
import { makeSetAside } from '../../testing/factories.ts';
import { allPages } from '../../testing/lists.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { workOn } from '../../testing/queue.ts';
import { codeOf } from '../../testing/refusal.ts';

const app = await testApp();
const { db } = app;
const admin = await makeSignedInAdmin(app);
const api = app.client(admin.accessToken).admin.setAside;
const claimOf = async (id: number) => (await db.select().from(queueClaims).where(eq(queueClaims.id, id)))[0];

afterEach(() => db.delete(queueClaims));

test('the list has what is set aside, oldest first, page by page, all of it or of one kind', async () => {
  const [first, later] = [new Date('2026-11-01T10:00:00.000Z'), new Date('2026-11-01T10:00:00.001Z')];
  await makeSetAside(db, { kind: 'mail', id: 3, setAsideAt: later });
  await makeSetAside(db, { kind: 'webhooks', id: 2, setAsideAt: first });
  await makeSetAside(db, { kind: 'mail', id: 2, setAsideAt: first, what: 'Reset (a@example.com)', attempts: 4 });
  await makeSetAside(db, { kind: 'mail', id: 1, setAsideAt: first });
  // Those are only attempted, or wait for that.
  await makeSetAside(db, { kind: 'mail', id: 4, setAsideAt: null });
  // Of a newer version beside this one.
  await makeSetAside(db, { kind: 'dreams', id: 5, setAsideAt: first });
  const read = (kind?: 'mail') => allPages((cursor) => api.list.query({ ...(kind && { kind }), cursor, limit: 1 }));
  const all = (await read()).flat();
  expect(all.map(({ kind, id }) => [kind, id])).toEqual([
    ['mail', 1],
    ['mail', 2],
    ['webhooks', 2],
    ['mail', 3],
  ]);
  expect(all[1]).toEqual({ kind: 'mail', id: 2, what: 'Reset (a@example.com)', since: first.toISOString(), deaths: 4 });
  expect((await read('mail')).flat().map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(await codeOf(api.list.query({ cursor: 'nowhere' }))).toBe('bad_input');
  const foreign = Buffer.from(JSON.stringify(['set aside', 0, 'dreams', 1])).toString('base64url');
  expect(await codeOf(api.list.query({ cursor: foreign }))).toBe('bad_input');
});

test('what is tried again is attempted at once, alone, and its deaths count from 0', async () => {
  const { id } = await makeSetAside(db);
  const other = await makeSetAside(db);
  const counted: unknown[] = [];
  const mail = asKind({
    name: 'mail',
    slots: 1,
    topics: [],
    claim: async (_tx, { only }) => (only === undefined ? [] : [{ id: only }]),
    describe: () => 'Reset',
    attempt: async () => void counted.push(await claimOf(id)),
    settle: async () => undefined,
    release: async () => undefined,
  });
  // Only the event wakes it in time.
  const sweepTimes = { everyMs: 3_600_000, graceMs: 0 };
  const queue = workOn({ db, url: app.databaseUrl }, [mail], { events: app.deps.events, sweepTimes });
  await expect.poll(() => queue.number()).toBeDefined();
  expect(await api.tryAgain.mutate({ kind: 'mail', id })).toEqual({ ok: true });
  await expect.poll(() => claimOf(id)).toBeUndefined();
  expect(counted).toMatchObject([{ id, attempts: 1, alone: 1, setAsideAt: null }]);
  expect((await api.list.query({})).items.map((work) => work.id)).toEqual([other.id]);
});

test('what is not set aside, or of another kind, is not found', async () => {
  const [{ id }, open] = [await makeSetAside(db), await makeSetAside(db, { setAsideAt: null, lockOwner: 7 })];
  expect(await codeOf(api.tryAgain.mutate({ kind: 'jobs', id }))).toBe('not_found');
  expect(await codeOf(api.tryAgain.mutate({ kind: 'mail', id: open.id }))).toBe('not_found');
  expect(await claimOf(open.id)).toMatchObject({ lockOwner: 7, attempts: 3, alone: 2 });
  expect(await codeOf(api.tryAgain.mutate({ kind: 'dreams' as 'mail', id }))).toBe('bad_input');
  await api.tryAgain.mutate({ kind: 'mail', id });
  expect(await codeOf(api.tryAgain.mutate({ kind: 'mail', id }))).toBe('not_found');
});
