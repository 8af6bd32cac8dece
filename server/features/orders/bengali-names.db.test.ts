import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { micros, nanos } from '#shared/money.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, giveMoney } from '../../testing/factories.ts';
import { idsOf } from '../../testing/lists.ts';
import { callRest } from '../../testing/rest.ts';

const app = await testApp();
const admin = await app.createAdminUser();
const rahim = await app.registerUser();
await giveMoney(app.db, rahim.user.id, dollars(100));
const { orders } = rahim.client;

const fields = {
  ...{ description: 'Real ones.', category: 'facebook', priceMicros: micros(1_000_000), type: 'default' as const },
  ...{ min: 10, max: 10_000, avgTimeHours: 1, refillDays: 30, cancel: true },
};
const likes = await admin.client.admin.services.create.mutate({ ...fields, name: 'Page Likes', nameBn: 'পেজ লাইক' });
const plain = await admin.client.admin.services.create.mutate({ ...fields, name: 'Shares' });
const link = (name: string) => `https://example.com/${name}`;
const placed = (serviceId: number, name: string) =>
  orders.place.mutate({ serviceId, link: link(name), quantity: 100, requestId: randomUUID() });

const [first, second] = [await placed(likes.id, 'first'), await placed(plain.id, 'second')];

/** What customers read of one service's order in all the places that name it. */
async function namesOf(orderId: number) {
  const { items } = await orders.list.query({});
  const requests = await orders.requests.query({ orderId });
  return [
    items.find(({ id }) => id === orderId)?.serviceNameBn,
    (await orders.get.query({ id: orderId })).serviceNameBn,
    ...requests.items.map(({ serviceNameBn }) => serviceNameBn),
  ];
}

describe("a service's Bengali name", () => {
  beforeAll(() => orders.request.mutate({ id: first.order.id, kind: 'cancel' }));

  test('is beside the stored name of its orders, and null without one', async () => {
    expect([first, second].map(({ order }) => order.serviceNameBn)).toEqual(['পেজ লাইক', null]);
    expect(await namesOf(first.order.id)).toEqual(['পেজ লাইক', 'পেজ লাইক', 'পেজ লাইক']);
    expect(await namesOf(second.order.id)).toEqual([null, null]);
  });

  test('is in the answers to many lines, also to a retry', async () => {
    const lines = [likes, plain].map(({ id: serviceId }) => ({ serviceId, link: link('many'), quantity: 100 }));
    const checked = await orders.checkMany.mutate({ lines: [...lines, { ...lines[0], quantity: 1 }] as typeof lines });
    expect(checked.lines.map((line) => line.serviceNameBn)).toEqual(['পেজ লাইক', null, 'পেজ লাইক']);
    const requestId = randomUUID();
    for (const _ of [1, 2]) {
      const { results } = await orders.placeMany.mutate({ lines, requestId });
      expect(results.map((line) => 'order' in line && line.order.serviceNameBn)).toEqual(['পেজ লাইক', null]);
    }
  });

  test('is no part of what admins and scripts read', async () => {
    const all = await admin.client.admin.orders.list.query({ ids: [first.order.id] });
    expect(all.items[0]).not.toHaveProperty('serviceNameBn');
    expect(await admin.client.admin.orders.get.query({ id: first.order.id })).not.toHaveProperty('serviceNameBn');
    const path = 'GET /api/v1/service/getServiceByUserId';
    const text = JSON.stringify(await callRest(app, path, { accessToken: rahim.accessToken }));
    expect(text).toContain('Page Likes');
    expect(text).not.toContain('পেজ');
  });

  test('finds the orders of its service, in any normal form', async () => {
    const own = await orders.list.query({ search: 'Page Likes' });
    expect(own.items.length).toBeGreaterThan(0);
    for (const search of ['পেজ', 'লাইক'.normalize('NFD')])
      expect(idsOf(await orders.list.query({ search }))).toEqual(idsOf(own));
    expect(idsOf(await orders.list.query({ search: 'ভিউ' }))).toEqual([]);
  });

  test('belongs to new orders only once the service has another name', async () => {
    await admin.client.admin.services.update.mutate({ ...fields, id: likes.id, name: 'Likes', nameBn: 'লাইক ২' });
    expect(await namesOf(first.order.id)).toEqual([null, null, null]);
    const after = await placed(likes.id, 'after');
    expect(after.order).toMatchObject({ serviceName: 'Likes', serviceNameBn: 'লাইক ২', chargeNanos: nanos(1e8) });
    await admin.client.admin.services.update.mutate({ ...fields, id: likes.id, name: 'Likes', nameBn: '' });
    expect(await namesOf(after.order.id)).toEqual([null, null]);
  });
});
