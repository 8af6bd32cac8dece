import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { testDatabase } from '#db/testing/database.ts';
import type { AuditAction } from '#shared/audit.ts';
import { makeAdmin } from '../../testing/factories.ts';
import { recordAction, recordActions } from './record-action.ts';

let start: number;
const database = await testDatabase();
const { actor } = await makeAdmin(database.db);
beforeEach(async () => {
  start = await database.db.$count(auditEntries);
});

const settings = { action: 'settings.update', subject: 'settings' } as const;
const record = (before: object | null, after: object | null) =>
  database.db.transaction((tx) => recordAction(tx, actor, { ...settings, before, after }));
const written = async () => (await database.db.select().from(auditEntries).orderBy(auditEntries.id)).slice(start);

describe('the audit entry of an action', () => {
  test('has the changed fields, and further results', async () => {
    await record(
      { rate: 1, urls: ['a'], same: { deep: [1] }, at: new Date(0), gone: 1 },
      { rate: 2, urls: ['a', 'b'], same: { deep: [1] }, at: new Date(1), amountNanos: 5 },
    );
    const [{ before, after, adminId } = {}] = await written();
    expect(adminId).toBe(actor.id);
    expect(before).toEqual({ rate: 1, urls: ['a'], at: '1970-01-01T00:00:00.000Z', gone: 1 });
    expect(after).toEqual({ rate: 2, urls: ['a', 'b'], at: '1970-01-01T00:00:00.001Z', amountNanos: 5 });
  });

  test('has all fields if nothing existed before, or nothing is left', async () => {
    await record(null, { rate: 2, chat: null, left: undefined });
    await record({ rate: 2 }, null);
    const both = (await written()).map(({ before, after }) => [before, after]);
    expect(both).toEqual([
      [null, { rate: 2, chat: null }],
      [{ rate: 2 }, null],
    ]);
  });

  test('is missing if nothing was changed', async () => {
    await record({ rate: 2, chat: undefined }, { rate: 2 });
    expect(await written()).toEqual([]);
  });

  test.each(['passwordHash', 'accessToken', 'secret'])('never contains a secret: %s', async (name) => {
    await expect(record(null, { user: { [name]: 'x' } })).rejects.toThrow(`has the field ${name}`);
    expect(await written()).toEqual([]);
  });

  test('is missing if the transaction fails later', async () => {
    const failing = database.db.transaction(async (tx) => {
      await recordAction(tx, actor, { ...settings, before: null, after: { rate: 2 } });
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    expect(await written()).toEqual([]);
  });

  test('is cut if a name is long, also within a surrogate pair', async () => {
    const subjectName = `a${'😀'.repeat(300)}`;
    await database.db.transaction((tx) =>
      recordAction(tx, null, { ...settings, subjectName, before: null, after: {} }),
    );
    expect(await written()).toMatchObject([{ subjectName: `a${'😀'.repeat(99)}\ufffd`, adminId: null }]);
  });

  test('may cover thousands of subjects at once, a row each', async () => {
    const actions = Array.from({ length: 1201 }, (_, index) => ({
      action: 'service.update' as const,
      subject: 'service' as const,
      subjectId: index + 1,
      before: { priceMicros: index },
      after: { priceMicros: index === 7 ? index : index + 1 },
    }));
    await database.db.transaction((tx) => recordActions(tx, actor, actions));
    const ids = (await written()).map(({ subjectId }) => subjectId);
    expect(ids).toEqual(actions.map(({ subjectId }) => subjectId).filter((id) => id !== 8));
    await database.db.transaction((tx) => recordActions(tx, actor, []));
  });
});

describe('a written entry', () => {
  test.each([
    ['changed', sql`update audit_entries set reason = 'another'`],
    ['deleted', sql`delete from audit_entries`],
    ['emptied', sql`truncate audit_entries`],
  ])("can't be %s", async (_, statement) => {
    await record(null, { rate: 2 });
    await expect(database.db.execute(statement)).rejects.toMatchObject({
      cause: { code: '23001', message: expect.stringContaining('the audit is append-only') as string },
    });
    expect(await written()).toHaveLength(1);
  });

  test.each([
    { action: 'nothing' as AuditAction, before: null, after: null },
    { action: settings.action, before: null, after: { text: 'x'.repeat(1_000_001) } },
  ])('has a form and a length: %#', async (wrong) => {
    const writing = database.db.transaction((tx) => recordAction(tx, actor, { ...settings, ...wrong }));
    await expect(writing).rejects.toMatchObject({ cause: { code: '23514' } });
  });
});
