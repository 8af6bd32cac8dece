import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { deleteService } from '../../features/services/delete-service.ts';
import { PANEL_ORIGIN, registerFields, testApp } from '../../testing/app.ts';
import { dollars, makeOrder, makePaymentMethod, makeRecharge, makeService } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { callRest, type RestRequest } from '../../testing/rest.ts';
import { turnOnFor } from '../../testing/second-factor.ts';
import { calls } from './calls.ts';

/**
 * A success and a refusal of each call. The tests of the verbs have their laws, `server/testing/abuses` has who may call, and `callRest`
 * compares each response with the document.
 */
const app = await testApp();
const admin = await makeSignedInAdmin(app);
const customer = await makeCustomer(app, dollars(100));
const { name: paymentMethod } = await makePaymentMethod(app.db);
const key = { 'idempotency-key': 'once' };
const NEW_PASSWORD = 'another good one';

const byAdmin = (request: RestRequest = {}): RestRequest => ({ ...request, accessToken: admin.accessToken });
const byCustomer = (request: RestRequest = {}): RestRequest => ({ ...request, accessToken: customer.accessToken });
const withId = (id: number, body?: unknown): RestRequest => ({ params: { id }, body });
const NOBODY = 999_999;
const jwt: unknown = expect.stringContaining('.');
const own = { _id: String(customer.id), userName: customer.userName };

const service = { name: 'Views', description: 'Real.', category: 'tiktok', price: 0.95, min: 10, max: 99, avgTime: 2 };
const order = { link: 'https://example.com/post', quantity: 1000 };
const recharge = (reference: string, fields = {}) => ({ paymentMethod, amount: 10, reference, ...fields });
const newOrder = async () => (await makeOrder(app.db, customer)).id;
const newRecharge = async () => (await makeRecharge(app.db, customer)).id;
const deletedService = async () => {
  const made = await makeService(app.db);
  await deleteService(app.deps, admin.actor, made);
  return made.id;
};
const loginOf = async () => {
  const { user, password } = await app.registerUser();
  return { user, login: { userName: user.userName, password } };
};
const mailedToken = async () => {
  const { user } = await app.registerUser();
  await app.post('auth.forgotPassword', { email: user.email });
  const ofUser = app.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, user.email));
  const [mail] = await ofUser.orderBy(desc(mailOutbox.id));
  return /reset-password\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
};

type Arranged = RestRequest | Promise<RestRequest>;

test.each<[operation: string, arrange: () => Arranged, data: unknown]>([
  [
    'POST /api/v1/user/register',
    () => ({ body: registerFields({ userName: 'newcomer' }) }),
    { data: { userName: 'newcomer', role: 'user' } },
  ],
  [
    'POST /api/v1/user/login',
    async () => ({ body: { ...(await loginOf()).login, rememberMe: true } }),
    { tokens: { accessToken: jwt } },
  ],
  [
    'POST /api/v1/user/login',
    async () => {
      const { user, login } = await loginOf();
      const [code] = await turnOnFor(app, user);
      return { body: { ...login, code } };
    },
    { tokens: { accessToken: jwt } },
  ],
  [
    'POST /refresh',
    async () => ({ headers: { cookie: (await makeCustomer(app)).cookie, origin: PANEL_ORIGIN } }),
    // Older clients store the inner one as all their tokens.
    { accessToken: jwt, data: { accessToken: { accessToken: jwt } } },
  ],
  ['POST /api/v1/user/forgotPassword', () => ({ body: { email: 'unknown@example.com' } }), expect.anything()],
  [
    'POST /api/v1/user/resetPassword/{token}',
    async () => ({ params: { token: await mailedToken() }, body: { password: NEW_PASSWORD } }),
    expect.anything(),
  ],
  [
    'PUT /api/v1/user/changePassword',
    async () => {
      const { accessToken, password: currentPassword } = await app.registerUser();
      return { accessToken, body: { currentPassword, newPassword: NEW_PASSWORD } };
    },
    expect.anything(),
  ],
  ['GET /api/v1/user/profile', byCustomer, own],
  ['GET /api/v1/user/getAll', byAdmin, expect.arrayContaining([expect.objectContaining(own)])],
  [
    'PUT /api/v1/user/update',
    async () => {
      const { accessToken, user } = await app.registerUser();
      // Only admins block; from others the flag counts for nothing, in any type.
      return { accessToken, body: { name: 'Other Name', email: user.email, phone: '01711111111', isDeleted: 'true' } };
    },
    { data: { name: 'Other Name', phone: '01711111111', isDeleted: false } },
  ],
  [
    'PUT /api/v1/user/update',
    async () => byAdmin({ body: { _id: String((await makeCustomer(app)).id), phone: '', isDeleted: true } }),
    { data: { isDeleted: true } },
  ],
  ['GET /api/v1/service/getAll', () => ({ query: { category: 'tiktok', search: 'views' } }), []],
  ['POST /api/v1/service/create', () => byAdmin({ body: service }), { name: 'Views', price: 0.95, min: 10 }],
  [
    'PUT /api/v1/service/update/{id}',
    async () => byAdmin(withId((await makeService(app.db)).id, { ...service, price: 1.5 })),
    { name: 'Views', price: 1.5 },
  ],
  [
    'DELETE /api/v1/service/delete/{id}',
    async () => byAdmin(withId((await makeService(app.db)).id)),
    { _id: expect.any(String) },
  ],
  [
    'POST /api/v1/service/buy/{id}',
    async () => byCustomer(withId((await makeService(app.db)).id, { ...order, price: 1 })),
    { quantity: 1000, price: 1, status: 'Processing' },
  ],
  ['GET /api/v1/service/getAllOrders', byAdmin, expect.any(Array)],
  ['GET /api/v1/service/getServiceByUserId', byCustomer, expect.any(Array)],
  ['GET /api/v1/order/{id}', async () => byCustomer(withId(await newOrder())), { price: 1, status: 'Processing' }],
  [
    'PUT /api/v1/service/approve/{id}',
    async () => byAdmin(withId(await newOrder(), { status: 'approved' })),
    { status: 'done' },
  ],
  [
    'PUT /api/v1/service/approve/{id}',
    async () => byAdmin(withId(await newOrder(), { status: 'rejected' })),
    { status: 'rejected' },
  ],
  [
    'POST /api/v1/balance/addBalance',
    () => byCustomer({ body: recharge('TX12345') }),
    { amount: 10, paidTaka: 1260, status: 'pending' },
  ],
  [
    'PUT /api/v1/balance/update/{id}',
    async () => byAdmin(withId(await newRecharge(), { status: 'rejected' })),
    { status: 'rejected' },
  ],
  ['GET /api/v1/balance/getAll', byAdmin, { balanceRequests: expect.any(Array) }],
  ['GET /api/v1/balance/getByUserId', byCustomer, { balanceRequest: expect.any(Array) }],
  [
    'PUT /api/v1/balance/giveBalanceByAdmin/{id}',
    async () => {
      const { id } = await makeCustomer(app);
      const give = byAdmin(withId(id, { amount: 2.5, confirm: true }));
      await callRest(app, 'PUT /api/v1/balance/giveBalanceByAdmin/{id}', give);
      return give;
    },
    { balance: 5 },
  ],
])('%s succeeds', async (operation, arrange, data) => {
  const answer = await callRest(app, operation, await arrange());
  expect([answer.status, answer.success], answer.message).toEqual([200, true]);
  if (Array.isArray(data)) expect(answer.data).toEqual(data);
  else expect({ data: answer.data }).toMatchObject({ data });
});

test.each<[operation: string, status: number, message: RegExp, arrange: () => Arranged]>([
  [
    'POST /api/v1/user/register',
    409,
    /name is already taken/,
    async () => ({ body: registerFields({ userName: (await loginOf()).login.userName.toUpperCase() }) }),
  ],
  // Older clients treat a 401 as an expired token, and repeat the guess.
  [
    'POST /api/v1/user/login',
    400,
    /^Invalid credentials$/,
    async () => ({ body: { ...(await loginOf()).login, password: 'x' } }),
  ],
  [
    'POST /api/v1/user/login',
    400,
    /code/,
    async () => {
      const { user, login } = await loginOf();
      await turnOnFor(app, user);
      return { body: login };
    },
  ],
  ['POST /refresh', 401, /./, () => ({ headers: { origin: PANEL_ORIGIN } })],
  ['POST /api/v1/user/forgotPassword', 400, /email/i, () => ({ body: { email: 'nobody' } })],
  [
    'POST /api/v1/user/resetPassword/{token}',
    400,
    /no longer valid/,
    () => ({ params: { token: 'not-a-token' }, body: { password: NEW_PASSWORD } }),
  ],
  [
    'PUT /api/v1/user/changePassword',
    400,
    /current password/,
    async () => {
      const { accessToken } = await app.registerUser();
      return { accessToken, body: { currentPassword: 'not the one', newPassword: NEW_PASSWORD } };
    },
  ],
  ['GET /api/v1/user/profile', 401, /./, () => ({ accessToken: 'x.y.z' })],
  ['GET /api/v1/user/getAll', 403, /./, byCustomer],
  // The rest of the input is not even read.
  ...[{ name: 'x' }, { name: '' }, { isDeleted: 'true' }, { email: 5 }].map(
    (fields): [string, number, RegExp, () => Arranged] => [
      'PUT /api/v1/user/update',
      403,
      /./,
      () => byCustomer({ body: { _id: String(admin.id), ...fields } }),
    ],
  ),
  ['PUT /api/v1/user/update', 404, /./, () => byAdmin({ body: { _id: NOBODY, isDeleted: true } })],
  ['PUT /api/v1/user/update', 409, /yourself/, () => byAdmin({ body: { _id: admin.id, isDeleted: true } })],
  ['GET /api/v1/service/getAll', 400, /no such category/, () => ({ query: { category: 'myspace' } })],
  [
    'POST /api/v1/service/create',
    409,
    /./,
    async () => {
      await callRest(app, 'POST /api/v1/service/create', byAdmin({ headers: key, body: service }));
      return byAdmin({ headers: key, body: { ...service, max: 98 } });
    },
  ],
  ['PUT /api/v1/service/update/{id}', 404, /./, async () => byAdmin(withId(await deletedService(), service))],
  ['DELETE /api/v1/service/delete/{id}', 404, /./, async () => byAdmin(withId(await deletedService()))],
  [
    'POST /api/v1/service/buy/{id}',
    409,
    /^The price is now \$1\. Please check it and submit again\.$/,
    async () => byCustomer(withId((await makeService(app.db)).id, { ...order, price: 0.99 })),
  ],
  ['GET /api/v1/service/getAllOrders', 401, /./, () => ({})],
  ['GET /api/v1/service/getServiceByUserId', 401, /./, () => ({})],
  [
    'GET /api/v1/order/{id}',
    404,
    /./,
    async () => ({ ...withId(await newOrder()), accessToken: (await makeCustomer(app)).accessToken }),
  ],
  ['PUT /api/v1/service/approve/{id}', 404, /./, () => byAdmin(withId(NOBODY, { status: 'done' }))],
  [
    'POST /api/v1/balance/addBalance',
    409,
    /^The total is now/,
    () => byCustomer({ body: recharge('TX12346', { paidTaka: 1250 }) }),
  ],
  ['PUT /api/v1/balance/update/{id}', 404, /./, () => byAdmin(withId(NOBODY, { status: 'approved' }))],
  ['GET /api/v1/balance/getAll', 403, /./, byCustomer],
  ['GET /api/v1/balance/getByUserId', 401, /./, () => ({})],
  [
    'PUT /api/v1/balance/giveBalanceByAdmin/{id}',
    409,
    /./,
    async () => {
      const give = byAdmin(withId((await makeCustomer(app)).id, { amount: 2.5 }));
      await callRest(app, 'PUT /api/v1/balance/giveBalanceByAdmin/{id}', give);
      return give;
    },
  ],
])('%s is refused with %i: %s', async (operation, status, message, arrange) => {
  const answer = await callRest(app, operation, await arrange());
  expect([answer.status, answer.success, answer.error]).toEqual([status, false, answer.message]);
  expect(answer.message).toMatch(message);
  tried.add(operation);
});

const tried = new Set<string>();
test('no call is missing', () => {
  expect([...tried].toSorted()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).toSorted());
});
