import { and, desc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { rateLimits } from '#db/schema/limits.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { type SignedInUser, startTestApp, testApp } from '../../testing/app.ts';
import type { Answer } from '../../testing/http.ts';
import { quickPasswords } from '../../testing/quick-passwords.ts';

/** Addresses come from a header here, so that many can be tried; 127.0.0.1 stands for a proxy. */
const env = { TRUST_PROXY: '127.0.0.1' };

const app = await testApp({ env, passwords: quickPasswords() });

const OWNER = '198.51.100.1';
const STRANGER = '203.0.113.9';
let counter = 0;
/** An unused address. */
const elsewhere = () => `10.0.${Math.floor(++counter / 250)}.${(counter % 250) + 1}`;

const from = (address: string, cookie?: string) => ({
  headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) },
});
const login = (userName: string, password: string, address: string, cookie?: string) =>
  app.post('auth.login', { userName, password }, from(address, cookie));
const forgot = (email: string, address: string, cookie?: string) =>
  app.post('auth.forgotPassword', { email }, from(address, cookie));
/** With links for a new password. */
const mailsTo = (recipient: string) =>
  app.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, recipient), eq(mailOutbox.subject, 'Set a new password')))
    .orderBy(desc(mailOutbox.id));

const deviceIn = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';', 1)[0] ?? 'no device cookie';

async function guess(name: string, times: number, addressOf: () => string): Promise<void> {
  await Promise.all(Array.from({ length: times }, (_, i) => login(name, `guess ${i}`, addressOf())));
}

/** The content of a response without the parts that always differ. */
const tells = ({ status, headers, error }: Answer) => ({
  status,
  error: { ...error, traceId: null, details: null },
  waits: headers.has('retry-after'),
  cookies: headers.getSetCookie(),
});

describe('guessing', () => {
  it('locks out only the guesser: the owner logs in from their own address', async () => {
    const { user, password } = await app.registerUser();
    await guess(user.userName, 8, () => STRANGER);

    expect((await login(user.userName, password, STRANGER)).status).toBe(429);
    expect((await login(user.userName, password, OWNER)).status).toBe(200);
    expect((await login(user.userName, password, STRANGER)).status).toBe(429);
  });

  it('counts by the /64 of an IPv6 address', async () => {
    const { user, password } = await app.registerUser();
    let host = 0;
    await guess(user.userName, 6, () => `2001:db8:1:2::${++host}`);
    expect((await login(user.userName, password, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await login(user.userName, password, '2001:db8:1:3::1')).status).toBe(200);
  });

  it('from many addresses is slowed down for the account as a whole', async () => {
    const limited = await startTestApp({
      env: { ...env, LOGIN_FAILURES_PER_15_MINUTES_PER_ACCOUNT: '7' },
    });
    const { user, password } = await limited.registerUser();
    const tryFrom = (address: string, word: string) =>
      limited.post('auth.login', { userName: user.userName, password: word }, from(address));
    for (let i = 0; i < 7; i++) expect((await tryFrom(elsewhere(), 'a guess')).status).toBe(401);
    const refused = await tryFrom(elsewhere(), password);
    expect([refused.status, refused.error?.domainCode]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    await limited.close();
  });

  it('does not count successful logins for the account as a whole', async () => {
    const limited = await startTestApp({ env: { ...env, LOGIN_FAILURES_PER_15_MINUTES_PER_ACCOUNT: '3' } });
    const { user, password } = await limited.registerUser();
    for (let i = 0; i < 6; i++) {
      const input = { userName: user.userName, password };
      expect((await limited.post('auth.login', input, from(elsewhere()))).status).toBe(200);
    }
    await limited.close();
  });
});

describe('a device that has logged in before', () => {
  async function withDevice(): Promise<SignedInUser & { device: string }> {
    const signedIn = await app.registerUser();
    const answer = await login(signedIn.user.userName, signedIn.password, OWNER);
    return { ...signedIn, device: deviceIn(answer) };
  }

  it('can log in while strangers guess, from its own address and from anywhere', async () => {
    const { user, password, device } = await withDevice();
    await guess(user.userName, 6, () => OWNER);
    await guess(user.userName, 60, elsewhere);

    expect((await login(user.userName, password, OWNER)).status).toBe(429);
    expect((await login(user.userName, password, elsewhere())).status).toBe(429);
    expect((await login(user.userName, password, OWNER, device)).status).toBe(200);
    expect((await login(user.userName.toUpperCase(), password, elsewhere(), device)).status).toBe(200);
  });

  it('can log in from an address that has reached its limit', async () => {
    const limited = await startTestApp({ env: { ...env, LOGINS_PER_MINUTE_PER_ADDRESS: '4' } });
    const { user, password } = await limited.registerUser();
    const tryIn = (cookie?: string) =>
      limited.post('auth.login', { userName: user.userName, password }, from(OWNER, cookie));
    const device = deviceIn(await tryIn());
    for (let i = 0; i < 4; i++) await limited.post('auth.login', { userName: `n${i}`, password }, from(OWNER));
    expect((await tryIn()).status).toBe(429);
    expect((await tryIn(device)).status).toBe(200);
    await limited.close();
  });

  it('is no help for guessing: it has its own counter at every address', async () => {
    const { user, password, device } = await withDevice();
    for (let i = 0; i < 5; i++) expect((await login(user.userName, 'a guess', elsewhere(), device)).status).toBe(401);
    expect((await login(user.userName, password, elsewhere(), device)).status).toBe(429);
    expect((await login(user.userName, password, OWNER)).status).toBe(200);
  });

  it('is known only for the users who logged in there', async () => {
    const victim = await app.registerUser();
    const { device } = await withDevice();
    await guess(victim.user.userName, 6, () => STRANGER);
    expect((await login(victim.user.userName, victim.password, STRANGER, device)).status).toBe(429);
  });

  it('is remembered for several users, and after registering and refreshing too', async () => {
    const first = await app.registerUser();
    const second = await app.registerUser();
    const one = deviceIn(await login(first.user.userName, first.password, OWNER));
    const both = deviceIn(await login(second.user.userName, second.password, OWNER, one));
    for (const { user, password } of [first, second]) {
      await guess(user.userName, 6, () => STRANGER);
      expect((await login(user.userName, password, STRANGER, both)).status).toBe(200);
    }
    const refreshed = await app.post('auth.refresh', undefined, {
      headers: { cookie: first.cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(deviceIn(refreshed)).toMatch(/^device=[\w-]{22}\.\d+\.[\w-]{43}$/);
  });

  it.each([
    ['of somebody else', (cookie: string, id: number) => cookie.replace(/\.\d+\./, `.${id}.`)],
    ['with one user more', (cookie: string, id: number) => cookie.replace(/\.(\d+)\./, `.$1-${id}.`)],
    ['with another id', (cookie: string) => `device=${'A'.repeat(22)}${cookie.slice('device='.length + 22)}`],
    ['without a seal', (cookie: string) => cookie.replace(/\.[^.]*$/, '')],
    ['of nothing', () => 'device='],
    ['very long', () => `device=${'A'.repeat(9000)}`],
  ])("can't be faked by a cookie %s", async (_what, forge) => {
    const victim = await app.registerUser();
    const { device } = await withDevice();
    await guess(victim.user.userName, 6, () => STRANGER);
    const forged = forge(device, victim.user.id);
    expect((await login(victim.user.userName, victim.password, STRANGER, forged)).status).toBe(429);
  });

  it("has a cookie that scripts can't read, bound to the host with https", async () => {
    const secure = await startTestApp({ env: { ...env, PUBLIC_URL: 'https://panel.test' } });
    const { user, password } = await secure.registerUser();
    const answer = await secure.post('auth.login', { userName: user.userName, password });
    expect(answer.headers.getSetCookie()[1]).toMatch(
      /^__Host-device=[\w-]{22}\.\d+\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    await secure.close();
  });
});

describe('responses reveal nothing about accounts', () => {
  it('a locked user name does not reveal its address', async () => {
    const { user } = await app.registerUser();
    await guess(user.userName, 6, () => STRANGER);
    const own = await login(user.email, 'a guess', STRANGER);
    const foreign = await login('some.body.else@example.com', 'a guess', STRANGER);
    expect(tells(own)).toEqual(tells(foreign));
    expect(own.status).toBe(401);
  });

  it("all spellings of a name are one, so that guesses can't hide in them", async () => {
    await app.registerUser({ userName: 'mike.king', email: 'mike.king@example.com' });
    const ways = [
      'mike.king',
      'MIKE.KING',
      'mİke.king',
      'mıke.king',
      'mike.\u212aing',
      'ｍike.king',
      'mi\u0307ke.king',
    ];
    const answers: number[] = [];
    for (const way of ways) answers.push((await login(way, 'a guess', STRANGER)).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it.each([
    ['that an account has', '1712000001'],
    ['that nobody has', '1712000002'],
  ])('all spellings of a phone number %s are one', async (_whose, n) => {
    await app.registerUser({ phone: '+8801712000001' });
    const answers: number[] = [];
    for (const way of [`0${n}`, `+880${n}`, `880 ${n}`, `০${n}`, `00880-${n}`, n, `(0${n})`])
      answers.push((await login(way, 'a guess', STRANGER)).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('stores nothing of a typed name: it may be a password', async () => {
    await login('My Secret Pass Phrase', 'a guess', STRANGER);
    expect(JSON.stringify(await app.db.select().from(rateLimits))).not.toMatch(/secret/i);
  });
});

describe('a forgotten password', () => {
  it('requested by strangers does not lock out the owner', async () => {
    const { user } = await app.registerUser();
    for (let i = 0; i < 5; i++) await forgot(user.email, STRANGER);
    expect((await mailsTo(user.email)).length).toBe(3);
    expect((await forgot(user.email, STRANGER)).status).toBe(429);

    expect((await forgot(user.email, OWNER)).status).toBe(200);
    expect((await mailsTo(user.email)).length).toBe(4);
  });

  it('is sent to a known device, even while strangers everywhere request it, who get the same response and no more mails', async () => {
    const { user, password } = await app.registerUser();
    const device = deviceIn(await login(user.userName, password, OWNER));
    for (let i = 0; i < 15; i++) expect((await forgot(user.email, elsewhere())).status).toBe(200);
    expect((await mailsTo(user.email)).length).toBe(10);

    expect((await forgot(user.email, elsewhere(), device)).status).toBe(200);
    expect((await mailsTo(user.email)).length).toBe(11);
  });

  it('can be requested again before the last sent link has expired', async () => {
    const { user } = await app.registerUser();
    for (let i = 0; i < 11; i++) await forgot(user.email, elsewhere());
    await app.db.execute(sql`update rate_limits set window_ends_at = window_ends_at - interval '15 minutes'`);
    await forgot(user.email, elsewhere());
    expect((await mailsTo(user.email)).length).toBe(11);
  });

  it('counts all spellings of an address as one', async () => {
    const { user } = await app.registerUser({ email: 'mira.milli@example.com' });
    const ways = [
      'mİra.milli@example.com',
      'mıra.milli@example.com',
      'MIRA.MİLLİ@example.com',
      'mira.mılli@example.com',
    ];
    const answers: number[] = [];
    for (const way of ways) answers.push((await forgot(way, STRANGER)).status);
    expect(answers).toEqual([200, 200, 200, 429]);
    expect((await mailsTo(user.email)).length).toBe(3);
  });

  it("of somebody who has entered a stranger's number clears no guesses at it", async () => {
    const phone = '+8801712000004';
    await app.registerUser({ phone });
    const { user } = await app.registerUser({ phone });
    await guess(phone, 6, () => STRANGER);
    await forgot(user.email, STRANGER);
    const token = /reset-password\/([\w-]+)/.exec((await mailsTo(user.email))[0]?.body ?? '')?.[1];
    expect((await app.post('auth.resetPassword', { token, password: 'a whole new phrase' })).status).toBe(200);
    expect((await login(phone, 'a guess', STRANGER)).status).toBe(429);
  });

  it('once reset lets the owner in by user name, address and phone, everywhere, and on this device during guessing', async () => {
    const { user } = await app.registerUser({ phone: '+8801712000003' });
    for (const name of [user.userName, user.email, user.phone]) {
      await guess(name, 6, () => OWNER);
      await guess(name, 50, elsewhere);
    }
    await forgot(user.email, elsewhere());
    const token = /reset-password\/([\w-]+)/.exec((await mailsTo(user.email))[0]?.body ?? '')?.[1];
    const password = 'a whole new phrase';
    const reset = await app.post('auth.resetPassword', { token, password }, from(OWNER));

    for (const name of [user.userName, user.email, user.phone])
      expect((await login(name, password, OWNER)).status).toBe(200);
    await guess(user.userName, 60, elsewhere);
    expect((await login(user.userName, password, elsewhere())).status).toBe(429);
    expect((await login(user.userName, password, elsewhere(), deviceIn(reset))).status).toBe(200);
  });
});
