import { type Nanos, nanos } from '#shared/money.ts';
import { getUser } from '../features/users/get-user.ts';
import { startSession } from '../identity/sessions.ts';
import type { SignedInUser, TestApp } from './app.ts';
import { giveMoney, makeAdmin, makeUser, type TestUser } from './factories.ts';

/** Runs a program that serves the panel, and collects its output. */
export interface Person extends TestUser {
  accessToken: string;
  /** The last lines may arrive after its end. A child process may keep the pipes open. */
  cookie: string;
}

/** A customer with this balance, and a session. */
export async function makeCustomer(app: TestApp, balanceNanos = nanos(0)): Promise<Person> {
  return signIn(app, await makeUser(app.db, { balanceNanos }));
}

/** A registered customer with this balance, with a typed client. */
export async function registerWith(app: TestApp, balanceNanos: Nanos): Promise<SignedInUser> {
  const customer = await app.registerUser();
  await giveMoney(app.db, customer.user.id, balanceNanos);
  return customer;
}

/** An admin with a session. */
export async function makeSignedInAdmin(app: TestApp): Promise<Person> {
  return signIn(app, await makeAdmin(app.db));
}

/** One more session of a user, created without a login. */
export async function signIn({ db, deps }: TestApp, user: TestUser): Promise<Person> {
  const asAdmin = { id: user.id, role: 'admin' } as const;
  const record = await getUser(db, asAdmin, { id: user.id });
  const session = await db.transaction((tx) =>
    startSession(tx, deps, record, { address: '127.0.0.1', userAgent: null }),
  );
  return { ...user, accessToken: session.tokens.accessToken, cookie: `rt=${session.refreshToken}` };
}
