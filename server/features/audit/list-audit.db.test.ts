import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { auditListInput } from '#shared/audit.ts';
import { type RecordedAction, recordActions } from '../../audit/record-action.ts';
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
await write(boss, [
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
        sql`true`,
        sql`admin_id = 1`,
        sql`action = 'order.decide'`,
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

type Input = z.input<typeof auditListInput>;

function list(input: Input) {
  return client.admin.audit.list.query(input);
}

function nameOf({ action, subjectId }: { action: string; subjectId: number | null }): string {
  return `${action} ${subjectId}`;
}

async function actionsOf(input: Input): Promise<string[]> {
  return (await list(input)).items.map(nameOf);
}

function write(who: TestUser | null, actions: RecordedAction[]): Promise<void> {
  return app.db.transaction((tx) => recordActions(tx, who && who.actor, actions));
}
