import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { rateLimits } from '#db/schema/limits.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { sessions } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { TOTP_PERIOD_SECONDS } from '#shared/second-factor.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { callRest } from '../../testing/rest.ts';
import { enroll, totpCode, turnOnFor, wrongCode } from '../../testing/second-factor.ts';

const app = await testApp();

const login = ({ user: { userName }, password }: SignedInUser, code?: string) =>
  app.client().auth.login.mutate({ userName, password, code });
const sessionsOf = ({ user }: SignedInUser) => app.db.$count(sessions, eq(sessions.userId, user.id));

async function enrolled() {
  const user = await app.registerUser();
  return { user, factor: await enroll(app, user) };
}

/** How many calls succeeded, and the codes of the others. */
async function outcomesOf(calls: Promise<unknown>[]) {
  const outcomes = await Promise.all(
    calls.map((call) =>
      call.then(
        () => 'ok',
        () => codeOf(call),
      ),
    ),
  );
  return { ok: outcomes.filter((each) => each === 'ok').length, refused: outcomes.filter((each) => each !== 'ok') };
}

describe('without a code', () => {
  it('is refused after the right password: no session, no cookie, no failure', async () => {
    const { user } = await enrolled();
    await app.db.delete(rateLimits);
    const { user: named, password } = user;
    for (let tries = 0; tries < 8; tries++) {
      const answer = await app.post('auth.login', { userName: named.userName, password });
      expect([answer.status, answer.error?.domainCode]).toEqual([401, 'second_factor_required']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await sessionsOf(user)).toBe(1);
    const failures = await app.db
      .select({ count: rateLimits.count })
      .from(rateLimits)
      .where(sql`key not like 'login:address:%'`);
    expect(new Set(failures.map(({ count }) => count))).toEqual(new Set([0]));
  });

  it('is refused with 400 over the REST API, which older clients do not repeat', async () => {
    const { user, factor } = await enrolled();
    const body = { userName: user.user.userName, password: user.password };
    const answer = await callRest(app, 'POST /api/v1/user/login', { body });
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('authenticator app') as string });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const code = await factor.code();
    expect(await callRest(app, 'POST /api/v1/user/login', { body: { ...body, code } })).toMatchObject({ status: 200 });
  });

  it('says nothing of a factor after a wrong password, with or without a code', async () => {
    const { user, factor } = await enrolled();
    const wrong = { ...user, password: 'a wrong horse battery' };
    const other = { ...(await app.registerUser()), password: 'a wrong horse battery' };
    const refusals = [
      await refusalOf(login(wrong)),
      await refusalOf(login(wrong, await factor.code())),
      await refusalOf(login(other)),
      await refusalOf(login(other, '123456')),
    ];
    for (const each of refusals) expect(each).toEqual(refusals[0]);
    expect(refusals[0]?.code).toBe('invalid_credentials');
    await login(user, await factor.code());
  });
});

describe('a code', () => {
  it('starts one session if two logins use it at once', async () => {
    const { user, factor } = await enrolled();
    const code = await factor.code();
    expect(await outcomesOf([login(user, code), login(user, code)])).toEqual({ ok: 1, refused: ['wrong_code'] });
    expect(await sessionsOf(user)).toBe(2);
  });

  it('of the sheet starts one session if ten calls use it at once', async () => {
    const { user, factor } = await enrolled();
    const [code] = factor.recoveryCodes;
    const { ok, refused } = await outcomesOf(Array.from({ length: 10 }, () => login(user, code)));
    expect(ok).toBe(1);
    expect(refused.filter((each) => each !== 'wrong_code' && each !== 'too_many_requests')).toEqual([]);
    expect(await sessionsOf(user)).toBe(2);
    expect(await user.client.auth.profile.query()).toMatchObject({ twoFactor: { recoveryCodesLeft: 9 } });
  });

  it('of a user without a factor is ignored', async () => {
    const user = await app.registerUser();
    await login(user, '123456');
  });

  it('is not used up by a login that is refused for another reason', async () => {
    const { user, factor } = await enrolled();
    const [code] = factor.recoveryCodes;
    await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, user.user.id));
    expect(await codeOf(login(user, code))).toBe('blocked');
    await app.db.update(users).set({ blockedAt: null }).where(eq(users.id, user.user.id));
    await login(user, code);
  });

  it.each([
    ['with spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `, 'app'],
    [
      'in Bengali digits',
      (code: string) => code.replaceAll(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? ''),
      'app',
    ],
    ['without hyphens', (code: string) => code.replaceAll('-', ''), 'sheet'],
    ['in small letters, with spaces', (code: string) => code.toLowerCase().replaceAll('-', ' '), 'sheet'],
    [
      'with digits for letters',
      (code: string) => code.replaceAll('O', '0').replaceAll('I', '1').replaceAll('B', '8'),
      'sheet',
    ],
  ])('is accepted %s', async (_, typed, source) => {
    const { user, factor } = await enrolled();
    await login(user, typed(source === 'app' ? await factor.code() : (factor.recoveryCodes[0] ?? '')));
  });

  it.each(['12345', '1234567', 'ABCDEFGHIJKLMNOP', '-', '١٢٣٤٥٦', '123456\n', 'NaN', '000000000000'])(
    'that nobody has is wrong: %j',
    async (code) => {
      const { user } = await enrolled();
      expect(['wrong_code', 'bad_input']).toContain(await codeOf(login(user, code)));
      expect(await sessionsOf(user)).toBe(1);
    },
  );
});

describe('the time of a code', () => {
  const MIDDLE_MS = 15_000;
  const stepMs = TOTP_PERIOD_SECONDS * 1000;

  // In the middle of a step, so that none ends during a test.
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / stepMs) * stepMs + MIDDLE_MS }),
  );
  afterEach(() => void vi.useRealTimers());

  async function newFactor() {
    const { user, factor } = await enrolled();
    await app.db.update(secondFactors).set({ lastStep: 0 }).where(eq(secondFactors.userId, user.user.id));
    return { user, secret: factor.secret, recoveryCodes: factor.recoveryCodes };
  }

  it.each([-1, 0, 1])('may differ by one step from the clock: %i', async (steps) => {
    const { user, secret } = await newFactor();
    const code = totpCode(secret, steps);
    await login(user, code);
    expect(await codeOf(login(user, code)), 'the same again').toBe('wrong_code');
  });

  it.each([-2, 2, 1000, -1000])('may not differ by more: %i', async (steps) => {
    const { user, secret } = await newFactor();
    expect(await codeOf(login(user, totpCode(secret, steps)))).toBe('wrong_code');
  });

  it('only goes forward: after a code those before it are wrong, also if they were never used', async () => {
    const { user, secret } = await newFactor();
    const [before, now, after] = [-1, 0, 1].map((steps) => totpCode(secret, steps));
    await login(user, now);
    expect(await codeOf(login(user, before))).toBe('wrong_code');
    await login(user, after);
    vi.setSystemTime(Date.now() + stepMs);
    expect(await codeOf(login(user, after))).toBe('wrong_code');
    await login(user, totpCode(secret, 1));
  });

  it('stands still while the clock is set back; recovery codes work', async () => {
    const { user, secret, recoveryCodes } = await newFactor();
    await login(user, totpCode(secret));
    const real = Date.now();
    vi.setSystemTime(real - 10 * stepMs);
    expect(await codeOf(login(user, totpCode(secret)))).toBe('wrong_code');
    await login(user, recoveryCodes[0]);
    vi.setSystemTime(real + stepMs);
    await login(user, totpCode(secret));
  });
});

test('a factor that is turned on while a login runs is asked for', async () => {
  const user = await app.registerUser();
  const aside = connect(app.databaseUrl, { max: 2 });
  const waiting = async () =>
    (
      await aside.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length;
  const loggingIn = await aside.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.user.id)).for('no key update');
    const call = codeOf(login(user));
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    await turnOnFor({ db: tx, deps: app.deps }, user.user);
    return [call];
  });
  expect(await loggingIn[0]).toBe('second_factor_required');
  expect(await sessionsOf(user)).toBe(1);
  await closeDb(aside);
});

test('a wrong code leaves no session, and no cookie', async () => {
  const { user, factor } = await enrolled();
  const { userName } = user.user;
  const answer = await app.post('auth.login', { userName, password: user.password, code: wrongCode(factor.secret) });
  expect([answer.status, answer.error?.domainCode]).toEqual([400, 'wrong_code']);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await sessionsOf(user)).toBe(1);
});
