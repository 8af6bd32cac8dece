import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { tickets } from '#db/schema/tickets.ts';
import { users } from '#db/schema/users.ts';
import { type TestClient, testApp } from '../../testing/app.ts';
import { makeTicket } from '../../testing/factories.ts';
import { allPages, idsOf, planOf } from '../../testing/lists.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';
import { codeOf } from '../../testing/refusal.ts';

let anna: Person & { client: TestClient };
let bela: Person & { client: TestClient };

const withClient = (person: Person) => ({ ...person, client: app.client(person.accessToken) });

const app = await testApp();
const admin = withClient(await makeSignedInAdmin(app));

beforeEach(async () => {
  anna = withClient(await makeCustomer(app));
  bela = withClient(await makeCustomer(app));
});

describe('lists', () => {
  test("a customer's own: latest message first, page by page, by status, and nobody else's", async () => {
    const [one, two, three] = [
      await makeTicket(app.deps, anna),
      await makeTicket(app.deps, anna),
      await makeTicket(app.deps, anna),
    ];
    await makeTicket(app.deps, bela);
    await admin.client.admin.tickets.reply.mutate({ id: one.id, message: 'Yes.' });
    await anna.client.tickets.close.mutate({ id: two.id });
    const first = await anna.client.tickets.list.query({ limit: 2 });
    const second = await anna.client.tickets.list.query({ limit: 2, cursor: first.nextCursor });
    expect([idsOf(first), idsOf(second), second.nextCursor]).toEqual([[one.id, three.id], [two.id], null]);
    const find = async (status: 'open' | 'answered' | 'closed') =>
      idsOf(await anna.client.tickets.list.query({ status }));
    expect([await find('open'), await find('answered'), await find('closed')]).toEqual([
      [three.id],
      [one.id],
      [two.id],
    ]);
  });

  test('a reopened ticket waits from then on, behind those that waited before', async () => {
    const [old, waiting] = [await makeTicket(app.deps, anna), await makeTicket(app.deps, bela)];
    await anna.client.tickets.close.mutate({ id: old.id });
    await app.db
      .update(tickets)
      .set({ lastMessageAt: new Date('2026-01-01T00:00:00Z') })
      .where(eq(tickets.id, old.id));
    const reopened = await anna.client.tickets.reopen.mutate({ id: old.id });
    expect(+new Date(reopened.lastMessageAt)).toBeGreaterThanOrEqual(+new Date(waiting.lastMessageAt));
    const queue = await admin.client.admin.tickets.list.query({ status: 'open', oldestFirst: true, limit: 100 });
    expect(idsOf(queue).filter((id) => [old.id, waiting.id].includes(id))).toEqual([waiting.id, old.id]);
    const again = await anna.client.tickets.reopen.mutate({ id: old.id });
    expect(again.lastMessageAt).toEqual(reopened.lastMessageAt);
  });

  test('the next ticket is the next longer silent one, then the first again; without another one there is none', async () => {
    await app.db.update(tickets).set({ status: 'closed' });
    const [one, two, three] = [
      await makeTicket(app.deps, anna),
      await makeTicket(app.deps, bela),
      await makeTicket(app.deps, anna),
    ];
    const nextOf = (id: number) => admin.client.admin.tickets.next.query({ id });
    expect(await nextOf(one.id)).toEqual({ id: two.id, waiting: 2 });
    expect(await nextOf(three.id)).toEqual({ id: one.id, waiting: 2 });
    await admin.client.admin.tickets.reply.mutate({ id: two.id, message: 'Yes.' });
    expect(await nextOf(one.id)).toEqual({ id: three.id, waiting: 1 });
    expect(await nextOf(two.id)).toEqual({ id: one.id, waiting: 2 });
    for (const { id } of [one, three]) await admin.client.admin.tickets.close.mutate({ id });
    expect(await nextOf(one.id)).toEqual({ id: null, waiting: 0 });
    expect(await codeOf(anna.client.admin.tickets.next.query({ id: one.id }))).toBe('forbidden');
  });

  test('tickets with the same time are each on one page', async () => {
    for (let left = 5; left > 0; left--) await makeTicket(app.deps, anna);
    await app.db
      .update(tickets)
      .set({ lastMessageAt: new Date('2026-11-01T00:00:00.123Z') })
      .where(eq(tickets.userId, anna.id));
    const pages = await allPages((cursor) => anna.client.tickets.list.query({ limit: 2, cursor }));
    const ids = pages.flat().map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(5);
  });

  const sealed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    'nonsense',
    sealed(['lastMessage', 1]),
    sealed(['lastMessage', -1, 1]),
    sealed(['lastMessage', 1e300, 1]),
    sealed(['newest', 1, 1]),
  ])('refuse the cursor %s', async (cursor) => {
    expect(await codeOf(anna.client.tickets.list.query({ cursor }))).toBe('bad_input');
    expect(await codeOf(admin.client.admin.tickets.list.query({ cursor }))).toBe('bad_input');
  });

  test('accept the last possible moment as a cursor', async () => {
    const { id } = await makeTicket(app.deps, anna);
    const cursor = sealed(['lastMessage', 8.64e15, 1]);
    expect(idsOf(await anna.client.tickets.list.query({ cursor }))).toEqual([id]);
  });

  test('all, for admins: by status, by customer, and searched by subject, customer and id', async () => {
    const lost = await makeTicket(app.deps, anna, { subject: 'Lost 100% of_it' });
    const paid = await makeTicket(app.deps, bela, { subject: 'Paid twice' });
    await app.db.update(users).set({ name: 'Bela Karim' }).where(eq(users.id, bela.id));
    await admin.client.admin.tickets.reply.mutate({ id: paid.id, message: 'Which one?' });
    const find = async (input: Parameters<typeof admin.client.admin.tickets.list.query>[0]) =>
      idsOf(await admin.client.admin.tickets.list.query({ limit: 100, ...input })).filter((id) => id >= lost.id);
    expect(await find({})).toEqual([paid.id, lost.id]);
    expect(await find({ status: 'open' })).toEqual([lost.id]);
    expect(await find({ status: 'answered' })).toEqual([paid.id]);
    expect(await find({ userId: anna.id })).toEqual([lost.id]);
    expect(await find({ search: '100% of_' })).toEqual([lost.id]);
    expect(await find({ search: '100x' })).toEqual([]);
    expect(await find({ search: 'bela karim' })).toEqual([paid.id]);
    expect(await find({ search: anna.userName.toUpperCase() })).toEqual([lost.id]);
    expect(await find({ search: `#${paid.id}` })).toContain(paid.id);
    expect(await find({ search: anna.userName, status: 'answered' })).toEqual([]);
    expect(await find({ search: '+8801' })).toEqual([]);
  });

  test('a search is paged, latest message first', async () => {
    const made = [];
    for (let left = 5; left > 0; left--) made.push((await makeTicket(app.deps, anna, { subject: 'Rare words' })).id);
    const [oldest = 0, ...others] = made;
    await anna.client.tickets.reply.mutate({ id: oldest, message: 'Hello?' });
    const search = 'rare WORDS';
    const list = admin.client.admin.tickets.list;
    const first = await list.query({ search, limit: 2 });
    const second = await list.query({ search, limit: 2, cursor: first.nextCursor });
    const third = await list.query({ search, limit: 2, cursor: second.nextCursor });
    expect([first, second, third].flatMap(idsOf)).toEqual([oldest, ...others.toReversed()]);
    expect(third.nextCursor).toBeNull();
  });

  test('are oldest first for working through them, page by page, searched or not', async () => {
    const made: number[] = [];
    for (let left = 5; left > 0; left--) made.push((await makeTicket(app.deps, anna, { subject: 'Queue here' })).id);
    const [first = 0, ...others] = made;
    await anna.client.tickets.reply.mutate({ id: first, message: 'Hello?' });
    const list = admin.client.admin.tickets.list;
    for (const filter of [{ userId: anna.id }, { search: 'queue HERE' }]) {
      const input = { ...filter, status: 'open' as const, oldestFirst: true, limit: 3 };
      const page = await list.query(input);
      const rest = await list.query({ ...input, cursor: page.nextCursor });
      expect([page, rest].flatMap(idsOf)).toEqual([...others, first]);
      expect(rest.nextCursor).toBeNull();
      expect(await codeOf(list.query({ ...filter, cursor: page.nextCursor }))).toBe('bad_input');
    }
  });

  test('have the number of waiting tickets, with any filter', async () => {
    const waiting = async () => (await admin.client.admin.tickets.list.query({ search: 'nothing has this' })).waiting;
    const before = await waiting();
    const [one] = [await makeTicket(app.deps, anna), await makeTicket(app.deps, anna)];
    expect(await waiting()).toBe(before + 2);
    await admin.client.admin.tickets.reply.mutate({ id: one.id, message: 'Yes.' });
    expect(await waiting()).toBe(before + 1);
    await anna.client.tickets.reply.mutate({ id: one.id, message: 'No.' });
    expect(await waiting()).toBe(before + 2);
  });

  test.each([
    ['tickets_user_idx', 'user_id = 1', 'desc'],
    ['tickets_recent_idx', 'true', 'desc'],
    ['tickets_answered_by_idx', 'answered_by = 1', 'desc'],
    ['tickets_status_idx', "status = 'open'", 'desc'],
    ['tickets_recent_idx', 'true', 'asc'],
    ['tickets_status_idx', "status = 'open'", 'asc'],
  ])('use %s with %s, %s', async (index, condition, direction) => {
    const plan = planOf(
      app.db,
      `select id from tickets where ${condition} and (last_message_at, id) ${direction === 'asc' ? '>' : '<'} (now(), 1)
       order by last_message_at ${direction}, id ${direction} limit 26`,
    );
    expect(await plan).toContain(`using ${index}`);
  });
});
