import { and, count, eq, isNull } from 'drizzle-orm';
import { sessions } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { logout } from '../../features/auth/logout.ts';
import { setBlocked } from '../../features/users/set-blocked.ts';
import { apiCase, describeBothApis } from '../../testing/api-cases.ts';
import { PANEL_ORIGIN, type SignedInUser, type TestApp } from '../../testing/app.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';
import { calls } from './calls.ts';

/** Sign-in, passwords and mails have a test file of their own. */
const signingIn = /login|register|Password/;
const tested = calls.filter(({ path }) => /^\/(api\/v1\/user|refresh)/.test(path) && !signingIn.test(path));

describeBothApis(tested, (app) => [...profiles(app), ...blocking(app), ...refreshing(app)]);

async function people(app: TestApp) {
  return { admin: await makeSignedInAdmin(app), customer: await makeCustomer(app), other: await makeCustomer(app) };
}
type People = Awaited<ReturnType<typeof people>>;

function profiles(app: () => TestApp) {
  const reading = {
    arrange: () => people(app()),
    procedure: 'auth.me',
    operation: 'GET /api/v1/user/profile',
    caller: ({ customer }: People) => customer,
  };
  const fields = { name: 'Another Name', phone: '01711111111' };
  const updating = (overrides: object = {}, sent: object = {}) => ({
    arrange: () => people(app()),
    procedure: 'auth.updateProfile',
    operation: 'PUT /api/v1/user/update',
    caller: ({ customer }: People) => customer,
    input: ({ customer }: People) => ({ ...fields, email: emailOf(customer), ...overrides }),
    request: ({ customer }: People) => ({ body: { ...fields, email: emailOf(customer), ...overrides, ...sent } }),
    effect: ({ customer }: People) => recordOf(app(), customer),
  });
  return [
    apiCase({ ...reading, name: 'the own record' }),
    apiCase({ ...reading, name: 'a record without a session', caller: undefined, refused: 'unauthenticated' }),
    apiCase({
      ...reading,
      name: 'a record with a token of nobody',
      caller: () => ({ accessToken: 'x.y.z' }),
      refused: 'unauthenticated',
    }),
    apiCase({
      ...reading,
      name: 'a record with a session that has ended',
      refused: 'session_ended',
      async arrange() {
        const made = await people(app());
        const { accessToken } = made.customer;
        await logout(app().deps, { accessToken, refreshToken: undefined, fromAllowedOrigin: false });
        return made;
      },
    }),
    apiCase({
      ...reading,
      name: 'a record by a blocked user with a live token',
      refused: 'blocked',
      async arrange() {
        const made = await people(app());
        await setBlocked(app().deps, made.admin.actor, { id: made.customer.id, blocked: true });
        return made;
      },
    }),
    apiCase({ ...updating(), name: 'a changed profile' }),
    apiCase({
      ...updating({}, { role: 'admin', balance: 1000, isDeleted: true, isBlocked: true, userName: 'root' }),
      name: 'a profile with what nobody sets for themselves',
    }),
    apiCase({
      ...updating({}, { isDeleted: 'true' }),
      name: 'a profile with what is not for a customer, in another type',
    }),
    apiCase({ ...updating({ name: '' }), name: 'a profile without a name', refused: 'bad_input' }),
    apiCase({ ...updating({ email: 'nobody' }), name: 'a profile with no address', refused: 'bad_input' }),
    apiCase({ ...updating({ phone: undefined }), name: 'a profile without a phone', refused: 'bad_input' }),
    apiCase({
      name: 'a fourth new address within the hour',
      refused: 'too_many_requests',
      procedure: 'auth.updateProfile',
      operation: 'PUT /api/v1/user/update',
      caller: (signedIn: SignedInUser) => signedIn,
      async arrange() {
        const signedIn = await app().registerUser();
        for (const email of ['a', 'b', 'c'].map((letter) => `${letter}${signedIn.user.email}`))
          await signedIn.client.auth.updateProfile.mutate({ ...fields, email, currentPassword: signedIn.password });
        return signedIn;
      },
      input: ({ user, password }) => ({ ...fields, email: `d${user.email}`, currentPassword: password }),
      request: ({ user }) => ({ body: { ...fields, email: `d${user.email}` } }),
      effect: async ({ user }) => (await app().db.select().from(users).where(eq(users.id, user.id)))[0]?.name.length,
    }),
  ];
}

function blocking(app: () => TestApp) {
  const blockedAlready = async () => {
    const made = await people(app());
    await setBlocked(app().deps, made.admin.actor, { id: made.other.id, blocked: true });
    return made;
  };
  /** Older clients send the whole user along. */
  const block = (blocked: boolean, idOf = ({ other }: People) => other.id) => ({
    arrange: () => people(app()),
    procedure: 'admin.users.setBlocked',
    operation: 'PUT /api/v1/user/update',
    caller: ({ admin }: People) => admin,
    input: (world: People) => ({ id: idOf(world), blocked }),
    request: (world: People) => ({
      body: { _id: String(idOf(world)), name: 'X', role: 'admin', balance: 5, isDeleted: blocked },
    }),
    effect: ({ other, admin }: People) => Promise.all([other, admin].map((user) => recordOf(app(), user))),
  });
  const list = {
    arrange: () => people(app()),
    procedure: 'admin.users.list',
    operation: 'GET /api/v1/user/getAll',
    input: () => ({}),
  };
  return [
    apiCase({ ...block(true), name: 'blocking ends the sessions' }),
    apiCase({ ...block(false), name: 'unblocking', arrange: blockedAlready }),
    apiCase({ ...block(true), name: 'blocking again', arrange: blockedAlready }),
    apiCase({
      ...block(true),
      name: 'blocking by a customer',
      refused: 'forbidden',
      caller: ({ customer }) => customer,
    }),
    apiCase({
      ...block(true),
      name: 'blocking somebody whose record has no phone',
      async arrange() {
        const made = await people(app());
        await app().db.update(users).set({ phone: '' }).where(eq(users.id, made.other.id));
        return made;
      },
      request: ({ other }) => ({ body: { ...wholeRecord(other), phone: '', isDeleted: true } }),
    }),
    ...[{ name: 'x' }, { name: '' }, { isDeleted: 'true' }, { email: 5 }].map((fields) =>
      apiCase({
        ...block(true),
        name: `changing ${JSON.stringify(fields)} of somebody else by a customer`,
        refused: 'forbidden',
        caller: ({ customer }) => customer,
        request: ({ other }) => ({ body: { _id: String(other.id), ...fields } }),
      }),
    ),
    apiCase({ ...block(true, () => 999_999), name: 'blocking nobody', refused: 'not_found' }),
    apiCase({ ...block(true, ({ admin }) => admin.id), name: 'blocking oneself', refused: 'self_block' }),
    apiCase({ ...list, name: 'all users', caller: ({ admin }) => admin }),
    apiCase({ ...list, name: 'all users for a customer', refused: 'forbidden', caller: ({ customer }) => customer }),
  ];
}

function refreshing(app: () => TestApp) {
  const refresh = {
    arrange: () => people(app()),
    procedure: 'auth.refresh',
    operation: 'POST /refresh',
    headers: ({ customer }: People) => ({ cookie: customer.cookie, origin: PANEL_ORIGIN }),
  };
  return [
    apiCase({ ...refresh, name: 'refreshing' }),
    apiCase({
      ...refresh,
      name: 'refreshing without a cookie',
      refused: 'session_ended',
      headers: () => ({ origin: PANEL_ORIGIN }),
    }),
    apiCase({
      ...refresh,
      name: 'refreshing from a foreign page',
      refused: 'foreign_origin',
      headers: ({ customer }) => ({ cookie: customer.cookie, origin: 'https://evil.example' }),
    }),
    apiCase({
      ...refresh,
      name: 'refreshing without an origin',
      refused: 'foreign_origin',
      headers: ({ customer }) => ({ cookie: customer.cookie }),
    }),
    apiCase({
      ...refresh,
      name: 'refreshing while blocked',
      refused: 'blocked',
      async arrange() {
        const made = await people(app());
        await setBlocked(app().deps, made.admin.actor, { id: made.customer.id, blocked: true });
        return made;
      },
    }),
  ];
}

const emailOf = ({ userName }: Person) => `${userName}@example.com`;

/** A user in the form of the user list. */
function wholeRecord({ id, userName }: Person) {
  const isoDate = '2026-01-31T08:30:00.000Z';
  const record = { userName, name: 'X', email: `${userName}@example.com`, role: 'user', balance: 5 };
  return { _id: String(id), ...record, isDeleted: false, isBlocked: false, createdAt: isoDate };
}

async function recordOf({ db }: TestApp, { id, userName }: Person) {
  const [record] = await db.select().from(users).where(eq(users.id, id));
  const [live] = await db
    .select({ sessions: count() })
    .from(sessions)
    .where(and(eq(sessions.userId, id), isNull(sessions.revokedAt)));
  return {
    name: record?.name,
    phone: record?.phone,
    role: record?.role,
    blocked: record?.blockedAt !== null,
    hasOwnName: record?.userName === userName,
    hasOwnEmail: record?.email === `${userName}@example.com`,
    ...live,
  };
}
