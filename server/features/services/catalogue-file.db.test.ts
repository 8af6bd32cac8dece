import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { services } from '#db/schema/services.ts';
import { catalogueColumns } from '#shared/catalogue-file.ts';
import { micros } from '#shared/money.ts';
import { testApp } from '../../testing/app.ts';
import { askForExport, readExport } from '../../testing/export-file.ts';
import { makeService } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';

const app = await testApp();
const admin = await makeSignedInAdmin(app);

const exported = async () => readExport(await askForExport(app, admin, 'services'));

test('the catalogue is a file of every service that is not deleted, with all digits of prices', async () => {
  const cheap = await makeService(app.db, {
    name: '@likes, "real"',
    externalId: 'supplier-1',
    priceMicros: micros(123_456),
    description: 'Fast.\nReal.',
    image: 'https://example.com/a.png',
    type: 'custom_comments',
    refillDays: 30,
    cancel: true,
  });
  const plain = await makeService(app.db, { priceMicros: micros(1_000_000_000_000), hidden: true });
  await makeService(app.db, { deletedAt: new Date() });
  const answer = await askForExport(app, admin, 'services');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="services-\d{4}-\d\d-\d\d\.csv"$/);
  const rows = await readExport(answer);
  expect(Object.keys(rows[0] ?? {})).toEqual([...catalogueColumns]);
  expect(rows).toEqual([
    {
      id: String(cheap.id),
      externalId: 'supplier-1',
      name: `'@likes, "real"`,
      category: cheap.category,
      description: 'Fast.\nReal.',
      price: '0.123456',
      min: '1',
      max: '10000',
      avgTime: String(cheap.avgTimeHours),
      image: 'https://example.com/a.png',
      hidden: 'no',
      type: 'custom_comments',
      refillDays: '30',
      cancel: 'yes',
      speedUp: 'no',
      nameBn: '',
    },
    expect.objectContaining({
      id: String(plain.id),
      externalId: '',
      price: '1000000',
      image: '',
      hidden: 'yes',
      refillDays: '',
      cancel: 'no',
    }),
  ]);
});

test('a long catalogue is complete without duplicates, oldest first', async () => {
  await app.db.execute(sql`
    insert into services (name, description, category, price_micros, min, max, avg_time_hours)
    select 'Service ' || n, 'Real.', 'tiktok', 1, 10, 100, 1 from generate_series(1, 1203) as n`);
  const ids = (await exported()).map(({ id }) => Number(id));
  const kept = await app.db.select({ id: services.id }).from(services).where(sql`deleted_at is null`);
  expect(ids).toEqual(kept.map(({ id }) => id).toSorted((one, other) => one - other));
});

test('the file is for admins', async () => {
  expect((await askForExport(app, await makeCustomer(app), 'services')).status).toBe(403);
  expect((await askForExport(app, undefined, 'services')).status).toBe(401);
});

test('customers see no external id', async () => {
  await makeService(app.db, { name: 'Secretly sourced', externalId: 'margin-300' });
  const page = await app.client().services.list.query({ search: 'Secretly' });
  expect(page.items).toHaveLength(1);
  expect(JSON.stringify(page)).not.toContain('margin-300');
  expect(await (await fetch(`${app.url}/api/v1/service/getAll`)).text()).not.toContain('margin-300');
});

test('an external id is unique, not empty and limited in length', async () => {
  await makeService(app.db, { externalId: 'once' });
  for (const externalId of ['once', '', 'x'.repeat(65)]) {
    await expect(makeService(app.db, { externalId })).rejects.toThrow();
  }
});
