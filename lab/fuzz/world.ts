import { inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import { sessions } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { createAccessTokens } from '#server/base/identity/access-token.ts';
import { createPasswords } from '#server/base/identity/passwords.ts';
import { createRefreshTokens } from '#server/base/identity/refresh-token.ts';
import { startSession } from '#server/base/identity/sessions.ts';
import { getUser } from '#server/features/users/get-user.ts';
import { setBlocked } from '#server/features/users/set-blocked.ts';
import {
  dollars,
  makeAdmin,
  makeOrder,
  makePaymentMethod,
  makeRecharge,
  makeService,
  makeUser,
  type TestUser,
} from '#server/testing/factories.ts';
import { withoutEvents } from '#server/testing/without-events.ts';
import { micros } from '#shared/money.ts';
import type { FuzzRequest } from './requests.ts';

/** Users, services and sessions for the requests. */
export interface World {
  /** The caller's token; undefined for an anonymous one. */
  tokenOf: (request: Pick<FuzzRequest, 'caller' | 'number'>) => string | undefined;
  /** Restores what the requests may have removed: sessions, access, services. */
  renew: () => Promise<void>;
}

const CUSTOMERS = 4;
/** As the sample of an order expects. */
const PRICE_MICROS = micros(950_000);
const PASSWORD = 'correct horse battery';

export async function arrangeWorld(db: Db, secret: string): Promise<World> {
  const signing = { accessTokens: createAccessTokens(secret), refreshTokens: createRefreshTokens(secret) };
  const admin = await makeAdmin(db, { balanceNanos: dollars(5000) });
  const blocked = await makeUser(db, { balanceNanos: dollars(10) });
  const customers: TestUser[] = [];
  for (let each = 0; each < CUSTOMERS; each++) customers.push(await makeUser(db, { balanceNanos: dollars(5000) }));
  const passwordHash = await createPasswords().hash(PASSWORD);
  for (const method of ['Bkash', 'Some text']) await makePaymentMethod(db, { name: method });
  for (const customer of customers) {
    await makeOrder(db, customer);
    await makeRecharge(db, customer);
  }
  await setBlocked(withoutEvents(db), admin.actor, { id: blocked.id, blocked: true });
  const tokens = new Map<number, string>();
  const newToken = async ({ id }: TestUser): Promise<string> => {
    const user = await getUser(db, admin.actor, { id });
    const session = await db.transaction((tx) =>
      startSession(tx, signing, user, { address: '127.0.0.1', userAgent: null }),
    );
    return session.tokens.accessToken;
  };
  const world: World = {
    tokenOf({ caller, number }) {
      if (caller === 'anonymous') return undefined;
      const person = { admin, blocked, customer: customers[number % CUSTOMERS] }[caller];
      return person && tokens.get(person.id);
    },
    async renew() {
      const working = [admin, ...customers].map(({ id }) => id);
      await db.update(users).set({ blockedAt: null }).where(inArray(users.id, working));
      await db.update(users).set({ passwordHash });
      for (let each = 0; each < 3; each++) await makeService(db);
      await db.update(services).set({ deletedAt: null, min: 10, max: 10_000, priceMicros: PRICE_MICROS });
      for (const person of [admin, blocked, ...customers]) tokens.set(person.id, await newToken(person));
      // Else the requests of the admin would not reach the code behind a re-authentication.
      await db.update(sessions).set({ reauthenticatedAt: sql`now()` });
    },
  };
  await world.renew();
  return world;
}
