import { request } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { loginAlerts } from '#db/schema/second-factors.ts';
import { users } from '#db/schema/users.ts';
import { trpcApi } from '../../testing/apis.ts';
import { registerFields, testApp } from '../../testing/app.ts';
import { deviceIn, loginMails, type Person, PHONE } from '../../testing/login-mails.ts';
import { enroll } from '../../testing/second-factor.ts';
import { deleteEnded } from './delete-ended.ts';

const app = await testApp({ env: { TRUST_PROXY: '127.0.0.1' } });

const { login, mailsTo, alertsTo, tokenFor, makeReachableAdmin } = loginMails(app);

describe('a login', () => {
  it.each([
    ['a device without a cookie', async () => undefined],
    ["another user's device", async () => deviceIn(await login(await app.registerUser()))],
    ['a forged cookie', async (id: number) => `device=${'A'.repeat(22)}.${id}.${'A'.repeat(43)}`],
  ])('on %s mails its owner', async (_device, cookieFor) => {
    const person = await app.registerUser();
    const cookie = await cookieFor(person.user.id);
    expect((await login(person, { caller: { cookie } })).status).toBe(200);
    const [mail, ...others] = await alertsTo(person);
    expect(others).toEqual([]);
    expect(mail?.body).toMatch(/^Time: \d{4}-\d\d-\d\d \d\d:\d\d Asia\/Dhaka$/m);
    expect(mail?.body).toMatch(/^Device: Chrome on Android$/m);
    expect(mail?.body).toMatch(/^Address: 127\.0\.0\.x$/m);
  });

  it('on a known device mails nobody', async () => {
    const person = await app.registerUser();
    const cookie = deviceIn(await login(person));
    const shared = deviceIn(await login(await app.registerUser(), { caller: { cookie } }));
    for (const known of [cookie, shared]) expect((await login(person, { caller: { cookie: known } })).status).toBe(200);
    expect(await alertsTo(person)).toHaveLength(1);
  });

  it('that is the first mails nobody, the second does', async () => {
    const fields = registerFields();
    expect((await trpcApi.register(app, undefined, fields)).ok).toBe(true);
    expect(await mailsTo(fields.email)).toEqual([]);
    const admin = await makeReachableAdmin();
    expect(await alertsTo(admin)).toHaveLength(0);
    expect((await login(admin)).status).toBe(200);
    expect(await alertsTo(admin)).toHaveLength(1);
  });

  it('that still needs a code mails nobody', async () => {
    const person = await app.registerUser();
    const factor = await enroll(app, person);
    expect((await login(person)).ok).toBe(false);
    expect(await alertsTo(person)).toHaveLength(0);
    const { userName } = person.user;
    const input = { userName, password: person.password, code: await factor.code() };
    expect((await trpcApi.login(app, undefined, input)).ok).toBe(true);
    expect(await alertsTo(person)).toHaveLength(1);
  });

  it('that is refused mails nobody', async () => {
    const person = await app.registerUser();
    expect((await login({ ...person, password: 'a guess' })).ok).toBe(false);
    await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, person.user.id));
    expect((await login(person)).ok).toBe(false);
    expect(await alertsTo(person)).toHaveLength(0);
  });

  it('mails at most three times in 24 hours, also for simultaneous ones, and succeeds without', async () => {
    const person = await app.registerUser();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => login(person)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await alertsTo(person)).toHaveLength(3);

    const yesterday = sql`created_at - interval '25 hours'`;
    await app.db.update(loginAlerts).set({ createdAt: yesterday }).where(eq(loginAlerts.userId, person.user.id));
    await login(person);
    expect(await alertsTo(person)).toHaveLength(4);
  });
});

test('of two simultaneous first logins one is the first', async () => {
  const { user, password } = await makeReachableAdmin();
  await app.db.update(users).set({ firstLoginAt: null }).where(eq(users.id, user.id));
  await Promise.all([login({ user, password }), login({ user, password })]);
  expect(await alertsTo({ user, password })).toHaveLength(1);
});

describe('a mail about a login', () => {
  it.each([
    ['Free-Money/1.0 (http://evil.example)', 'an unknown browser or program'],
    ['Open https://evil.example now/1.0 (', 'an unknown browser or program'],
    [`${PHONE} https://evil.example`, 'Chrome on Android'],
    ['curl/8.4.0', 'an unknown browser or program'],
    ['', 'an unknown browser or program'],
  ])('names only devices of a list, not %j', async (userAgent, device) => {
    const person = await app.registerUser();
    await loginAs(person, { 'user-agent': userAgent });
    const [mail] = await alertsTo(person);
    expect(mail?.body).toContain(`\nDevice: ${device}\n`);
    expect(mail?.body).not.toMatch(/evil|Money|curl/);
  });

  it.each([
    ['x-forwarded-for', 'Call https://evil.example', 'unknown'],
    ['x-forwarded-for', '2001:db8:12:34::1', '2001:db8:12:x'],
    ['host', 'evil.example', '127.0.0.x'],
    ['x-forwarded-host', 'evil.example', '127.0.0.x'],
    ['origin', 'https://evil.example', '127.0.0.x'],
  ])('contains nothing of the request: %s %s', async (header, value, address) => {
    const person = await app.registerUser();
    await loginAs(person, { [header]: value });
    const [mail] = await alertsTo(person);
    expect(mail?.body).toContain(`\nAddress: ${address}\n`);
    expect(mail?.body).not.toContain('evil.example');
    for (const field of ['userName', 'name', 'phone'] as const)
      expect(`${mail?.subject} ${mail?.body}`).not.toContain(person.user[field]);
  });

  it('has a link whose token is stored as a hash only, and deleted a day after its end', async () => {
    const person = await app.registerUser();
    const token = await tokenFor(person);
    const mine = eq(loginAlerts.userId, person.user.id);
    expect(JSON.stringify(await app.db.select().from(loginAlerts).where(mine))).not.toContain(token);

    await deleteEnded(app.db);
    expect(await app.db.$count(loginAlerts, mine)).toBe(1);
    await app.db.update(loginAlerts).set({ expiresAt: sql`now() - interval '25 hours'` }).where(mine);
    await deleteEnded(app.db);
    expect(await app.db.$count(loginAlerts, mine)).toBe(0);
  });
});

/** A login with any headers: fetch() does not allow a forged Host. */
function loginAs({ user, password }: Person, headers: Record<string, string>): Promise<void> {
  const body = JSON.stringify({ userName: user.userName, password });
  const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  return new Promise((resolve, reject) => {
    request(`${app.url}/trpc/auth.login`, { method: 'POST', headers: all }, (response) => {
      response.resume().once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('refused'))));
    })
      .once('error', reject)
      .end(body);
  });
}
