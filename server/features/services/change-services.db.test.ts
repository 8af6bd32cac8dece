import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, max, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { services } from '#db/schema/services.ts';
import type { PreviewManyInput, ServiceChange } from '#shared/change-services.ts';
import { testApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const admin = (await app.createAdminUser()).client.admin.services;
const other = (await app.createAdminUser()).client.admin.services;

type Selection = Partial<Omit<PreviewManyInput, 'change'>>;

beforeEach(async () => {
  await app.db.update(services).set({ deletedAt: new Date() });
  for (const name of ['Likes', 'Views', 'Old', 'Else'])
    await makeService(app.db, {
      name,
      hidden: name === 'Old',
      category: name === 'Else' ? 'youtube' : 'tiktok',
      shelfRank: 3,
    });
});

const hide = { kind: 'hide' } as const;
const lastEntry = async () => (await app.db.select({ id: max(auditEntries.id) }).from(auditEntries))[0]?.id ?? 0;

async function idsOf(...names: string[]) {
  const rows = await app.db.select().from(services).where(sql`deleted_at is null`).orderBy(services.id);
  return rows.filter(({ name }) => names.includes(name)).map(({ id }) => id);
}

async function prepared(change: ServiceChange, selection: Selection) {
  const { previewHash } = await admin.previewMany.query({ ...selection, change });
  return { ...selection, change, previewHash, requestId: randomUUID() };
}

const all = async (fields: (row: typeof services.$inferSelect) => unknown) => {
  const rows = await app.db.select().from(services).orderBy(desc(services.id)).limit(4);
  return Object.fromEntries(rows.map((row) => [row.name, fields(row)]));
};

describe.each<[ServiceChange, string, (row: typeof services.$inferSelect) => unknown, unknown, unknown]>([
  [hide, 'service.hide', ({ hidden }) => hidden, false, true],
  [{ kind: 'delete' }, 'service.delete', ({ deletedAt }) => deletedAt !== null, false, true],
  [
    { kind: 'category', category: 'facebook' },
    'service.update',
    (row) => [row.category, row.shelfRank],
    ['tiktok', 3],
    ['facebook', 0],
  ],
  [{ kind: 'refill', refillDays: 30 }, 'service.update', ({ refillDays }) => refillDays, null, 30],
  [{ kind: 'cancel', cancel: true }, 'service.update', ({ cancel }) => cancel, false, true],
  [{ kind: 'speedUp', speedUp: true }, 'service.update', ({ speedUp }) => speedUp, false, true],
  [
    { kind: 'links', target: 'as_read' },
    'service.update',
    ({ platform, kinds }) => [platform, kinds],
    [null, null],
    ['tiktok', ['post', 'video']],
  ],
  [
    { kind: 'links', target: { platform: 'telegram', kinds: null } },
    'service.update',
    ({ platform, kinds }) => [platform, kinds],
    [null, null],
    ['telegram', null],
  ],
])('%o', (change, action, read, before, after) => {
  const filter = { category: 'tiktok', shelf: 'offered' } as const;

  test.each(['ids', 'filter'] as const)(
    'reaches the services of the %s and no others, with one audit entry each',
    async (by) => {
      const last = await lastEntry();
      const [untouched, ids] = [await all(read), await idsOf('Likes', 'Views')];
      expect(untouched).toMatchObject({ Likes: before });
      const selection = by === 'ids' ? { ids } : filter;
      const preview = await admin.previewMany.query({ ...selection, change });
      expect(preview).toMatchObject({ found: 2, changed: 2, items: ids.map((id) => ({ id })) });
      const input = await prepared(change, selection);
      expect(await all(read)).toEqual(untouched);

      expect(await admin.changeMany.mutate(input)).toEqual({ ok: true });
      const changed = { ...untouched, Likes: after, Views: after };
      expect(await all(read)).toEqual(changed);
      // The response was lost, and the call comes again.
      expect(await admin.changeMany.mutate(input)).toEqual({ ok: true });
      expect(await all(read)).toEqual(changed);
      const entries = await app.db
        .select()
        .from(auditEntries)
        .where(gt(auditEntries.id, last))
        .orderBy(auditEntries.id);
      expect(entries.map((entry) => [entry.action, entry.subjectId])).toEqual(ids.map((id) => [action, id]));
    },
  );
});

test('services are shown and permissions removed again; only changed services get an audit entry', async () => {
  await admin.changeMany.mutate(await prepared({ kind: 'refill', refillDays: 30 }, { category: 'youtube' }));
  const last = await lastEntry();
  await admin.changeMany.mutate(await prepared({ kind: 'show' }, {}));
  await admin.changeMany.mutate(await prepared({ kind: 'refill', refillDays: null }, {}));
  expect(await all(({ hidden, refillDays }) => [hidden, refillDays])).toEqual(
    Object.fromEntries(['Likes', 'Views', 'Old', 'Else'].map((name) => [name, [false, null]])),
  );
  const entries = await app.db.select().from(auditEntries).where(gt(auditEntries.id, last));
  expect(entries.map(({ action, subjectName, before, after }) => [action, subjectName, before, after])).toEqual([
    ['service.show', 'Old', { hidden: true }, { hidden: false }],
    ['service.update', 'Else', { refillDays: 30 }, { refillDays: null }],
  ]);
});

test('names say what links services take; what a person has chosen stays', async () => {
  const named: [string, object][] = [
    ['Telegram Members', {}],
    ['Instagram Followers', { platform: 'tiktok', kinds: ['live'] }],
    ['Website Traffic', {}],
    ['Instagram Story Views', { category: 'instagram' }],
  ];
  for (const [name, fields] of named) await makeService(app.db, { name, category: 'feature', ...fields });
  const ids = await idsOf(...named.map(([name]) => name));
  const change = { kind: 'links', target: 'as_read' } as const;
  const preview = await admin.previewMany.query({ ids, change });
  const [members = 0, , , story = 0] = ids;
  const groups = { platform: 'telegram', kinds: ['channel', 'group', 'invite'] };
  const stories = { platform: 'instagram', kinds: ['story', 'profile'] };
  expect(preview).toMatchObject({ found: 4, changed: 2 });
  expect(preview.items).toEqual([
    { id: members, name: 'Telegram Members', target: groups },
    { id: story, name: 'Instagram Story Views', target: stories },
  ]);
  const last = await lastEntry();
  await admin.changeMany.mutate(await prepared(change, { ids }));
  expect(await all(({ platform, kinds }) => [platform, kinds])).toEqual({
    'Telegram Members': [groups.platform, groups.kinds],
    'Instagram Followers': ['tiktok', ['live']],
    'Website Traffic': [null, null],
    'Instagram Story Views': [stories.platform, stories.kinds],
  });
  const entries = await app.db.select().from(auditEntries).where(gt(auditEntries.id, last)).orderBy(auditEntries.id);
  const before = { platform: null, kinds: null };
  expect(entries).toMatchObject([
    { action: 'service.update', subjectId: members, before, after: groups },
    { action: 'service.update', subjectId: story, before, after: stories },
  ]);
  // Then each of them takes any link again.
  await admin.changeMany.mutate(await prepared({ kind: 'links', target: before }, { ids }));
  expect((await admin.previewMany.query({ ids, change })).changed).toBe(3);
});

test('a name that has changed since the preview is not read as before', async () => {
  const { id } = await makeService(app.db, { name: 'Likes', category: 'feature' });
  const input = await prepared({ kind: 'links', target: 'as_read' }, { ids: [id] });
  await app.db.update(services).set({ name: 'TikTok Likes' }).where(eq(services.id, id));
  expect(await codeOf(admin.changeMany.mutate(input))).toBe('catalogue_changed');
});

test('the same change can be made again later', async () => {
  const selection = { category: 'tiktok' } as const;
  for (let round = 0; round < 2; round++) {
    await admin.changeMany.mutate(await prepared(hide, selection));
    expect(await all(({ hidden }) => hidden)).toMatchObject({ Likes: true, Else: false });
    await admin.changeMany.mutate(await prepared({ kind: 'show' }, selection));
  }
});

test('nothing is changed if the selection has changed since the preview', async () => {
  const [likes = 0] = await idsOf('Likes');
  const input = await prepared(hide, { category: 'tiktok' });
  const byIds = await prepared({ kind: 'delete' }, { ids: await idsOf('Likes', 'Views') });
  const added = await makeService(app.db, { category: 'tiktok' });
  const refused = await refusalOf(admin.changeMany.mutate(input));
  expect(refused).toMatchObject({ code: 'catalogue_changed', httpStatus: 409 });
  await other.delete.mutate({ id: added.id });
  await other.setHidden.mutate({ id: likes, hidden: true });
  expect(await codeOf(admin.changeMany.mutate(input))).toBe('catalogue_changed');
  await other.delete.mutate({ id: likes });
  expect(await codeOf(admin.changeMany.mutate(byIds))).toBe('service_not_found');
  expect(await codeOf(admin.changeMany.mutate({ ...input, change: { kind: 'show' } }))).toBe('catalogue_changed');
  expect(await all(({ hidden }) => hidden)).toMatchObject({ Views: false });
});

test('one of two admins makes the change, and a call that is sent twice at once makes it once', async () => {
  const selection = { category: 'tiktok' } as const;
  const last = await lastEntry();
  const [mine, theirs] = [await prepared({ kind: 'delete' }, selection), await prepared({ kind: 'delete' }, selection)];
  const outcomes = await Promise.allSettled([
    admin.changeMany.mutate(mine),
    admin.changeMany.mutate(mine),
    other.changeMany.mutate(theirs),
    other.changeMany.mutate(theirs),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await app.db.$count(auditEntries, gt(auditEntries.id, last))).toBe(3);
});

test('an open form is refused after a new permission, but not after its service was hidden', async () => {
  const [id = 0] = await idsOf('Likes');
  const opened = await admin.get.query({ id });
  await admin.changeMany.mutate(await prepared(hide, { ids: [id] }));
  expect((await admin.get.query({ id })).updatedAt).toEqual(opened.updatedAt);
  await admin.changeMany.mutate(await prepared({ kind: 'cancel', cancel: true }, { ids: [id] }));
  const { description, category, priceMicros, min, max: most, avgTimeHours, updatedAt } = opened;
  const typed = { name: 'Renamed', description, category, priceMicros, min, max: most, avgTimeHours };
  const update = admin.update.mutate({ id, ...typed, expectedUpdatedAt: new Date(updatedAt).toISOString() });
  expect(await codeOf(update)).toBe('service_changed');
});

test('at most 5,000 services are changed at once', async () => {
  await app.db.execute(sql`
    insert into services (name, description, category, price_micros, min, max, avg_time_hours)
    select 'Service ' || n, 'Real.', 'telegram', 1, 10, 100, 1 from generate_series(1, 5000) as n`);
  const selection = { category: 'telegram' } as const;
  expect((await admin.previewMany.query({ ...selection, change: hide })).items).toHaveLength(200);
  await admin.changeMany.mutate(await prepared({ kind: 'speedUp', speedUp: true }, selection));
  expect(await app.db.$count(services, and(eq(services.speedUp, true), eq(services.category, 'telegram')))).toBe(5000);
  expect(await codeOf(admin.previewMany.query({ change: hide }))).toBe('bad_input');
});

test('invalid changes are refused', async () => {
  const odd: object[] = [
    { change: { kind: 'price' } },
    { change: { kind: 'refill' } },
    { change: { kind: 'refill', refillDays: 0 } },
    { change: { kind: 'cancel', cancel: 1 } },
    { change: { kind: 'category', category: 'constructor' } },
    { change: { kind: 'hide', cancel: true } },
    { change: { kind: 'links' } },
    { change: { kind: 'links', target: 'as_typed' } },
    { change: { kind: 'links', target: { platform: 'tiktok' } } },
    { change: { kind: 'links', target: { platform: 'No', kinds: ['post'] } } },
    { change: { kind: 'links', target: { platform: 'tiktok', kinds: ['posts'] } } },
    { ids: [] },
    { ids: Array.from({ length: 201 }, (_, index) => index + 1) },
    { shelf: 'deleted' },
  ];
  for (const input of odd) expect(await codeOf(admin.previewMany.query({ change: hide, ...input }))).toBe('bad_input');
  expect(await codeOf(admin.previewMany.query({ change: hide, ids: [999_999] }))).toBe('service_not_found');
  expect(await codeOf(admin.changeMany.mutate({ ...(await prepared(hide, {})), previewHash: 'x' }))).toBe('bad_input');
});
