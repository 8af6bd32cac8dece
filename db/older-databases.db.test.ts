import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { isUniqueViolation } from './errors.ts';
import { paymentMethods } from './schema/settings.ts';
import { seedPaymentMethods } from './seed/payment-methods.ts';
import { migrateOlderDatabase } from './testing/older-database.ts';

/** The effect of migrations on the rows of an older shop. */
function addUser(sql: Sql, userName: string, email: string, { name = 'Some Body', role = 'user' } = {}) {
  return sql`insert into users (user_name, name, email, phone, password_hash, role)
    values (${userName}, ${name}, ${email}, '1', 'none', ${role})`;
}

test('an address in two spellings belongs to the older account, and names have one line', async () => {
  const db = await migrateOlderDatabase('accounts', async (sql) => {
    await addUser(sql, 'oldest', 'Mike@Example.com');
    await addUser(sql, 'younger', 'mıke@example.com');
    await addUser(sql, 'alone', 'Straße@example.com');
    await addUser(sql, 'evil', 'evil@example.com', { name: 'Karim\n\nOpen https://evil.example \u202e now' });
    await addUser(sql, 'empty', 'empty@example.com', { name: '\r\n' });
  });
  const rows = await db.$client`select id, name, email, email_key from users order by id`;
  expect(rows).toMatchObject([
    { email: 'Mike@Example.com', email_key: 'mike@example.com' },
    { email: 'mıke@example.com', email_key: `mike@example.com ${rows[1]?.id}` },
    { email: 'Straße@example.com' },
    { name: 'Karim Open https://evil.example   now' },
    { name: 'empty' },
  ]);

  // Users who share an address can change everything else.
  await db.$client`update users set phone = '2', email = email where user_name = 'younger'`;
  const again = db.$client`update users set email = 'MIKE@example.com' where user_name = 'younger'`;
  const refusal: unknown = await again.catch((error: unknown) => error);
  expect(isUniqueViolation(refusal, 'users_email_key')).toBe(true);
});

test("an admin's own address counts as confirmed, a placeholder and a customer's do not", async () => {
  const db = await migrateOlderDatabase('tickets', async (sql) => {
    await addUser(sql, 'boss', 'boss@example.com', { role: 'admin' });
    await addUser(sql, 'fresh', 'fresh@Admin.invalid', { role: 'admin' });
    await addUser(sql, 'customer', 'customer@example.com');
  });
  expect(await db.$client`select user_name from users where email_confirmed_at is not null`).toEqual([
    { user_name: 'boss' },
  ]);
});

test("the steps of a seeded payment method mention the field's current place, and an admin's own steps stay", async () => {
  const bkash = seedPaymentMethods[0];
  const olderBn = bkash?.stepsBn.map((step) => step.replace('এই পেজের ঘরে', 'নিচের ঘরে')) ?? [];
  const olderEn = bkash?.stepsEn.map((step) => step.replace('on this page', 'below')) ?? [];
  expect(olderBn.join()).toContain('নিচের ঘরে');
  expect(olderEn.join()).toContain('message below');
  const own = { stepsBn: ['নিজের কথা'], stepsEn: ['Pay "as you like", below.'] };
  const db = await migrateOlderDatabase('steps_say_on_this_page', async (sql) => {
    const insert = (method: string, stepsBn: string[], stepsEn: string[]) =>
      sql`insert into payment_methods (name, kind, recipient, steps_bn, steps_en)
        values (${method}, 'mobile', '01711222333', ${sql.json(stepsBn)}, ${sql.json(stepsEn)})`;
    await insert('Seeded', olderBn, olderEn);
    await insert('Own', own.stepsBn, own.stepsEn);
  });
  const { stepsBn, stepsEn } = paymentMethods;
  expect(await db.select({ stepsBn, stepsEn }).from(paymentMethods).orderBy(paymentMethods.id)).toEqual([
    { stepsBn: bkash?.stepsBn, stepsEn: bkash?.stepsEn },
    own,
  ]);
});

test('a ticket belongs to the admin who answered last, and to nobody if none has', async () => {
  const db = await migrateOlderDatabase('saved-replies', async (sql) => {
    for (const name of ['anna', 'boss', 'chef']) await addUser(sql, name, `${name}@example.com`);
    for (const subject of ['answered', 'waiting'])
      await sql`insert into tickets (user_id, subject, message_count) values (1, ${subject}, 4)`;
    for (const [ticket, seq, author, byAdmin] of [
      [1, 1, 1, false],
      [1, 2, 3, true],
      [1, 3, 2, true],
      [1, 4, 1, false],
      [2, 1, 1, false],
    ] as const)
      await sql`insert into ticket_messages (ticket_id, seq, author_id, by_admin, message)
        values (${ticket}, ${seq}, ${author}, ${byAdmin}, 'x')`;
  });
  expect(await db.$client`select answered_by from tickets order by id`).toEqual([
    { answered_by: 2 },
    { answered_by: null },
  ]);
});

test('existing services become Default without requests, and their orders keep price and charge', async () => {
  const db = await migrateOlderDatabase('service-types', async (sql) => {
    await addUser(sql, 'karim', 'karim@example.com');
    await sql`insert into services (name, description, category, price_micros, min, max, avg_time_hours, deleted_at)
      select name, 'Old.', 'instagram', price, 10, 11, 1, deleted_at
      from (values ('Likes', 6417, null::timestamptz), ('Gone', 0, now())) as old (name, price, deleted_at)`;
    await olderOrder(sql, 1);
    await sql`update orders set status = 'completed'`;
  });
  const sql = db.$client;
  const unchanged = { type: 'default', per: 1000, refill_days: null, cancel: false, speed_up: false };
  expect(await sql`select type, per, refill_days, cancel, speed_up from services`).toEqual([unchanged, unchanged]);
  expect(await sql`select per, price_micros, charge_nanos, status from orders`).toEqual([
    { per: 1000, price_micros: 6417, charge_nanos: 64_170, status: 'completed' },
  ]);
  expect(await sql`select conname from pg_constraint where not convalidated`).toEqual([]);

  // A server of the version before goes on selling.
  await olderOrder(sql, 1);
  await sql`update services set price_micros = 7000 where id = 1`;
  expect(await sql`select per from orders order by id`).toEqual([{ per: 1000 }, { per: 1000 }]);

  for (const refused of [
    sql`update services set per = 1 where id = 1`,
    sql`update services set min = 0 where id = 1`,
    sql`update services set type = 'package' where id = 1`,
    sql`update orders set per = 1 where id = 1`,
    sql`insert into orders (user_id, service_id, service_name, link, quantity, price_micros, per, charge_nanos)
      values (1, 1, 'Likes', '@karim', 10, 6417, 1, 64170)`,
  ])
    expect(await refused.then(String, ({ code }: { code: string }) => code)).toMatch(/^(23514|23001)$/);
  await sql`update services set type = 'package', per = 1, min = 1, max = 1 where id = 1`;
  await sql`insert into orders (user_id, service_id, service_name, link, quantity, price_micros, per, charge_nanos)
    values (1, 1, 'Likes', '@karim', 1, 6417, 1, 6417000)`;
  await expect(olderOrder(sql, 1, 1)).rejects.toMatchObject({
    code: '55P03',
    message: expect.stringContaining('service 1 is a package') as string,
  });
  await sql`update services set type = 'custom_comments', per = 1000 where id = 1`;
  await olderOrder(sql, 1, 1);
});

test('amounts of suppliers are the same with more digits, and a server of the release before goes on booking', async () => {
  const db = await migrateOlderDatabase('supplier-costs', async (sql) => {
    await addUser(sql, 'boss', 'boss@example.com', { role: 'admin' });
    await sql`insert into services (name, description, category, price_micros, min, max, avg_time_hours)
      values ('Likes', 'Old.', 'instagram', 6417, 10, 11, 1)`;
    await olderOrder(sql, 1);
    await sql`insert into suppliers (name, url, sealed_key, currency, rate_picos, created_by, balance_micros, balance_at, books_micros, books_version)
      select name, 'https://' || name || '.example/api/v2', 'none', 'USD', 1000000000000, 1, balance, case when balance is not null then now() end,
        books, version
      from (values ('bought', 12, -900000, 1), ('new', null::bigint, 0, 0)) as old (name, balance, books, version)`;
    await sql`insert into supplier_services (supplier_id, external_id, name, category, description, trade_type, type, cost_micros, min, max,
        refill, cancel) values (1, '101', 'Likes', 'Instagram', '', 'Default', 'default', 900000, 10, 11, false, false)`;
    await sql`insert into service_sources (service_id, position, supplier_id, external_id, accepted_cost_micros) values (1, 1, 1, '101', 800000)`;
    await sql`insert into forwards (order_id, state, due_at, supplier_id, external_id, external_order_id, cost_micros, rate_picos, cost_nanos,
        accepted_at, supplier_charge_micros)
      values (1, 'accepted', null, 1, '101', '23501', 900000, 1000000000000, 900000000, now(), 900001)`;
    await sql`insert into supplier_entries (supplier_id, seq, kind, amount_micros, balance_after_micros, forward_id)
      values (1, 1, 'purchase', -900000, -900000, 1)`;
  });
  const sql = db.$client;
  expect(await sql`select balance_exact, books_exact from suppliers order by id`).toEqual([
    { balance_exact: '12', books_exact: '-900000' },
    { balance_exact: null, books_exact: '0' },
  ]);
  expect(
    await sql`select f.cost_exact, charged_exact, supplier_charge_exact, l.cost_exact as listed, accepted_cost_exact
      from forwards f, supplier_services l, service_sources`,
  ).toEqual([
    {
      ...{ cost_exact: '900000', charged_exact: null, supplier_charge_exact: '900001' },
      ...{ listed: '900000', accepted_cost_exact: '800000' },
    },
  ]);
  await sql`
    with books as (
      update suppliers set books_micros = books_micros + 5, books_version = books_version + 1 where id = 1 returning id, books_version, books_micros
    )
    insert into supplier_entries (supplier_id, seq, kind, amount_micros, balance_after_micros, admin_id)
    select id, books_version, 'payment', 5, books_micros, 1 from books`;
  expect(await sql`select amount_exact, balance_after_exact from supplier_entries order by seq`).toEqual([
    { amount_exact: null, balance_after_exact: null },
    { amount_exact: null, balance_after_exact: '-899995' },
  ]);
  expect(await sql`select conname from pg_constraint where not convalidated`).toEqual([]);
});

/** An order as a server without types of services inserts it. */
function olderOrder(sql: Sql, serviceId: number, quantity = 10) {
  return sql`insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos)
    select 1, id, name, '@karim', ${quantity}::int, price_micros, ${quantity}::int * price_micros from services where id = ${serviceId}`;
}
