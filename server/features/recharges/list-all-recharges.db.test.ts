import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recharges } from '#db/schema/recharges.ts';
import type { AdminRecharge, AdminRechargeListInput } from '#shared/balance.ts';
import { paisaPerDollar, taka } from '#shared/money.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeAdmin, makePaymentMethod, makeRecharge, makeUser } from '../../testing/factories.ts';
import { allPages, idsOf, planOf } from '../../testing/lists.ts';
import { decideRecharge } from './decide-recharge.ts';
import { getAnyRecharge } from './get-recharge.ts';
import { countMatchingRecharges, listAllRecharges } from './list-all-recharges.ts';
import { listRecharges } from './list-recharges.ts';

const app = await testApp();
const admin = await makeAdmin(app.db);

/** The recharges marked as duplicates among these, as in the admins' list. */
async function marked(...ids: number[]): Promise<number[]> {
  const { items } = await listAllRecharges(app.db, admin.actor, { limit: 100 });
  const shown = items.filter(({ id }) => ids.includes(id));
  expect(shown).toHaveLength(ids.length);
  return shown.filter(({ isDuplicate }: AdminRecharge) => isDuplicate).map(({ id }) => id);
}

test('a transaction id sent by another account with another method is marked on both, in any case', async () => {
  const [payer, thief] = [await makeUser(app.db), await makeUser(app.db)];
  const [bkash, nagad] = [await makePaymentMethod(app.db), await makePaymentMethod(app.db)];
  const own = await makeRecharge(app.db, payer, { method: bkash.name, reference: 'Stolen_1' });
  // `_` must not be a wildcard.
  const alike = await makeRecharge(app.db, payer, { method: bkash.name, reference: 'StolenX1' });
  expect(await marked(own.id, alike.id)).toEqual([]);
  const stolen = await makeRecharge(app.db, thief, { method: nagad.name, reference: 'sTOLEN_1' });
  expect(await marked(own.id, alike.id, stolen.id)).toEqual([stolen.id, own.id]);
});

test('an approved one marks a pending one, and so does a rejected one', async () => {
  const [payer, other] = [await makeUser(app.db), await makeUser(app.db)];
  const after = async (decision: 'approve' | 'reject') => {
    const decided = await makeRecharge(app.db, payer, { reference: `TWICE-${decision}` });
    await decideRecharge(app.deps, admin.actor, { id: decided.id, decision });
    const again = await makeRecharge(app.db, other, { reference: `twice-${decision}` });
    return (await marked(decided.id, again.id)).includes(again.id);
  };
  expect([await after('approve'), await after('reject')]).toEqual([true, true]);
});

const read = (input: Partial<AdminRechargeListInput>) =>
  listAllRecharges(app.db, admin.actor, { limit: 100, ...input });

/** All rows of a list, read two at a time. */
const pageByPage = async (input: Partial<AdminRechargeListInput>) =>
  (await allPages((cursor) => read({ ...input, cursor, limit: 2 }))).flat().map(({ id }) => id);

test('the list and its search have each of their sort orders, page by page', async () => {
  const payer = await makeUser(app.db);
  await app.db.execute(sql`update users set email = 'sorted.payer@example.net' where id = ${payer.id}`);
  const ids: number[] = [];
  for (const amount of [3, 1, 2, 3]) ids.push((await makeRecharge(app.db, payer, { amountNanos: dollars(amount) })).id);
  const [three, one, two, threeAgain] = ids;
  for (const filter of [{ userId: payer.id }, { search: 'sorted.PAYER@example' }]) {
    expect(await pageByPage(filter)).toEqual(ids.toReversed());
    expect(await pageByPage({ ...filter, sort: 'oldest' })).toEqual(ids);
    expect(await pageByPage({ ...filter, sort: 'largest' })).toEqual([threeAgain, three, two, one]);
    expect(await pageByPage({ ...filter, sort: 'smallest' })).toEqual([one, two, three, threeAgain]);
  }
});

test('the recharge with the id comes first, and once', async () => {
  // Search does not look for one or two digits in transaction IDs.
  await app.db.execute(sql`alter sequence recharges_id_seq restart with 5000`);
  const payer = await makeUser(app.db);
  const named = await makeRecharge(app.db, payer, { reference: 'AAAA1' });
  const other = await makeRecharge(app.db, payer, { reference: `TX-${named.id}-B` });
  const about = { search: String(named.id), userId: payer.id };
  expect(await pageByPage(about)).toEqual([named.id, other.id]);
  expect(await pageByPage({ ...about, search: `#${named.id}`, sort: 'largest' })).toEqual([named.id]);
  expect(await pageByPage({ ...about, status: 'approved' })).toEqual([]);
});

test('three letters of a transaction id find its recharge; fewer are not searched, because no index helps', async () => {
  const { id } = await makeRecharge(app.db, await makeUser(app.db), { reference: 'QXQ-ONLY-1' });
  expect(await pageByPage({ search: 'qxq' })).toEqual([id]);
  expect(await pageByPage({ search: 'qx' })).toEqual([]);
});

test('filters by method, day, decider and ids apply to the list and its count', async () => {
  const payer = await makeUser(app.db);
  const decider = await makeAdmin(app.db);
  const method = await makePaymentMethod(app.db);
  const [early] = await app.db
    .insert(recharges)
    .values({
      userId: payer.id,
      methodId: method.id,
      methodName: method.name,
      amountNanos: dollars(1),
      ratePaisa: paisaPerDollar(12_600),
      paidTaka: taka(126),
      reference: 'LONGAGO1',
      createdAt: new Date('2025-02-28T18:00:00Z'),
    })
    .returning({ id: recharges.id });
  if (!early) throw new Error('an inserted recharge came back without a row');
  const late = await makeRecharge(app.db, payer, { method: method.name });
  const plain = await makeRecharge(app.db, payer);
  await decideRecharge(app.deps, decider.actor, { id: late.id, decision: 'reject' });
  const methodId = method.id;

  const cases: [Partial<AdminRechargeListInput>, number[]][] = [
    [{ methodId }, [late.id, early.id]],
    [{ methodId, from: '2025-03-01', to: '2025-03-01' }, [early.id]],
    [{ methodId, to: '2025-02-28' }, []],
    [{ decidedBy: decider.id }, [late.id]],
    [{ decidedBy: admin.id, methodId }, []],
    [{ ids: [early.id, plain.id] }, [plain.id, early.id]],
    [{ search: late.reference }, [late.id]],
  ];
  for (const [input, ids] of cases) {
    expect(await pageByPage(input), JSON.stringify(input)).toEqual(ids);
    expect(await countMatchingRecharges(app.db, admin.actor, input)).toEqual({ count: ids.length, isAll: true });
  }
  const own = async (days: { from?: string; to?: string }) =>
    idsOf(await listRecharges(app.db, payer.actor, { ...days, limit: 9 }));
  expect(await own({ from: '2025-03-01', to: '2025-03-01' })).toEqual([early.id]);
  expect([await own({ to: '2025-02-28' }), await own({ from: '2025-03-02' })]).toEqual([[], [plain.id, late.id]]);
});

test.each([
  ['recharges_pkey', '(id) < (7)', 'id desc'],
  ['recharges_pending_idx', "status = 'pending' and (id) > (7)", 'id'],
  ['recharges_status_idx', "status = 'rejected' and (id) < (7)", 'id desc'],
  [
    'recharges_credited_idx',
    '(coalesce(credited_nanos, amount_nanos), id) < (7, 7)',
    'coalesce(credited_nanos, amount_nanos) desc, id desc',
  ],
  [
    'recharges_credited_idx',
    '(coalesce(credited_nanos, amount_nanos), id) > (7, 7)',
    'coalesce(credited_nanos, amount_nanos), id',
  ],
  ['recharges_created_idx', "created_at >= '2026-01-01' and (created_at, id) < (now(), 7)", 'created_at desc, id desc'],
  ['recharges_user_idx', 'user_id = 7 and (id) < (7)', 'id desc'],
  ['recharges_method_idx', 'method_id = 7 and (id) < (7)', 'id desc'],
  ['recharges_decider_idx', 'decided_by = 7 and (id) < (7)', 'id desc'],
  ['recharges_no_person_idx', "decider = 'evidence' and (id) < (7)", 'id desc'],
])('a page uses %s with %s, by %s', async (index, condition, order) => {
  const query = `select id from recharges where ${condition} order by ${order} limit 26`;
  expect(await planOf(app.db, query)).toContain(`using ${index}`);
});

test('a single one equals its list row, and an unknown one is not found', async () => {
  const payer = await makeUser(app.db);
  const recharge = await makeRecharge(app.db, payer);
  await decideRecharge(app.deps, admin.actor, { id: recharge.id, decision: 'reject', reason: 'Never arrived' });
  const one = await getAnyRecharge(app.db, admin.actor, { id: recharge.id });
  expect(one).toMatchObject({ id: recharge.id, status: 'rejected', reason: 'Never arrived', user: { id: payer.id } });
  const { items } = await listAllRecharges(app.db, admin.actor, { limit: 1 });
  expect(items).toEqual([one]);
  await expect(getAnyRecharge(app.db, admin.actor, { id: 999_999 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(getAnyRecharge(app.db, payer.actor, { id: recharge.id })).rejects.toMatchObject({ code: 'forbidden' });
});
