import { expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { makePaymentMethod, makeRecharge, makeUser } from '../../testing/factories.ts';
import { codeOf } from '../../testing/refusal.ts';
import { listSameReference } from './list-same-reference.ts';

const app = await testApp();
const admin = await app.createAdminUser();

it('finds all others with the transaction id, in any case, with any method, rejected ones too, and nothing similar', async () => {
  const [anna, bela] = [await makeUser(app.db), await makeUser(app.db)];
  const method = (await makePaymentMethod(app.db)).name;
  const send = (customer: typeof anna, reference: string, by = method) =>
    makeRecharge(app.db, customer, { reference, method: by });
  const rejected = await send(anna, 'Stolen_1');
  await admin.client.admin.recharges.decide.mutate({ id: rejected.id, decision: 'reject', reason: 'Not there' });
  const other = await send(bela, 'STOLEN_1', (await makePaymentMethod(app.db)).name);
  const asked = await send(anna, 'stolen_1');
  await send(bela, 'stolenX1');
  const found = await admin.client.admin.recharges.sameReference.query({ id: asked.id });
  expect(found).toMatchObject([
    { id: other.id, status: 'pending', user: { id: bela.id } },
    { id: rejected.id, status: 'rejected', reason: 'Not there', decidedBy: admin.user.userName },
  ]);
});

it('is for admins, and does not find an unknown request', async () => {
  expect(await codeOf(admin.client.admin.recharges.sameReference.query({ id: 999_999 }))).toBe('not_found');
  const { actor } = await makeUser(app.db);
  await expect(listSameReference(app.db, actor, { id: 1 })).rejects.toMatchObject({ code: 'forbidden' });
});
