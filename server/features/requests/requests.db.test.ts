import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { dollars, giveMoney, makeOrder, makeService } from '../../testing/factories.ts';

const app = await testApp();
const admin = await app.createAdminUser({ userName: 'desk_boss' });
const customer = await app.registerUser();
await giveMoney(app.db, customer.user.id, dollars(100));

test('an accepted cancel rejects the order and refunds it', async () => {
  const service = await makeService(app.db, { cancel: true });
  const order = await makeOrder(
    app.db,
    { id: customer.user.id, userName: 'x', actor: { id: customer.user.id, role: 'user' } },
    { serviceId: service.id },
  );
  const request = await customer.client.orders.request.mutate({ id: order.id, kind: 'cancel' });
  expect(request).toMatchObject({ orderId: order.id, kind: 'cancel', status: 'pending' });
  const read = await customer.client.orders.get.query({ id: order.id });
  expect(read.askable.cancel).toMatchObject({ possible: false, block: 'open_request' });
  const { items } = await admin.client.admin.requests.list.query({ status: 'open' });
  expect(items).toMatchObject([{ id: request.id, order: { id: order.id } }]);
  const decided = await admin.client.admin.requests.decide.mutate({
    id: request.id,
    decision: 'accept',
    reason: 'As you like.',
  });
  expect(decided).toMatchObject({ status: 'accepted', decidedBy: 'desk_boss', order: { status: 'rejected' } });
  const after = await customer.client.orders.get.query({ id: order.id });
  expect(after).toMatchObject({
    status: 'rejected',
    requests: [{ id: request.id, status: 'accepted', reason: 'As you like.' }],
  });
});
