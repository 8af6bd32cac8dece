import { sql } from 'drizzle-orm';
import { expect, it, test } from 'vitest';
import { foldedReference, recharges } from '#db/schema/recharges.ts';
import { folded } from '#shared/paste/reference.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makePaymentMethod, makeRecharge, makeUser } from '../../testing/factories.ts';
import { planOf } from '../../testing/lists.ts';

const app = await testApp();
const admin = await app.createAdminUser();
const method = (await makePaymentMethod(app.db)).name;

const send = async (reference: string, by = method) =>
  (await makeRecharge(app.db, await makeUser(app.db), { reference, method: by })).id;

/** Of each request its look-alike in the admins' list; a single one has the same. */
async function marks(...ids: number[]) {
  const { items } = await admin.client.admin.recharges.list.query({ ids });
  const one = await admin.client.admin.recharges.get.query({ id: ids[0] ?? 0 });
  expect(one.lookAlike).toEqual(items.find(({ id }) => id === ids[0])?.lookAlike);
  return ids.map((id) => items.find((item) => item.id === id)?.lookAlike);
}

it.each([
  ['O and 0', '9AOC7D1E2F', '9A0C7D1E2F'],
  ['I and 1', '9BIC7D1E2F', '9B1C7D1E2F'],
  ['l and 1', '9Clc7d1e2f', '9C1C7D1E2F'],
  ['I and l', '9DIC7D1E2F', '9DlC7D1E2F'],
  ['S and 5', '9ESC7D1E2F', '9E5C7D1E2F'],
  ['B and 8', '9FBC7D1E2F', '9F8C7D1E2F'],
  ['all of them at once', 'OILSBOILSB', '01l5801i58'],
  ['another character', '9GKC7D1E2F', '9GKC7D1X2F'],
  ['a hyphen', '9HKC-D1E2F', '9HKC_D1E2F'],
  ['the first character', 'X1KC7D1E2F', 'Y1KC7D1E2F'],
  ['one less', '9KKC7D1E2F', '9KKC7D12F'],
  ['one more at the end', '9LKC7D1E2F', '9LKC7D1E2F0'],
  ['one more in 79', `${'7'.repeat(78)}Z`, `${'7'.repeat(78)}WZ`],
])('two ids that differ by %s are marked on both', async (_how, first, second) => {
  const [one, other] = [await send(first), await send(second)];
  expect(await marks(one, other)).toEqual([
    { id: other, reference: second },
    { id: one, reference: first },
  ]);
});

it.each([
  ['by two characters', 'MAKC7D1E2F', 'MAKC7D1X2G'],
  ['by two characters that change places', 'MBK-PQ-E2F', 'MBK-PQ-EF2'],
  ['by a look-alike and another character', 'MCO-RR-E2F', 'MC0-RR-E2G'],
  ['by a look-alike and one more', 'MDO-TT-E2F', 'MD0-TT-E2FF'],
])('ids that differ %s are not marked', async (_how, first, second) => {
  expect(await marks(await send(first), await send(second))).toEqual([null, null]);
});

it('is marked for one customer, too, and across methods; the same id with another method is a duplicate', async () => {
  const customer = await makeUser(app.db);
  const other = (await makePaymentMethod(app.db)).name;
  const own = async (reference: string, by: string) =>
    (await makeRecharge(app.db, customer, { reference, method: by })).id;
  const [first, same, alike] = [
    await own('NAKC7D1E2F', method),
    await own('nakc7d1e2f', other),
    await own('NAKC7D1E2G', other),
  ];
  expect(await marks(first, same, alike)).toEqual([
    { id: alike, reference: 'NAKC7D1E2G' },
    { id: alike, reference: 'NAKC7D1E2G' },
    { id: same, reference: 'nakc7d1e2f' },
  ]);
});

it('ends for both when one is rejected or reversed, and stays while both are pending or approved', async () => {
  const decide = (id: number, decision: 'approve' | 'reject') =>
    admin.client.admin.recharges.decide.mutate({ id, decision, reason: 'Looked at' });
  const [a, b, c] = [await send('PAK-WW-E2F'), await send('PAK-WW-E2G'), await send('PAK-WW-E2H')];
  const [markOfA, markOfB, markOfC] = [
    { id: a, reference: 'PAK-WW-E2F' },
    { id: b, reference: 'PAK-WW-E2G' },
    { id: c, reference: 'PAK-WW-E2H' },
  ];
  expect(await marks(a, b, c)).toEqual([markOfC, markOfC, markOfB]);
  expect((await decide(c, 'approve')).lookAlike).toEqual(markOfB);
  expect(await marks(a, b, c)).toEqual([markOfC, markOfC, markOfB]);
  await admin.client.admin.recharges.reverse.mutate({ id: c, reason: 'Wrong one' });
  expect(await marks(a, b, c)).toEqual([markOfB, markOfA, null]);
  expect((await decide(b, 'reject')).lookAlike).toBeNull();
  expect(await marks(a, b, c)).toEqual([null, null, null]);
  // A new one is compared with what still counts.
  const d = await send('PAK-WW-E2K');
  expect(await marks(a, b, c, d)).toEqual([{ id: d, reference: 'PAK-WW-E2K' }, null, null, markOfA]);
});

test('of requests that are sent at the same moment, all are marked', async () => {
  const customers = await Promise.all(
    ['anna', 'bela', 'cora', 'dora', 'edda', 'fina', 'gita', 'hana'].map((userName) => app.registerUser({ userName })),
  );
  const sent = await Promise.all(
    customers.map(({ client }, n) =>
      client.balance.requestRecharge.mutate({ method, amountNanos: dollars(1), reference: `QAK-VV-E2${n}` }),
    ),
  );
  const found = await marks(...sent.map(({ id }) => id));
  const newest = Math.max(...sent.map(({ id }) => id));
  expect(found.map((mark) => mark?.id)).toEqual(
    sent.map(({ id }) =>
      id === newest ? Math.max(...sent.map((each) => each.id).filter((each) => each < newest)) : newest,
    ),
  );
});

test('the database folds an id like the code, and finds it by an index', async () => {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const id = await send(signs);
  const [row] = await app.db
    .select({ form: foldedReference(recharges.reference) })
    .from(recharges)
    .where(sql`id = ${id}`);
  expect(row?.form).toBe(folded(signs));
  const query = `select id from recharges where translate(upper(reference), 'OILSB', '01158') = 'X' and status <> 'rejected'
    order by translate(upper(reference), 'OILSB', '01158') desc, id desc limit 20`;
  expect(await planOf(app.db, query)).toContain('recharges_look_alike_idx');
});
