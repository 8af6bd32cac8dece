import { type Nanos, nanos } from '#shared/money.ts';
import { startSession } from '../base/identity/sessions.ts';
import { getUser } from '../features/users/get-user.ts';
import type { SignedInUser, TestApp } from './app.ts';
import { giveMoney, makeAdmin, makeUser, type TestUser } from './factories.ts';
import { reauthenticateByForce } from './reauthenticate.ts';

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
export async function makeSignedInAdmin(app: TestApp, options?: SignInOptions): Promise<Person> {
  return signIn(app, await makeAdmin(app.db), options);
}

interface SignInOptions {
  /** Whether the password was entered again in the session; true by default. */
  isReauthenticated?: boolean;
}

/** One more session of a user, created without a login. */
export async function signIn(
  app: TestApp,
  user: TestUser,
  { isReauthenticated = true }: SignInOptions = {},
): Promise<Person> {
  const asAdmin = { id: user.id, role: 'admin' } as const;
  const record = await getUser(app.db, asAdmin, { id: user.id });
  const session = await app.db.transaction((tx) =>
    startSession(tx, app.deps, record, { address: '127.0.0.1', userAgent: null }),
  );
  const { accessToken } = session.tokens;
  if (isReauthenticated) await reauthenticateByForce(app, accessToken);
  return { ...user, accessToken, cookie: `rt=${session.refreshToken}` };
}
