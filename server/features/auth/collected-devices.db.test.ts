import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { createPasswords, type Passwords } from '../../base/identity/passwords.ts';
import { registerFields, type SignedInUser, startTestApp, type TestApp } from '../../testing/app.ts';
import type { Answer } from '../../testing/http.ts';
import { quickPasswords } from '../../testing/quick-passwords.ts';

/** Addresses come from a header here; 127.0.0.1 stands for a proxy. */
const env = { TRUST_PROXY: '127.0.0.1' };
/** An address that a mobile carrier shares among many customers. */
const CARRIER = '198.51.100.7';
const HELD = 'a password that waits at the gate';

let app: TestApp;

const deviceIn = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';', 1)[0] ?? 'no device cookie';

const login = ({ user }: SignedInUser, password: string, cookie?: string, address = CARRIER) =>
  app.post(
    'auth.login',
    { userName: user.userName, password },
    { headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) } },
  );

let counter = 0;
/** An address without earlier attempts. */
const elsewhere = () => `10.0.0.${++counter}`;

/** A device that logs in to this account, in addition to those in its cookie. */
const newDevice = async (account: SignedInUser, cookie?: string) =>
  deviceIn(await login(account, account.password, cookie, elsewhere()));

/** A new cookie for each login, as an API client gets that sends none. */
async function collect(account: SignedInUser, count: number): Promise<string[]> {
  const cookies: string[] = [];
  while (cookies.length < count) cookies.push(await newDevice(account));
  expect(new Set(cookies).size).toBe(count);
  return cookies;
}

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);

describe('58 device cookies of one customer', () => {
  let queue: Passwords;
  let gate: PromiseWithResolvers<void>;
  let held: number;
  beforeAll(async () => {
    const UNLIMITED = '1000000';
    app = await startTestApp({
      env: { ...env, LOGIN_FAILURES_PER_15_MINUTES: UNLIMITED, LOGIN_FAILURES_PER_15_MINUTES_PER_ACCOUNT: UNLIMITED },
      passwords: {
        ...quickPasswords(),
        runQueued: (caller, work) => queue.runQueued(caller, (hasher) => work(gated(hasher))),
      },
    });
  });
  afterAll(() => app.close());

  /** Holds a password's place in the queue, as behind slow hashes. */
  function gated(hasher: Parameters<Parameters<Passwords['runQueued']>[1]>[0]): typeof hasher {
    const hold = async (password: string) => {
      if (password !== HELD) return;
      held++;
      await gate.promise;
    };
    return {
      hash: (password) => hold(password).then(() => hasher.hash(password)),
      verify: (stored, password) => hold(password).then(() => hasher.verify(stored, password)),
    };
  }

  it.each<[string, procedure: string, inputOf: (attacker: SignedInUser) => object]>([
    ['that logs in', 'auth.login', ({ user: { userName } }) => ({ userName, password: HELD })],
    ['that tries other names', 'auth.login', () => ({ userName: 'somebody-else', password: HELD })],
    ['that registers more accounts', 'auth.register', () => registerFields({ password: HELD })],
  ])('%s leave the known devices of others their places', async (_who, procedure, inputOf) => {
    queue = quickPasswords();
    const [attacker, neighbour] = [await app.registerUser(), await app.registerUser()];
    const device = await newDevice(neighbour);
    const cookies = await collect(attacker, 58);

    // Until the first hash is measured, one is assumed to take 50 ms, so twenty start within a second.
    queue = createPasswords({ atOnce: 1, longestWaitMs: 1000 });
    gate = Promise.withResolvers();
    held = 0;
    let refused = 0;
    const siege = [...cookies, ...cookies].map(async (cookie) => {
      const answer = await app.post(procedure, inputOf(attacker), { headers: { cookie } });
      if (answer.status === 503) refused++;
    });
    await expect.poll(() => held + refused).toBe(2 * cookies.length);
    const { status } = await login(neighbour, neighbour.password, device);
    gate.resolve();
    await Promise.all(siege);
    expect(refused).toBeGreaterThan(0);
    expect(status).toBe(200);
  });
});

describe('logins from known devices', () => {
  beforeAll(async () => {
    app = await startTestApp({
      env: {
        ...env,
        LOGINS_PER_MINUTE_PER_ADDRESS: '12',
        DEVICE_LOGINS_PER_MINUTE_PER_ADDRESS: '4',
        LOGIN_FAILURES_PER_15_MINUTES_PER_ACCOUNT: '7',
      },
    });
  });
  afterAll(() => app.close());

  it("count by account: no number of cookies gives a customer more than half of an address's limit", async () => {
    const [attacker, neighbour] = [await app.registerUser(), await app.registerUser()];
    const device = await newDevice(neighbour);
    const answers: Answer[] = [];
    for (let i = 0; i < 5; i++) answers.push(await login(attacker, attacker.password, await newDevice(attacker)));
    expect(statusesOf(answers)).toEqual([200, 200, 429, 429, 429]);
    expect((await login(neighbour, neighbour.password, device)).status).toBe(200);
    expect((await login(attacker, attacker.password, await newDevice(attacker), elsewhere())).status).toBe(200);
  });

  it('count by the account that logs in, among all in one cookie', async () => {
    const [one, other] = [await app.registerUser(), await app.registerUser()];
    const family = await newDevice(other, await newDevice(one));
    const address = elsewhere();
    const answers: Answer[] = [];
    for (const account of [one, one, one, other, other]) {
      answers.push(await login(account, account.password, family, address));
    }
    expect(statusesOf(answers)).toEqual([200, 200, 429, 200, 200]);
  });

  it('have their own address counter, which strangers never use up', async () => {
    const address = elsewhere();
    const accounts = [await app.registerUser(), await app.registerUser(), await app.registerUser()];
    const devices = await Promise.all(accounts.map((account) => newDevice(account)));
    const ask = (cookies: (string | undefined)[]) =>
      Promise.all(accounts.map((account, i) => login(account, account.password, cookies[i], address)));
    const strangers = await Promise.all([1, 2, 3, 4].map(() => ask([])));
    expect(statusesOf(strangers.flat())).toEqual(Array(12).fill(200));

    expect(statusesOf(await ask([]))).toEqual([429, 429, 429]);
    expect(statusesOf(await ask(devices))).toEqual([200, 200, 200]);
    expect(statusesOf(await ask(devices)).toSorted()).toEqual([200, 429, 429]);
  });

  it('allow no more guesses with many cookies, and guesses with them do not lock out a new device', async () => {
    const owner = await app.registerUser();
    const cookies = await collect(owner, 10);
    const guesses = cookies.map((cookie) => login(owner, 'a guess', cookie, elsewhere()));
    expect(statusesOf(await Promise.all(guesses)).toSorted()).toEqual([...Array(7).fill(401), 429, 429, 429]);
    expect((await login(owner, owner.password, undefined, elsewhere())).status).toBe(200);
  });

  it('send no more mails with many cookies', async () => {
    const owner = await app.registerUser();
    const { email } = owner.user;
    for (const cookie of await collect(owner, 12)) {
      expect((await app.post('auth.forgotPassword', { email }, { headers: { cookie } })).status).toBe(200);
    }
    const links = and(eq(mailOutbox.recipient, email), eq(mailOutbox.subject, 'Set a new password'));
    expect(await app.db.$count(mailOutbox, links)).toBe(10);
  });
});
