import { and, desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { callRest } from '../../testing/rest.ts';

const app = await testApp();
const admin = await app.createAdminUser();

const GENERAL = 'This account is blocked. Please contact support.';
const REASON = 'Three chargebacks <b>“in”</b> May, {reason} 100%: লিখুন';

const block = ({ user }: SignedInUser, reason?: string) =>
  admin.client.admin.users.setBlocked.mutate({
    id: user.id,
    blocked: true,
    ...(reason === undefined ? {} : { reason }),
  });
const unblock = ({ user }: SignedInUser) => admin.client.admin.users.setBlocked.mutate({ id: user.id, blocked: false });
const login = ({ user, password }: SignedInUser, typed = password) =>
  refusalOf(app.client().auth.login.mutate({ userName: user.userName, password: typed }));
const reasonOf = async ({ user }: SignedInUser) =>
  (await admin.client.admin.users.get.query({ id: user.id })).blockedReason;

it('a blocked customer sees the reason at login, only with the correct password', async () => {
  const customer = await app.registerUser();
  await block(customer, `  ${REASON} `);

  expect(await login(customer)).toMatchObject({
    code: 'blocked',
    httpStatus: 403,
    message: `${GENERAL} Reason: ${REASON}`,
  });
  const stranger = await app.registerUser();
  const wrong = { ...(await login(customer, 'a wrong password')), traceId: null };
  expect(wrong).toEqual({ ...(await login(stranger, 'a wrong password')), traceId: null });
  expect(JSON.stringify(wrong)).not.toContain('block');
});

it('an older client gets the reason in the message, with the usual status', async () => {
  const customer = await app.registerUser();
  await block(customer, REASON);
  const send = (password: string) =>
    callRest(app, 'POST /api/v1/user/login', { body: { userName: customer.user.userName, password } });
  const told = `${GENERAL} Reason: ${REASON}`;
  expect(await send(customer.password)).toMatchObject({ status: 403, success: false, message: told, error: told });
  expect(await send('a wrong password')).toMatchObject({ status: 400, error: 'Invalid credentials' });
});

it('an open session that is blocked gets the general message: another person may hold it', async () => {
  const customer = await app.registerUser();
  await block(customer, REASON);
  expect((await refusalOf(customer.client.auth.me.query())).message).toBe(GENERAL);
  const headers = { cookie: customer.cookie, 'sec-fetch-site': 'same-origin' };
  expect((await app.post('auth.refresh', undefined, { headers })).error?.message).toBe(GENERAL);
});

it.each<[string, (customer: SignedInUser) => Promise<unknown>]>([
  ['without a reason', (customer) => block(customer)],
  ['with an empty one', (customer) => block(customer, '  ')],
  [
    'by the older interface',
    ({ user }) =>
      callRest(app, 'PUT /api/v1/user/update', {
        accessToken: admin.accessToken,
        body: { _id: String(user.id), isDeleted: true },
      }),
  ],
])('a user blocked %s gets the general message', async (_how, blockIt) => {
  const customer = await app.registerUser();
  await blockIt(customer);
  expect(await reasonOf(customer)).toBeNull();
  expect((await login(customer)).message).toBe(GENERAL);
});

it('admins see the reason, the audit has it, and unblocking clears it', async () => {
  const customer = await app.registerUser();
  await block(customer, REASON);
  expect(await reasonOf(customer)).toBe(REASON);
  const [entry] = await app.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.action, 'user.block'), eq(auditEntries.userId, customer.user.id)))
    .orderBy(desc(auditEntries.id));
  expect(entry).toMatchObject({ reason: REASON, before: { blocked: false }, after: { blocked: true } });

  await unblock(customer);
  expect(await reasonOf(customer)).toBeNull();
  await block(customer);
  expect(await reasonOf(customer)).toBeNull();
});

it('blocking again changes nothing, the reason included', async () => {
  const customer = await app.registerUser();
  await block(customer, REASON);
  await block(customer, 'Another one');
  expect(await reasonOf(customer)).toBe(REASON);
});

it.each([
  ['longer than 500 characters', 'x'.repeat(501), 'Reason must be at most 500 characters'],
  ['of two lines', 'one\ntwo', 'Reason must be one line, without control characters'],
  ['that turns the line round', 'a\u202eb', 'Reason must be one line, without control characters'],
])('refuses a reason %s', async (_what, reason, message) => {
  const customer = await app.registerUser();
  expect(await refusalOf(block(customer, reason))).toMatchObject({
    code: 'bad_input',
    fieldErrors: { reason: [message] },
  });
  expect((await customer.client.auth.me.query()).id).toBe(customer.user.id);
});
