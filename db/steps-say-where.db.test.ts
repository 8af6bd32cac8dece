import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { closeDb, connect, type Db } from './client.ts';
import { openSql, withDatabase } from './connection.ts';
import { createDatabase } from './embedded/create-database.ts';
import { migrate } from './migrate.ts';
import { paymentMethods } from './schema/settings.ts';
import { seedPaymentMethods } from './seed/payment-methods.ts';
import { asAdmin, newDatabaseName } from './testing/admin.ts';
import { migrateUntil } from './testing/migrate-until.ts';

const { adminUrl } = inject('testServer');
const name = newDatabaseName('file');
const url = withDatabase(adminUrl, name);

const bkash = seedPaymentMethods[0];
/** As an older shop was seeded. */
const olderBn = bkash?.stepsBn.map((step) => step.replace('এই পেজের ঘরে', 'নিচের ঘরে')) ?? [];
const olderEn = bkash?.stepsEn.map((step) => step.replace('on this page', 'below')) ?? [];

let db: Db;
beforeAll(async () => {
  await createDatabase(adminUrl, name);
  await migrateUntil(url, 'steps_say_on_this_page');
  const sql = openSql(url, { max: 1 });
  const insert = (method: string, stepsBn: string[], stepsEn: string[]) =>
    sql`insert into payment_methods (name, kind, recipient, steps_bn, steps_en)
      values (${method}, 'mobile', '01711222333', ${sql.json(stepsBn)}, ${sql.json(stepsEn)})`;
  await insert('Seeded', olderBn, olderEn);
  await insert('Own', ['নিজের কথা'], ['Pay "as you like", below.']);
  await sql.end();
  await migrate(url);
  db = connect(url);
});
afterAll(async () => {
  await closeDb(db);
  await asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
});

it('the steps of an older shop say where the field stands now, and what an admin wrote stays', async () => {
  expect(olderBn.join()).toContain('নিচের ঘরে');
  expect(olderEn.join()).toContain('message below');
  const { stepsBn, stepsEn } = paymentMethods;
  expect(await db.select({ stepsBn, stepsEn }).from(paymentMethods).orderBy(paymentMethods.id)).toEqual([
    { stepsBn: bkash?.stepsBn, stepsEn: bkash?.stepsEn },
    { stepsBn: ['নিজের কথা'], stepsEn: ['Pay "as you like", below.'] },
  ]);
});
