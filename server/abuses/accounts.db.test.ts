import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import { micros } from '#shared/money.ts';
import { getBalance } from '../features/wallet/get-balance.ts';
import type { Hasher, Passwords } from '../identity/passwords.ts';
import { checkLedger } from '../money/check-ledger.ts';
import { type Api, apis, expectRefused, type Outcome, restApi, send, trpcApi } from '../testing/apis.ts';
import { type SignedInUser, testApp } from '../testing/app.ts';
import { DOLLAR, dollars, giveMoney, makeOrder, makeService } from '../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../testing/people.ts';
import { quickPasswords } from '../testing/quick-passwords.ts';

/** Counts hashes instead of measuring time; each hash is kept cheap. */
const hashing = countingPasswords(quickPasswords());

// Each client sends its own address, as a proxy would.
const app = await testApp({ passwords: hashing.passwords, env: { TRUST_PROXY: '127.0.0.1' } });

afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

let addresses = 0;
/** An address without earlier requests. */
const newAddress = () => ({
  'x-forwarded-for': `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
});

describe('14 blocked with a live token', () => {
  test('pending orders are not charged after the block was acknowledged', async () => {
    const admin = await makeSignedInAdmin(app);
    const { id: serviceId } = await makeService(app.db);
    for (let round = 0; round < 3; round++) {
      const customer = await makeCustomer(app, dollars(100));
      const placing = Array.from({ length: 60 }, (_, nth) =>
        (nth % 2 ? trpcApi : restApi).placeOrder(app, customer, { serviceId, quantity: 1000 }),
      );
      await Promise.race(placing);
      expect((await trpcApi.block(app, admin, customer)).status).toBe(200);
      const balanceNanos = (await getBalance(app.db, customer.actor)).balanceNanos;
      for (const refused of (await Promise.all(placing)).filter(({ ok }) => !ok)) expectRefused(refused, 'blocked');
      expect((await getBalance(app.db, customer.actor)).balanceNanos).toBe(balanceNanos);
      for (const api of apis) expectRefused(await api.readProfile(app, customer, undefined), 'blocked');
    }
  });

  test('a rejected order of theirs is not charged again', async () => {
    const admin = await makeSignedInAdmin(app);
    const customer = await makeCustomer(app, DOLLAR);
    const { id } = await makeOrder(app.db, customer);
    await trpcApi.decideOrder(app, admin, { id, decision: 'reject' });
    await trpcApi.block(app, admin, customer);
    expectRefused(await trpcApi.decideOrder(app, admin, { id, decision: 'complete' }), 'blocked');
    const [order] = await app.db.select().from(orders).where(eq(orders.id, id));
    expect(order?.status).toBe('rejected');
    expect((await getBalance(app.db, customer.actor)).balanceNanos).toBe(DOLLAR);
  });
});

describe('15 self-block, last admin', () => {
  test('of the two last admins who block each other at the same time one is left, 10 times over', async () => {
    for (let round = 0; round < 10; round++) {
      await app.db.update(users).set({ role: 'user' }).where(eq(users.role, 'admin'));
      const [one, two] = [await makeSignedInAdmin(app), await makeSignedInAdmin(app)];
      const blocked = await Promise.all([trpcApi.block(app, one, two), restApi.block(app, two, one)]);
      // A call that arrives after the other one has blocked its sender is refused as blocked.
      for (const refused of blocked.filter(({ ok }) => !ok)) expectRefused(refused, 'last_admin', 'blocked');
      const left = await app.db.select().from(users).where(sql`role = 'admin' and blocked_at is null`);
      expect(left).toHaveLength(1);
    }
  });
});

describe.each(apis)('through $name', (api) => {
  describe('16 enumeration of user names', () => {
    test('while an account is locked for an address, its name, its email and an unknown name get the same response', async () => {
      const { user } = await app.registerUser();
      const outcomes: Awaited<ReturnType<typeof workOf>>[][] = [];
      for (const name of [user.userName, user.email, `nobody-${api.name}`]) {
        const from = newAddress();
        const guesses = [];
        for (let guess = 0; guess < 8; guess++) guesses.push(await workOf(() => login(api, name, 'a guess', from)));
        outcomes.push(guesses);
        await app.db.execute(sql`delete from rate_limits`);
      }
      expect(outcomes[1]).toEqual(outcomes[0]);
      expect(outcomes[2]).toEqual(outcomes[0]);
      // One hash for each guess that is let through, none for the rest.
      expect(outcomes[0]?.map(({ hashes }) => hashes)).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
    });

    test('a forgotten password gets the same response for any user, no user and a blocked user', async () => {
      const [known, blocked] = [await app.registerUser(), await app.registerUser()];
      await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, blocked.user.id));
      const forget = (email: string) => workOf(() => api.forgotPassword(app, undefined, { email }, newAddress()));
      const outcome = await forget(known.user.email);
      expect(outcome.status).toBe(200);
      expect(await forget('nobody-there@example.com')).toEqual(outcome);
      expect(await forget(blocked.user.email)).toEqual(outcome);
      const mails = await app.db.select().from(mailOutbox);
      expect(mails.filter(({ recipient }) => recipient === known.user.email)).toHaveLength(1);
      expect(mails.filter(({ recipient }) => recipient === blocked.user.email)).toHaveLength(0);
    });
  });
});

describe('17 guessing in parallel', () => {
  test('40 guesses at once from one address are 5 guesses', async () => {
    const { user } = await app.registerUser();
    const from = newAddress();
    const guesses = await guessAtOnce(user.userName, 40, () => from);
    expect(guesses.judged).toBe(5);
    expect(guesses.refused).toBe(35);
  });

  test('200 simultaneous guesses from 40 addresses are limited, and the owner passes from a known device', async () => {
    const owner = await app.registerUser();
    const home = newAddress();
    const known = await login(trpcApi, owner.user.userName, owner.password, home);
    expect(known.status).toBe(200);
    const from = Array.from({ length: 40 }, newAddress);
    const guesses = await guessAtOnce(owner.user.userName, 200, (nth) => from[nth % 40] ?? home);
    expect(guesses.judged).toBeLessThan(200);
    expect(guesses.refused).toBeGreaterThan(0);
    const back = await login(trpcApi, owner.user.userName, owner.password, {
      ...newAddress(),
      cookie: cookiesOf(known),
    });
    expect(back.status, back.message).toBe(200);
  });
});

const OFFER = {
  name: 'Likes',
  image: null,
  description: 'Real.',
  category: 'tiktok',
  priceMicros: micros(1_000_000),
  min: 10,
  max: 10_000,
  avgTimeHours: 1,
} as const;

describe('22 no buyers in public responses', () => {
  test.each([
    '/trpc/services.list?input=%7B%7D',
    '/trpc/services.categories',
    '/trpc/settings.public',
    '/trpc/stats.shop',
    '/trpc/balance.methodNames',
    '/api/v1/service/getAll',
    '/api/openapi.json',
  ])('%s contains no names', async (path) => {
    const buyer = await buyerOf(await makeService(app.db));
    const [row] = await app.db.select().from(users).where(eq(users.id, buyer.user.id));
    const stranger = await app.registerUser();
    for (const caller of [undefined, stranger]) {
      const response = await send(app, 'GET', path, { caller });
      expect(response.status).toBe(200);
      const text = JSON.stringify(response.data ?? null);
      for (const secret of [buyer.user.userName, buyer.user.email, row?.passwordHash ?? '', '$argon2', 'passwordHash'])
        expect(text).not.toContain(secret);
    }
  });

  test('the REST list contains no buyer for admins, and does not even count them for others', async () => {
    const admin = await makeSignedInAdmin(app);
    const service = await app.client(admin.accessToken).admin.services.create.mutate(OFFER);
    const buyer = await buyerOf(service);
    const userIdsFor = async (caller: { accessToken: string } | undefined) => {
      const { data } = await send(app, 'GET', '/api/v1/service/getAll', { caller });
      return data.find(({ _id }: { _id: string }) => _id === String(service.id)).userIds;
    };
    expect(await userIdsFor(undefined)).toEqual([]);
    expect(await userIdsFor(buyer)).toEqual([]);
    // The cached count may be some seconds old.
    for (const id of await userIdsFor(admin)) expect(id).toBe('');
  });
});

async function buyerOf({ id }: { id: number }): Promise<SignedInUser> {
  const buyer = await app.registerUser({ userName: `buyer-of-${id}` });
  await giveMoney(app.db, buyer.user.id, DOLLAR);
  await buyer.client.orders.place.mutate({ serviceId: id, link: 'https://example.com/post', quantity: 1000 });
  return buyer;
}

function login(api: Api, userName: string, password: string, headers: Record<string, string> = newAddress()) {
  return api.login(app, undefined, { userName, password }, headers);
}

/** Everything that a caller can distinguish, and the work that the server did. */
async function workOf(call: () => Promise<Outcome>) {
  const before = hashing.count();
  const { status, message, headers, data } = await call();
  const told = [...headers.keys()].filter((name) => name !== 'date').toSorted();
  // On a slow machine a second may pass between two calls.
  const sentence = message?.replace(/\d+ seconds/, 'some seconds');
  return { status, message: sentence, data, told, hashes: hashing.count() - before };
}

async function guessAtOnce(name: string, times: number, from: (nth: number) => Record<string, string>) {
  const statuses = await Promise.all(
    Array.from(
      { length: times },
      async (_, nth) => (await login(nth % 2 ? trpcApi : restApi, name, `guess ${nth}`, from(nth))).status,
    ),
  );
  const refused = statuses.filter((status) => status === 429).length;
  expect(statuses.filter((status) => ![400, 401, 429, 503].includes(status))).toEqual([]);
  return { refused, judged: statuses.filter((status) => status === 400 || status === 401).length };
}

/** Every cookie that a response set, as a browser sends them back. */
function cookiesOf({ headers }: Outcome): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** Counts hashes and comparisons, queued or not. */
function countingPasswords(inner: Passwords): { passwords: Passwords; count: () => number } {
  let count = 0;
  const counted = (hasher: Hasher): Hasher => ({
    hash: (...args) => {
      count++;
      return hasher.hash(...args);
    },
    verify: (...args) => {
      count++;
      return hasher.verify(...args);
    },
  });
  const runQueued: Passwords['runQueued'] = (caller, work) =>
    inner.runQueued(caller, (hasher) => work(counted(hasher)));
  return { passwords: { ...inner, ...counted(inner), runQueued }, count: () => count };
}
