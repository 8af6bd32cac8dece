import { expect, test } from 'vitest';
import { testApp } from '#server/testing/app.ts';
import { dollars, giveMoney, makeService } from '#server/testing/factories.ts';

const app = await testApp();
const admin = await app.createAdminUser();
const [customer, other] = [await app.registerUser(), await app.registerUser()];
const service = await makeService(app.db, { cancel: true, speedUp: true });

async function place({ user, client }: typeof customer): Promise<number> {
  await giveMoney(app.db, user.id, dollars(10));
  const input = { serviceId: service.id, link: '@shop', quantity: service.min };
  return (await client.orders.place.mutate(input)).order.id;
}

test('a page of own orders has the open request of each, and what can be asked', async () => {
  const [asked, ended, free] = [await place(customer), await place(customer), await place(customer)];
  const foreign = await place(other);
  await customer.client.orders.request.mutate({ id: asked, kind: 'speed_up' });
  const { id } = await customer.client.orders.request.mutate({ id: ended, kind: 'cancel' });
  await admin.client.admin.requests.decide.mutate({ id, decision: 'reject' });
  const { items } = await customer.client.orders.askable.query({ ids: [asked, ended, free, foreign] });
  const byId = new Map(items.map((item) => [item.id, item]));
  expect([...byId.keys()].toSorted((a, b) => a - b)).toEqual([asked, ended, free]);
  expect(byId.get(asked)).toMatchObject({
    open: { kind: 'speed_up', status: 'pending' },
    askable: { cancel: { possible: false, block: 'open_request' } },
  });
  expect(byId.get(ended)).toMatchObject({ open: null, askable: { cancel: { possible: false, block: 'cool_down' } } });
  expect(byId.get(free)).toMatchObject({
    open: null,
    askable: { cancel: { possible: true }, refill: { block: 'service' } },
  });
});
