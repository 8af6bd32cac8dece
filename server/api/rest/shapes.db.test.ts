import { describe, expect, test } from 'vitest';
import { services } from '#db/schema/services.ts';
import { micros, nanos } from '#shared/money.ts';
import { decideOrder } from '../../features/orders/decide-order.ts';
import { registerFields, testApp } from '../../testing/app.ts';
import { dollars, makeOrder, makePaymentMethod, makeRecharge, makeService, makeUser } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';
import { callRest, type RestRequest } from '../../testing/rest.ts';

/** The exact fields that older clients read; `callRest` compares everything else with the document. */
const app = await testApp();
const admin = await makeSignedInAdmin(app);
const customer = await makeCustomer(app, dollars(5));

const as = (user: Person | undefined, operation: string, request: RestRequest = {}) =>
  callRest(app, `${operation.split(' ')[0]} /api/v1${operation.split(' ')[1]}`, {
    ...request,
    accessToken: user?.accessToken,
  });
const isoDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const userOf = (user: Person) => ({ _id: String(user.id), userName: user.userName });

describe('users', () => {
  test('registering and logging in give the user and the tokens, and the cookie', async () => {
    const fields = registerFields();
    const registered = await as(undefined, 'POST /user/register', { body: fields });
    const { password: _, confirmPassword: __, ...record } = fields;
    expect(registered).toMatchObject({ success: true, message: expect.any(String) });
    expect(registered.data).toEqual({
      data: {
        ...record,
        _id: expect.stringMatching(/^\d+$/),
        role: 'user',
        balance: 0,
        isDeleted: false,
        isBlocked: false,
        createdAt: isoDate,
      },
      tokens: { accessToken: expect.stringContaining('.') },
    });
    const loggedIn = await as(undefined, 'POST /user/login', {
      body: { userName: fields.email, password: fields.password },
    });
    expect(loggedIn.data.data).toEqual(registered.data.data);
    expect(loggedIn.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^rt=\S+; .*HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^device=\S+; .*HttpOnly; SameSite=Strict$/),
    ]);
  });

  test('the profile has the balance in dollars, exactly', async () => {
    const rich = await makeCustomer(app, nanos(1_234_560_000_001));
    const { data } = await as(rich, 'GET /user/profile');
    expect(data).toMatchObject({ ...userOf(rich), balance: 1234.560000001 });
  });

  test('an image is present only if there is one', async () => {
    expect((await as(customer, 'GET /user/profile')).data).not.toHaveProperty('image');
  });

  test('the list is newest first, with the blocked marked twice', async () => {
    const blocked = await makeCustomer(app);
    const { data } = await as(admin, 'PUT /user/update', { body: { _id: String(blocked.id), isDeleted: true } });
    expect(data.data).toMatchObject({ ...userOf(blocked), isDeleted: true, isBlocked: true });
    const { data: users, meta } = await as(admin, 'GET /user/getAll');
    const ids = users.map((user: { _id: string }) => Number(user._id));
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    expect(meta).toEqual({ total: ids.length, page: 1, limit: 5000 });
  });
});

describe('services', () => {
  test('prices are dollars, and buyers are counted for admins without a name', async () => {
    const service = await makeService(app.db, { priceMicros: micros(950_000), image: 'https://example.com/a.png' });
    await makeOrder(app.db, customer, { serviceId: service.id });
    const ofThis = async (user?: Person) =>
      (await as(user, 'GET /service/getAll')).data.find(({ _id }: { _id: string }) => _id === String(service.id));
    const shown = {
      _id: String(service.id),
      name: service.name,
      image: 'https://example.com/a.png',
      description: 'Real ones.',
      price: 0.95,
      type: 'default',
      category: 'instagram',
      min: 10,
      max: 10_000,
      avgTime: '1',
      isDeleted: false,
      totalSell: 1,
      createdAt: isoDate,
      updatedAt: isoDate,
    };
    expect(await ofThis()).toEqual({ ...shown, userIds: [] });
    expect(await ofThis(customer)).toEqual({ ...shown, userIds: [] });
    expect(await ofThis(admin)).toEqual({ ...shown, userIds: [''] });
  });

  test.each([undefined, '', 'undefined', 'null'])('category %j means all', async (category) => {
    await makeService(app.db, { category: 'snapchat' });
    app.deps.events.publish('services');
    const { data } = await as(undefined, 'GET /service/getAll', { query: category === undefined ? {} : { category } });
    expect(new Set(data.map((service: { category: string }) => service.category)).size).toBeGreaterThan(1);
    const { data: some } = await as(undefined, 'GET /service/getAll', { query: { category: 'snapchat', search: '' } });
    expect(new Set(some.map((service: { category: string }) => service.category))).toEqual(new Set(['snapchat']));
  });

  test('pages go through the whole list once, with any search', async () => {
    const made = await Promise.all(
      Array.from({ length: 7 }, () => makeService(app.db, { description: 'paged through' })),
    );
    const names: string[] = [];
    for (let page = 1; page <= 4; page++) {
      const query = { search: 'paged through', page: String(page), limit: '3' };
      const { data, meta } = await as(undefined, 'GET /service/getAll', { query });
      expect(meta).toEqual({ total: 7, page, limit: 3 });
      names.push(...data.map((service: { name: string }) => service.name));
    }
    expect(names.toSorted()).toEqual(made.map(({ name }) => name).toSorted());
  });

  test('a complete list ends after 5,000 rows and has the total', async () => {
    const [{ id: _, ...like }] = [await makeService(app.db, { category: 'linkedin' })];
    // One statement has at most 65,535 parameters.
    for (const length of Array<number>(6).fill(834).with(5, 831))
      await app.db.insert(services).values(Array.from({ length }, () => like));
    app.deps.events.publish('services');
    const { data, meta } = await as(undefined, 'GET /service/getAll', { query: { category: 'linkedin' } });
    expect(data).toHaveLength(5_000);
    expect(meta).toEqual({ total: 5_002, page: 1, limit: 5_000 });
    const next = await as(undefined, 'GET /service/getAll', { query: { category: 'linkedin', page: '2' } });
    expect(next.data).toHaveLength(2);
  });
});

describe('orders', () => {
  test("three labels for admins, and the customer's own", async () => {
    const buyer = await makeCustomer(app, dollars(5));
    const service = await makeService(app.db);
    const decisions = [undefined, 'processing', 'complete', 'partial', 'reject'] as const;
    for (const decision of decisions) {
      const { id } = await makeOrder(app.db, buyer, { serviceId: service.id, quantity: 500 });
      const remaining = decision === 'partial' ? 10 : undefined;
      if (decision) await decideOrder(app.deps, admin.actor, { id, decision, remaining });
    }
    const { data: all } = await as(admin, 'GET /service/getAllOrders');
    const ofBuyer = all.filter(
      (order: { userId: object }) => JSON.stringify(order.userId) === JSON.stringify(userOf(buyer)),
    );
    expect(ofBuyer[0]).toEqual({
      _id: expect.any(String),
      userId: userOf(buyer),
      serviceId: { _id: String(service.id), name: service.name },
      link: 'https://example.com/post',
      quantity: 500,
      price: 0.5,
      status: 'rejected',
      createdAt: isoDate,
    });
    const words = (list: { status: string }[]) => list.map(({ status }) => status);
    expect(words(ofBuyer)).toEqual(['rejected', 'done', 'done', 'pending', 'pending']);
    const { data: own } = await as(buyer, 'GET /service/getServiceByUserId');
    expect(words(own)).toEqual(['Failed', 'Partial', 'Completed', 'Processing', 'Processing']);
    expect(own[0]).toMatchObject({
      service: service.name,
      serviceId: { name: service.name },
      quantity: 500,
      price: 0.5,
    });
    expect((await as(buyer, 'GET /service/getAllOrders')).data).toEqual(ofBuyer);
    for (const reader of [buyer, admin])
      expect((await as(reader, 'GET /order/{id}', { params: { id: own[0]._id } })).data).toEqual(own[0]);
  });
});

describe('balance', () => {
  test('requests have their own field names, with the customer', async () => {
    const payer = await makeUser(app.db, { name: 'Rahim', phone: '01700000001' });
    const { name: paymentMethod } = await makePaymentMethod(app.db);
    await makeRecharge(app.db, payer, { method: paymentMethod, reference: 'n7X8k9q2' });
    const { data } = await as(admin, 'GET /balance/getAll');
    expect(data.balanceRequests[0]).toEqual({
      _id: expect.any(String),
      userId: { _id: String(payer.id), name: 'Rahim', phone: '01700000001' },
      amount: 10,
      paidTaka: 1260,
      paymentMethod,
      reference: 'n7X8k9q2',
      status: 'pending',
      createdAt: isoDate,
    });
    expect((await as(customer, 'GET /balance/getByUserId')).data).toEqual({ balanceRequest: [] });
  });
});
