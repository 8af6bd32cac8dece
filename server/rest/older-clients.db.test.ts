import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { services } from '#db/schema/services.ts';
import { users } from '#db/schema/users.ts';
import { logout } from '../features/auth/logout.ts';
import { setBlocked } from '../features/users/set-blocked.ts';
import { PANEL_ORIGIN, registerFields, type SignedInUser, testApp } from '../testing/app.ts';
import { DOLLAR, makeOrder, makeRecharge, makeService } from '../testing/factories.ts';
import { forgeries } from '../testing/forged-tokens.ts';
import { makeCustomer, makeSignedInAdmin } from '../testing/people.ts';
import { refusalOf } from '../testing/refusal.ts';
import { callRest, type RestRequest } from '../testing/rest.ts';

/** Problems of a real older client: it can't be changed, so this behaviour must stay. */
const app = await testApp({ env: { PASSWORD_RESETS_PER_HOUR: '1000' } });
const admin = await makeSignedInAdmin(app);

const as = (user: { accessToken: string } | undefined, operation: string, request: RestRequest = {}) =>
  callRest(app, operation, { ...request, accessToken: user?.accessToken });

const form = {
  name: 'Reels views',
  image: 'https://example.com/reels.png',
  description: 'Fast. Real.',
  category: 'instagram',
  price: 0.95,
  min: 10,
  max: 5000,
  avgTime: '24',
  isDeleted: false,
};

describe('a service', () => {
  const create = (overrides: object) =>
    as(admin, 'POST /api/v1/service/create', { body: { ...form, image: undefined, ...overrides } });
  const update = (id: number | string, overrides: object) =>
    as(admin, 'PUT /api/v1/service/update/{id}', { params: { id }, body: { ...form, ...overrides } });

  test.each([24, '24', ' 24 '])('accepts %j as its average time, and returns text', async (avgTime) => {
    const created = await create({ avgTime });
    expect(created.data).toMatchObject({ avgTime: '24' });
    const { id } = await makeService(app.db);
    expect((await update(id, { avgTime })).data).toMatchObject({ avgTime: '24' });
    const [stored] = await app.db.select().from(services).where(eq(services.id, id));
    expect(stored?.avgTimeHours).toBe(24);
    const { data } = await as(undefined, 'GET /api/v1/service/getAll');
    const listed = data.filter(({ _id }: { _id: string }) => [String(id), created.data._id].includes(_id));
    expect(listed.map((each: { avgTime: string }) => each.avgTime)).toEqual(['24', '24']);
  });

  test('always has an image in responses, an empty one if none is set', async () => {
    const created = await create({});
    expect(created.data.image).toBe('');
    const pictured = await update(created.data._id, {});
    expect(pictured.data.image).toBe(form.image);
    const bare = await update(created.data._id, { image: '' });
    expect(bare.data.image).toBe('');
    for (const user of [undefined, admin]) {
      const { data } = await as(user, 'GET /api/v1/service/getAll', { query: { limit: '1' } });
      expect(data).toMatchObject([{ _id: created.data._id, image: '' }]);
    }
    const [stored] = await app.db
      .select()
      .from(services)
      .where(eq(services.id, Number(created.data._id)));
    expect(stored?.image).toBeNull();
  });
});

describe('a token sent to the list of services', () => {
  const list = (authorization?: string) =>
    callRest(app, 'GET /api/v1/service/getAll', { headers: authorization === undefined ? {} : { authorization } });
  let signedIn: SignedInUser;
  beforeAll(async () => {
    signedIn = await app.registerUser();
  });

  test.each(forgeries)('is refused with 401, so that the client refreshes: %s', async (_what, forge) => {
    const { accessToken, user } = signedIn;
    const token = await forge({ accessToken, userId: user.id, secret: app.secret });
    const { status, headers } = await list(`Bearer ${token}`);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each([
    ['no token at all', 'Bearer'],
    ['undefined', 'Bearer undefined'],
    ['of another scheme', 'Basic eDp5'],
    ['12 kB of nothing', 'x'.repeat(12_000)],
  ])('is refused if it is invalid: %s', async (_what, authorization) => {
    expect((await list(authorization)).status).toBe(401);
  });

  test('is refused if its session has ended, or its user is blocked', async () => {
    const [left, blocked] = [await makeCustomer(app), await makeCustomer(app)];
    await logout(app.deps, { accessToken: left.accessToken, refreshToken: undefined, fromAllowedOrigin: false });
    await setBlocked(app.deps, admin.actor, { id: blocked.id, blocked: true });
    for (const { accessToken } of [left, blocked]) expect((await list(`Bearer ${accessToken}`)).status).toBe(401);
    // The following refresh reports that the user is blocked.
    const headers = { cookie: blocked.cookie, origin: PANEL_ORIGIN };
    expect((await callRest(app, 'POST /refresh', { headers })).status).toBe(403);
  });

  test('is optional, and used if it is valid', async () => {
    for (const authorization of [undefined, '', `Bearer ${signedIn.accessToken}`, `Bearer ${admin.accessToken}`]) {
      expect((await list(authorization)).status).toBe(200);
    }
  });
});

describe('signing in', () => {
  /** Every call that an older client makes without a session, with a successful input. */
  async function callsBeforeSession(): Promise<[operation: string, request: RestRequest][]> {
    const known = await app.registerUser();
    const { email, userName } = known.user;
    return [
      ['POST /api/v1/user/login', { body: { userName, password: known.password } }],
      ['POST /api/v1/user/register', { body: registerFields() }],
      ['POST /api/v1/user/forgotPassword', { body: { email } }],
      ['POST /refresh', { headers: { cookie: known.cookie, origin: PANEL_ORIGIN } }],
    ];
  }

  test.each([
    ['nonsense', 'nonsense'],
    ['no token', 'Bearer nonsense'],
    ['another scheme', 'Basic eDp5'],
    ['12 kB of nothing', `Bearer ${'x'.repeat(12_000)}`],
  ])('ignores the Authorization header: %s', async (_what, authorization) => {
    for (const [operation, request] of await callsBeforeSession()) {
      const { status } = await callRest(app, operation, {
        ...request,
        headers: { ...request.headers, authorization },
      });
      expect(status, operation).toBe(200);
    }
    // Without a mailed link the error is about the link only.
    const reset = await callRest(app, 'POST /api/v1/user/resetPassword/{token}', {
      params: { token: 'never-mailed' },
      body: { password: 'a longer one by far' },
      headers: { authorization },
    });
    expect(reset).toMatchObject({
      status: 400,
      error: 'This reset link is no longer valid. Please ask for a new one.',
    });
  });

  test('ignores the token of a blocked user', async () => {
    const blocked = await makeCustomer(app);
    await setBlocked(app.deps, admin.actor, { id: blocked.id, blocked: true });
    for (const [operation, request] of await callsBeforeSession()) {
      expect((await as(blocked, operation, request)).status, operation).toBe(200);
    }
  });

  test('a header above 16 KB never gets this far, and harms nobody else', async () => {
    const body = JSON.stringify({ userName: 'nobody', password: 'a guess' });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${'x'.repeat(60_000)}` };
    const { status } = await fetch(`${app.url}/api/v1/user/login`, { method: 'POST', headers, body });
    expect(status).toBe(431);
    expect((await as(undefined, 'GET /api/v1/service/getAll')).status).toBe(200);
  });

  test('a refused login is not an expired token: it is checked once, and the last cookie lets nobody in', async () => {
    const former = await app.registerUser();
    const login = {
      body: { userName: former.user.userName, password: 'not the one' },
      headers: { cookie: former.cookie, origin: PANEL_ORIGIN },
    };
    const refused = await as(former, 'POST /api/v1/user/login', login);
    expect(refused).toMatchObject({ status: 400, success: false });
    expect(refused.headers.get('www-authenticate')).toBeNull();
    expect(refused.headers.getSetCookie()).toEqual([]);
    const nobody = { body: { userName: 'nobody.at.all', password: 'not the one' } };
    expect(await as(undefined, 'POST /api/v1/user/login', nobody)).toMatchObject({
      status: 400,
      error: refused.error,
    });
    expect(await refusalOf(app.client().auth.login.mutate(login.body))).toMatchObject({
      code: 'invalid_credentials',
      httpStatus: 401,
    });
  });

  test('a login above the limit still gets the time to retry', async () => {
    const { user } = await app.registerUser();
    const login = { body: { userName: user.userName, password: 'not the one' } };
    const answers = [];
    for (let tries = 0; tries < 6; tries++) answers.push(await as(undefined, 'POST /api/v1/user/login', login));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a phone', () => {
  const phoneOf = async ({ id }: { id: number }) =>
    (await app.db.select().from(users).where(eq(users.id, id)))[0]?.phone;
  const update = (user: SignedInUser, overrides: object) =>
    as(user, 'PUT /api/v1/user/update', {
      body: { name: 'Another Name', email: user.user.email, phone: '', ...overrides },
    });

  test('may stay empty if none is stored, as for the first admin', async () => {
    const first = await app.createAdminUser();
    expect(await phoneOf(first.user)).toBe('');
    expect((await update(first, {})).data.data).toMatchObject({ name: 'Another Name', phone: '' });
    const moved = await update(first, { name: 'Third Name', email: `new.${first.user.email}` });
    expect(moved).toMatchObject({ status: 200, message: expect.stringContaining('until the link') });
    expect(moved.data.data).toMatchObject({ name: 'Third Name', phone: '' });
  });

  test("can't be removed", async () => {
    const first = await app.createAdminUser();
    expect((await update(first, { phone: '01700000001' })).data.data.phone).toBe('01700000001');
    expect(await update(first, {})).toMatchObject({ status: 400, error: 'phone Number is required' });
    expect(await phoneOf(first.user)).toBe('01700000001');
  });
});

describe('a full record, sent back as received', () => {
  type Row = { _id: string };
  const SERVICES = 'GET /api/v1/service/getAll';
  const RECHARGES = 'GET /api/v1/balance/getAll';
  const newRecharge = async () => makeRecharge(app.db, await makeCustomer(app));
  const newOrder = async () => makeOrder(app.db, await makeCustomer(app, DOLLAR));
  const orderedService = async () => {
    const service = await makeService(app.db);
    await makeOrder(app.db, await makeCustomer(app, DOLLAR), { serviceId: service.id });
    return service;
  };

  test.each<[list: string, make: () => Promise<{ id: number }>, update: string, change: object, also?: object]>([
    [
      SERVICES,
      orderedService,
      'PUT /api/v1/service/update/{id}',
      { name: 'Another name' },
      { updatedAt: expect.any(String) },
    ],
    ['GET /api/v1/service/getAllOrders', newOrder, 'PUT /api/v1/service/approve/{id}', { status: 'done' }],
    [RECHARGES, newRecharge, 'PUT /api/v1/balance/update/{id}', { status: 'approved' }],
  ])('from %s', async (list, make, update, change, also) => {
    const { id } = await make();
    const { data: all } = await as(admin, list);
    const record = (all.balanceRequests ?? all).find(({ _id }: Row) => _id === String(id));
    const body = { ...record, id: record._id, ...change };
    const { data } = await as(admin, update, { params: { id: record._id }, body });
    expect(data).toEqual({ ...record, ...change, ...also });
  });

  test('the own record', async () => {
    const first = await app.createAdminUser();
    const { data: record } = await as(first, 'GET /api/v1/user/profile');
    const { data } = await as(first, 'PUT /api/v1/user/update', { body: { ...record, name: 'Another Name' } });
    expect(data.data).toEqual({ ...record, name: 'Another Name' });
  });

  test('a user who is blocked and unblocked', async () => {
    const customer = await makeCustomer(app, DOLLAR);
    for (const isDeleted of [true, false]) {
      const { data: all } = await as(admin, 'GET /api/v1/user/getAll');
      const record = all.find(({ _id }: Row) => _id === String(customer.id));
      const { data } = await as(admin, 'PUT /api/v1/user/update', { body: { ...record, isDeleted } });
      expect(data.data).toEqual({ ...record, isDeleted, isBlocked: isDeleted });
    }
  });
});
