import { desc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { services } from '#db/schema/services.ts';
import type { ImportedServices } from '#shared/catalogue-file.ts';
import { testApp } from '../../testing/app.ts';
import { askForExport } from '../../testing/export-file.ts';
import { makeService } from '../../testing/factories.ts';

const app = await testApp();
const admin = await app.createAdminUser();
beforeEach(async () => {
  await app.db.execute('delete from rate_limits');
});

const { mutate } = admin.client.admin.services.import;
const preview = (csv: string): Promise<ImportedServices> => mutate({ csv, apply: false });
const apply = async (csv: string) => mutate({ csv, apply: true, previewHash: (await preview(csv)).previewHash });
const readService = async (id: number) => (await app.db.select().from(services).where(eq(services.id, id)))[0];
const generous = { refillDays: 30, cancel: true, speedUp: true };
const ofOne = { per: 1, min: 1, max: 1 } as const;

test('typed services are exported and imported unchanged', async () => {
  const rows = [
    await makeService(app.db, { type: 'package', ...ofOne, ...generous }),
    await makeService(app.db, { type: 'custom_comments', min: 1, max: 1 }),
    await makeService(app.db, { type: 'custom_comments_package', ...ofOne }),
  ];
  const csv = await (await askForExport(app, admin, 'services')).text();
  const { lines, counts } = await preview(csv);
  expect(lines.filter(({ kind }) => kind !== 'unchanged')).toEqual([]);
  expect(counts.unchanged).toBeGreaterThanOrEqual(rows.length);
});

test('a file without the columns, or with empty cells, changes neither type nor permission', async () => {
  const { id } = await makeService(app.db, { type: 'package', ...ofOne, ...generous });
  await apply(`id,price\n${id},3`);
  await apply(`id,price,type,cancel,speedUp\n${id},4,,,`);
  expect(await readService(id)).toMatchObject({ priceMicros: 4_000_000, type: 'package', ...ofOne, ...generous });
});

test('a file sets type and permissions, in the words of the trade, too', async () => {
  const { id } = await makeService(app.db);
  const csv = `id,Type,Refill days,Cancel,Speed up\n${id},Custom Comments Package,30,YES,1`;
  const [shown] = (await preview(csv)).lines;
  expect(shown?.changes).toEqual([
    // The file has no columns for them, and a package loses them.
    { field: 'min', from: '10', to: '1' },
    { field: 'max', from: '10000', to: '1' },
    { field: 'type', from: 'default', to: 'custom_comments_package' },
    { field: 'refillDays', from: null, to: '30' },
    { field: 'cancel', from: 'no', to: 'yes' },
    { field: 'speedUp', from: 'no', to: 'yes' },
  ]);
  await apply(csv);
  expect(await readService(id)).toMatchObject({ type: 'custom_comments_package', ...ofOne, ...generous });
  await apply(`id,refillDays,cancel,speedUp\n${id},,no,0`);
  expect(await readService(id)).toMatchObject({ refillDays: null, cancel: false, speedUp: false });
});

test('a new line is of the default type unless it says otherwise, and a package needs no limits', async () => {
  const head = 'name,category,description,price,avgTime,min,max,type,refillDays';
  const csv = [head, 'Plain,tiktok,Real.,1,2,10,100,,', 'Pack,tiktok,Real.,1,2,,,package,7'].join('\n');
  const { lines } = await preview(csv);
  expect(lines.map(({ changes }) => changes.find(({ field }) => field === 'type')?.to)).toEqual([undefined, 'package']);
  await apply(csv);
  const [pack, plain] = await app.db.select().from(services).orderBy(desc(services.id)).limit(2);
  expect(plain).toMatchObject({ type: 'default', per: 1000, refillDays: null, cancel: false });
  expect(pack).toMatchObject({ type: 'package', ...ofOne, refillDays: 7 });
});

test.each([
  ['type', 'bundle', 'There is no such type of service'],
  ['refillDays', '0', 'The refill period must be from 1 to 3650 days'],
  ['refillDays', 'a month', 'The refill period must be a whole number'],
  ['cancel', 'maybe', 'Cancel must be yes or no'],
  ['speedUp', '2', 'Speed up must be yes or no'],
])('%s %s is refused', async (field, cell, message) => {
  const { id } = await makeService(app.db);
  const { lines } = await preview(`id,${field}\n${id},${cell}`);
  expect(lines[0]?.messages).toEqual([{ field, message }]);
});

test('limits are judged by the type of the line, or else by the stored one', async () => {
  const pack = await makeService(app.db, { type: 'package', ...ofOne });
  const plain = await makeService(app.db);
  const csv = [
    'id,type,min,max',
    `${pack.id},,10,100`,
    `${pack.id},default,9,9`,
    `${plain.id},package,10,10`,
    `${plain.id},custom_comments,1,1`,
  ].join('\n');
  const ofPackage = 'A package is sold one at a time: leave it out, or enter 1';
  expect(
    (await preview(csv)).lines.map(({ messages }) => messages.map(({ field, message }) => `${field}: ${message}`)),
  ).toEqual([
    [`min: ${ofPackage}`, `max: ${ofPackage}`],
    ['min: Must be at least 10', 'max: Maximum must be greater than 10'],
    [`min: ${ofPackage}`, `max: ${ofPackage}`],
    [],
  ]);
});
