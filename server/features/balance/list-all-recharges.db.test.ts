import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminRecharge } from '../../../shared/balance.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAdmin, makePaymentMethod, makeRecharge, makeUser, type TestUser } from '../../testing/factories.ts';
import { decideRecharge } from './decide-recharge.ts';
import { listAllRecharges } from './list-all-recharges.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app.db);
});

afterAll(() => app.close());

/** The marked ones among these recharges, as the admins' list has them. */
async function marked(...ids: number[]): Promise<number[]> {
  const { items } = await listAllRecharges(app.db, admin.actor, { limit: 100 });
  const shown = items.filter(({ id }) => ids.includes(id));
  expect(shown).toHaveLength(ids.length);
  return shown.filter(({ isDuplicate }: AdminRecharge) => isDuplicate).map(({ id }) => id);
}

test('a transaction id sent by another account under another method is marked on both, in whatever case', async () => {
  const [payer, thief] = [await makeUser(app.db), await makeUser(app.db)];
  const [bkash, nagad] = [await makePaymentMethod(app.db), await makePaymentMethod(app.db)];
  const own = await makeRecharge(app.db, payer, { method: bkash.name, reference: 'Stolen_1' });
  // `_` must mean itself.
  const alike = await makeRecharge(app.db, payer, { method: bkash.name, reference: 'StolenX1' });
  expect(await marked(own.id, alike.id)).toEqual([]);
  const stolen = await makeRecharge(app.db, thief, { method: nagad.name, reference: 'sTOLEN_1' });
  expect(await marked(own.id, alike.id, stolen.id)).toEqual([stolen.id, own.id]);
});

test('one that was approved marks one that waits; one that was rejected does not', async () => {
  const [payer, other] = [await makeUser(app.db), await makeUser(app.db)];
  const after = async (decision: 'approve' | 'reject') => {
    const decided = await makeRecharge(app.db, payer, { reference: `TWICE-${decision}` });
    await decideRecharge(app.deps, admin.actor, { id: decided.id, decision });
    const again = await makeRecharge(app.db, other, { reference: `twice-${decision}` });
    return (await marked(decided.id, again.id)).includes(again.id);
  };
  expect([await after('approve'), await after('reject')]).toEqual([true, false]);
});
