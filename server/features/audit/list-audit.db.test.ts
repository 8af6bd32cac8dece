import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { auditListInput } from '#shared/audit.ts';
import { type RecordedAction, recordAction, recordActions } from '../../base/audit/record-action.ts';
import { testApp } from '../../testing/app.ts';
import { makeAdmin, makeUser, type TestUser } from '../../testing/factories.ts';
import { allPages } from '../../testing/lists.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf } from '../../testing/refusal.ts';

const change = { before: { max: 1 }, after: { max: 2 } };
const service = (subjectId: number, subjectName: string) =>
  ({ action: 'service.update', subject: 'service', subjectId, subjectName, ...change }) as const;

const app = await testApp();
const admin = await makeSignedInAdmin(app);
const client = app.client(admin.accessToken);
const boss = await makeAdmin(app.db, { userName: 'the.boss', name: 'Rahima Boss' });
const karim = await makeUser(app.db, { userName: 'karim', name: 'Karim 100% Mia' });
const of = { userId: karim.id, subjectId: 1042 };
await writeEach(boss, [
  service(5, 'Likes'),
  { action: 'order.decide', subject: 'order', subjectName: 'Views', ...of, ...change },
  { action: 'recharge.decide', subject: 'recharge', subjectName: 'Bkash TX99Z', ...of, ...change, reason: 'A typo' },
]);
await write(null, [{ action: 'user.resetAdmin', subject: 'user', subjectId: boss.id, userId: boss.id, ...change }]);
await write({ ...admin }, [service(6, 'Saves')]);

describe('the audit', () => {
  test('is listed newest first, with admin, customer and subject', async () => {
    expect(await actionsOf({})).toEqual([
      'service.update 6',
      `user.resetAdmin ${boss.id}`,
      'recharge.decide 1042',
      'order.decide 1042',
      'service.update 5',
    ]);
    const { items } = await client.admin.audit.list.query({ admin: boss.id, limit: 1 });
    expect(items).toMatchObject([
      {
        admin: { id: boss.id, userName: 'the.boss', name: 'Rahima Boss' },
        user: { id: karim.id, userName: 'karim' },
        subjectName: 'Bkash TX99Z',
        before: { max: 1 },
        after: { max: 2 },
        reason: 'A typo',
      },
    ]);
  });

  test.each([
    [() => ({ admin: 'server' as const }), ['user.resetAdmin']],
    [() => ({ action: 'order.decide' as const }), ['order.decide']],
    [() => ({ subject: 'service' as const }), ['service.update 6', 'service.update 5']],
    [() => ({ subject: 'service' as const, subjectId: 5 }), ['service.update 5']],
    [() => ({ subjectId: 1042 }), ['recharge.decide', 'order.decide']],
    [() => ({ userId: karim.id, admin: boss.id }), ['recharge.decide', 'order.decide']],
    [() => ({ from: '2020-01-01', to: '2020-01-31' }), []],
    [() => ({ search: 'like' }), ['service.update 5']],
    [() => ({ search: 'tx99z' }), ['recharge.decide']],
    [() => ({ search: 'A TYPO' }), ['recharge.decide']],
    [() => ({ search: '#1042' }), ['recharge.decide', 'order.decide']],
    [() => ({ search: '100%' }), ['recharge.decide', 'order.decide']],
    [() => ({ search: '%' }), ['recharge.decide', 'order.decide']],
    [() => ({ search: 'rahima', subject: 'service' as const }), ['service.update 5']],
    [() => ({ search: 'the.boss' }), ['user.resetAdmin', 'recharge.decide', 'order.decide', 'service.update 5']],
  ])('is filtered and searched: %#', async (input, expected) => {
    const found = await actionsOf(input());
    expect(found).toHaveLength(expected.length);
    expected.forEach((beginning, at) => expect(found[at]).toContain(beginning));
  });

  test("uses days in the shop's time zone", async () => {
    const [{ today } = { today: '' }] = await app.db.execute<{ today: string }>(
      sql`select (now() at time zone 'Asia/Dhaka')::date::text as today`,
    );
    expect(await actionsOf({ from: today, to: today })).toHaveLength(5);
    expect(await actionsOf({ to: '2020-01-31' })).toEqual([]);
  });

  test('is paged without duplicates, with and without a search', async () => {
    for (const search of [undefined, 'e']) {
      const pages = await allPages((cursor) => list({ search, cursor, limit: 2 }));
      expect(pages.flat().map(nameOf)).toEqual(await actionsOf({ search }));
    }
  });

  test('refuses an invalid cursor', async () => {
    expect(await codeOf(list({ cursor: 'nonsense' }))).toBe('bad_input');
  });

  test('is read by index, with any filter', async () => {
    await write(
      null,
      Array.from({ length: 3000 }, (_, at) => service(1000 + at, `Service ${at}`)),
    );
    await app.db.execute(sql`analyze audit_entries`);
    const plans = await Promise.all(
      [
        sql`is_first`,
        sql`is_first and admin_id = 1`,
        sql`is_first and action = 'order.decide'`,
        sql`bulk_id = ${randomUUID()}`,
        sql`subject = 'service' and subject_id = 1500`,
        sql`user_id = ${karim.id}`,
      ].map(async (where) => {
        const rows = await app.db.execute<{ 'QUERY PLAN': string }>(
          sql`explain select id from audit_entries where ${where} order by at desc, id desc limit 26`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      }),
    );
    for (const plan of plans) {
      expect(plan).toMatch(/Index (Only )?Scan/);
      expect(plan).not.toContain('Seq Scan');
    }
  });
});

describe('a bulk', () => {
  const decided = (subjectId: number, status: string, amountNanos?: number) =>
    ({
      action: 'recharge.decide',
      subject: 'recharge',
      subjectId,
      subjectName: `Bkash B${subjectId}`,
      userId: karim.id,
      before: { status: 'pending' },
      after: { status, ...(amountNanos !== undefined && { amountNanos }) },
    }) as const;

  test('of many requests is one row with its size and sum, and its entries are listed by its id', async () => {
    const bulkId = randomUUID();
    const ids = Array.from({ length: 12 }, (_, at) => 7001 + at);
    // Five at once, as the review queue sends them; one is rejected by another tab under the same id.
    const record = (action: RecordedAction) =>
      app.db.transaction((tx) => recordAction(tx, boss.actor, { ...action, bulkId }));
    for (let at = 0; at < ids.length; at += 5) {
      await Promise.all(ids.slice(at, at + 5).map((id) => record(decided(id, 'approved', 2_000_000_000))));
    }
    await record(decided(7099, 'rejected'));
    const filter = { admin: boss.id, action: 'recharge.decide' as const };
    const { items } = await list({ ...filter, limit: 3 });
    const [single, bulk] = items;
    expect(single).toMatchObject({ subjectId: 7099, bulk: null, after: { status: 'rejected' } });
    expect(bulk).toMatchObject({ bulk: { count: 12, amountNanos: '24000000000' }, after: { status: 'approved' } });
    const inside = await allPages((cursor) => list({ bulkId: bulk?.bulkId ?? '', cursor, limit: 5 }));
    expect(inside.map((page) => page.length)).toEqual([5, 5, 2]);
    expect(inside.flat().map(({ subjectId }) => subjectId)).toEqual(expect.arrayContaining(ids));
    expect(inside.flat().every((entry) => entry.bulk === null)).toBe(true);
  });

  test('of one request is one row for each action, without a sum if no money moved', async () => {
    await write(boss, [service(8001, 'A'), service(8002, 'B'), { ...service(8003, 'C'), action: 'service.hide' }]);
    const { items } = await list({ admin: boss.id, subject: 'service', limit: 2 });
    expect(items.map(({ action, bulk }) => [action, bulk])).toEqual([
      ['service.hide', null],
      ['service.update', { count: 2, amountNanos: null }],
    ]);
  });

  test('is listed entry by entry with a search, a subject, or a customer', async () => {
    expect(await actionsOf({ search: 'Bkash B7003' })).toEqual(['recharge.decide 7003']);
    expect(await actionsOf({ subject: 'service', subjectId: 8002 })).toEqual(['service.update 8002']);
    expect((await list({ userId: karim.id, limit: 14 })).items.filter(({ bulkId }) => bulkId)).toHaveLength(13);
  });

  test('that began before the period is listed if it went on within it', async () => {
    const bulkId = randomUUID();
    const days = [sql`'2026-03-01T17:50:00Z'`, sql`'2026-03-01T18:10:00Z'`];
    for (const [at, day] of days.entries()) {
      await app.db.execute(sql`
        insert into audit_entries (at, action, subject, subject_id, bulk_id, is_first)
        values (${day}::timestamptz, 'order.decide', 'order', 9001, ${bulkId}, ${at === 0})`);
    }
    // Midnight in Dhaka is 18:00 UTC.
    for (const day of ['2026-03-01', '2026-03-02']) {
      expect((await list({ from: day, to: day })).items).toMatchObject([{ bulkId, bulk: { count: 2 } }]);
    }
    expect((await list({ from: '2026-03-03', to: '2026-03-03' })).items).toEqual([]);
  });
});

type Input = z.input<typeof auditListInput>;

/** Each in a request of its own. */
async function writeEach(who: TestUser, actions: RecordedAction[]): Promise<void> {
  for (const action of actions) await write(who, [action]);
}

function list(input: Input) {
  return client.admin.audit.list.query(input);
}

function nameOf({ action, subjectId }: { action: string; subjectId: number | null }): string {
  return `${action} ${subjectId}`;
}

async function actionsOf(input: Input): Promise<string[]> {
  return (await list(input)).items.map(nameOf);
}

/** In one request. */
function write(who: TestUser | null, actions: RecordedAction[]): Promise<void> {
  return app.db.transaction((tx) => recordActions(tx, who && who.actor, actions));
}
