import { count, desc, eq, sql } from 'drizzle-orm';
import { rateLimits } from '#db/schema/limits.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { sessions } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { setBlocked } from '../../features/users/set-blocked.ts';
import { apiCase, describeBothApis } from '../../testing/api-cases.ts';
import { registerFields, type SignedInUser, type TestApp } from '../../testing/app.ts';
import { makeAdmin } from '../../testing/factories.ts';
import { turnOnFor } from '../../testing/second-factor.ts';
import { userCalls } from './user-calls.ts';

const tested = userCalls.filter(({ path }) => /login|register|Password/.test(path));
const env = { REGISTRATIONS_PER_HOUR_PER_ADDRESS: '1000', PASSWORD_RESETS_PER_HOUR: '1' };

describeBothApis(
  tested,
  (app) => [...loggingIn(app), ...registering(app), ...changing(app), ...forgetting(app), flood(app)],
  env,
);

function loggingIn(app: () => TestApp) {
  const login = (password?: string) => ({
    arrange: () => app().registerUser(),
    procedure: 'auth.login',
    operation: 'POST /api/v1/user/login',
    input: (known: SignedInUser) => ({ userName: known.user.userName, password: password ?? known.password }),
    request: (known: SignedInUser) => ({
      body: { userName: known.user.userName, password: password ?? known.password, rememberMe: true },
    }),
    effect: (known: SignedInUser) => sessionsOf(app(), known),
  });
  const onlyName = ({ user: { userName } }: SignedInUser) => ({ userName });
  return [
    apiCase({ ...login(), name: 'logging in' }),
    // Older clients treat a 401 as an expired token, and repeat the guess.
    apiCase({
      ...login('a wrong password'),
      name: 'a wrong password',
      refused: 'invalid_credentials',
      olderStatus: 400,
    }),
    apiCase({
      ...login(),
      name: 'no password',
      refused: 'bad_input',
      input: onlyName,
      request: (known) => ({ body: onlyName(known) }),
    }),
    apiCase({
      ...login(),
      name: 'logging in while blocked',
      refused: 'blocked',
      async arrange() {
        const known = await app().registerUser();
        await setBlocked(app().deps, (await makeAdmin(app().db)).actor, { id: known.user.id, blocked: true });
        return known;
      },
    }),
    apiCase({
      ...login(),
      name: 'logging in without the code of a second factor',
      refused: 'second_factor_required',
      olderStatus: 400,
      async arrange() {
        const known = await app().registerUser();
        await turnOnFor(app(), known.user);
        return known;
      },
    }),
    ...['000-000', undefined].map((wrong) =>
      apiCase({
        name: wrong === undefined ? 'logging in with a recovery code' : 'logging in with a wrong code',
        ...(wrong !== undefined && { refused: 'wrong_code' }),
        procedure: 'auth.login',
        operation: 'POST /api/v1/user/login',
        async arrange() {
          const known = await app().registerUser();
          const [code] = await turnOnFor(app(), known.user);
          return { known, input: { userName: known.user.userName, password: known.password, code: wrong ?? code } };
        },
        input: ({ input }) => input,
        request: ({ input }) => ({ body: input }),
        effect: ({ known }) => sessionsOf(app(), known),
      }),
    ),
    apiCase({
      ...login(),
      name: 'logging in after too many failures',
      refused: 'too_many_requests',
      async arrange() {
        const known = await app().registerUser();
        const wrong = { userName: known.user.userName, password: 'a wrong password' };
        for (let tries = 0; tries < 5; tries++) await app().post('auth.login', wrong);
        return known;
      },
    }),
  ];
}

function registering(app: () => TestApp) {
  const register = (overrides: object = {}) => ({
    arrange: async () => ({ fields: { ...registerFields(), ...overrides } }),
    procedure: 'auth.register',
    operation: 'POST /api/v1/user/register',
    input: ({ fields }: { fields: object }) => fields,
    request: ({ fields }: { fields: object }) => ({ body: fields }),
    effect: async () => (await app().db.select({ users: count() }).from(users))[0]?.users,
  });
  /** The effects of one more user. */
  const succeeding = {
    ...register(),
    effect: async ({ fields }: { fields: { userName: string } }) => {
      const [made] = await app().db.select().from(users).where(eq(users.userName, fields.userName));
      return made && { role: made.role, name: made.name.replace(/\d+/, ''), phone: made.phone };
    },
  };
  const taken = (field: 'userName' | 'email') => ({
    ...register(),
    async arrange() {
      const { user } = await app().registerUser();
      return { fields: registerFields({ [field]: user[field].toUpperCase() }) };
    },
    // The user who holds the address or name is new in each case.
    effect: undefined,
  });
  const badFields: [string, object][] = [
    ['no user name', { userName: '' }],
    ['a user name with a space', { userName: 'so me' }],
    ['no name', { name: undefined }],
    ['no address', { email: 'nobody' }],
    ['no phone', { phone: undefined }],
    ['a short password', { password: '12345', confirmPassword: '12345' }],
    ['a common password', { password: 'password', confirmPassword: 'password' }],
    ['two different passwords', { confirmPassword: 'another one entirely' }],
    ['one password only', { confirmPassword: undefined }],
  ];
  return [
    apiCase({ ...succeeding, name: 'registering' }),
    ...badFields.map(([what, overrides]) =>
      apiCase({ ...register(overrides), name: `registering with ${what}`, refused: 'bad_input', effect: undefined }),
    ),
    apiCase({ ...taken('userName'), name: 'registering with a name that is taken', refused: 'user_name_taken' }),
    apiCase({ ...taken('email'), name: 'registering with an address that is taken', refused: 'email_taken' }),
  ];
}

/** The last case, because nobody registers after it. */
function flood(app: () => TestApp) {
  return apiCase({
    name: 'registering from an address that has registered enough',
    refused: 'too_many_requests',
    arrange: async () => void (await app().db.update(rateLimits).set({ count: 1_000_000 })),
    procedure: 'auth.register',
    operation: 'POST /api/v1/user/register',
    input: () => registerFields(),
    request: () => ({ body: registerFields() }),
  });
}

function changing(app: () => TestApp) {
  const change = (currentPassword: string | undefined, newPassword: string) => ({
    arrange: () => app().registerUser(),
    procedure: 'auth.changePassword',
    operation: 'PUT /api/v1/user/changePassword',
    caller: (known: SignedInUser) => known,
    input: (known: SignedInUser) => ({ currentPassword: currentPassword ?? known.password, newPassword }),
    request: (known: SignedInUser) => ({ body: { currentPassword: currentPassword ?? known.password, newPassword } }),
    effect: (known: SignedInUser) => letsIn(app(), known, ['correct horse battery', 'another good one']),
  });
  return [
    apiCase({ ...change(undefined, 'another good one'), name: 'another password' }),
    apiCase({ ...change(undefined, '12345'), name: 'a new password that is too short', refused: 'bad_input' }),
    apiCase({
      ...change('not the one', 'another good one'),
      name: 'not the password of now',
      refused: 'wrong_password',
    }),
    apiCase({
      ...change('not the one', 'another good one'),
      name: 'guessing the password of now',
      refused: 'too_many_requests',
      async arrange() {
        const known = await app().registerUser();
        const input = { currentPassword: 'a guess', newPassword: 'another good one' };
        const headers = { authorization: `Bearer ${known.accessToken}` };
        for (let tries = 0; tries < 5; tries++) await app().post('auth.changePassword', input, { headers });
        return known;
      },
    }),
  ];
}

function forgetting(app: () => TestApp) {
  const forget = (emailOf = ({ user }: SignedInUser) => user.email) => ({
    arrange: () => app().registerUser(),
    procedure: 'auth.forgotPassword',
    operation: 'POST /api/v1/user/forgotPassword',
    input: (known: SignedInUser) => ({ email: emailOf(known) }),
    request: (known: SignedInUser) => ({ body: { email: emailOf(known) } }),
    effect: ({ user }: SignedInUser) => app().db.$count(mailOutbox, eq(mailOutbox.recipient, user.email)),
  });
  const mailed = async () => {
    const known = await app().registerUser();
    await app().post('auth.forgotPassword', { email: known.user.email });
    const [mail] = await app()
      .db.select()
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, known.user.email))
      .orderBy(desc(mailOutbox.id));
    return { ...known, token: /reset-password\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '' };
  };
  type Mailed = Awaited<ReturnType<typeof mailed>>;
  const reset = (password: string, tokenOf = ({ token }: Mailed) => token) => ({
    arrange: mailed,
    procedure: 'auth.resetPassword',
    operation: 'POST /api/v1/user/resetPassword/{token}',
    input: (known: Mailed) => ({ token: tokenOf(known), password }),
    request: (known: Mailed) => ({ params: { token: tokenOf(known) }, body: { password } }),
    effect: (known: Mailed) => letsIn(app(), known, ['correct horse battery', 'another good one']),
  });
  return [
    apiCase({ ...forget(), name: 'asking for a link' }),
    apiCase({ ...forget(({ user }) => `no.${user.email}`), name: 'asking for a link to nobody' }),
    apiCase({ ...forget(() => 'nobody'), name: 'asking for a link to no address', refused: 'bad_input' }),
    apiCase({
      ...forget(),
      name: 'asking too often',
      refused: 'too_many_requests',
      async arrange() {
        const known = await app().registerUser();
        await app().post('auth.forgotPassword', { email: known.user.email });
        return known;
      },
    }),
    apiCase({ ...reset('another good one'), name: 'a password by the link' }),
    apiCase({ ...reset('12345'), name: 'a short password by the link', refused: 'bad_input' }),
    apiCase({
      ...reset('another good one', () => 'not-a-token'),
      name: 'a password by no link',
      refused: 'reset_token_invalid',
    }),
  ];
}

async function sessionsOf({ db }: TestApp, { user }: SignedInUser) {
  const live = sql<number>`count(*) filter (where ${sessions.revokedAt} is null)::int`;
  return (await db.select({ live }).from(sessions).where(eq(sessions.userId, user.id)))[0]?.live;
}

/** Which of these passwords are the user's. */
async function letsIn({ db, deps }: TestApp, { user }: SignedInUser, passwords: string[]) {
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.id));
  return Promise.all(passwords.map((password) => deps.passwords.verify(row?.passwordHash, password)));
}
