import { randomBytes } from 'node:crypto';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { Db } from '#db/client.ts';
import type { AppRouter } from '#server/api/router.ts';
import { createPasswords } from '#server/base/identity/passwords.ts';
import { createAdmin } from '#server/features/users/create-admin.ts';
import { NANOS_PER_DOLLAR, nanos } from '#shared/money.ts';

export type PanelClient = ReturnType<typeof createTRPCClient<AppRouter>>;

export interface Person {
  userName: string;
  password: string;
  client: PanelClient;
}

/** Signs in, and confirms the password for calls that need it. */
export async function signIn(url: string, userName: string, password: string): Promise<Person> {
  const { tokens } = await clientOf(url).auth.login.mutate({ userName, password });
  const client = clientOf(url, tokens.accessToken);
  await client.auth.reauthenticate.mutate({ password });
  return { userName, password, client };
}

/** The demonstration's own admin of a panel, made like `npm run admin:create` does it. */
export async function demoAdmin(db: Db, url: string): Promise<Person> {
  const { userName, password } = await createAdmin(db, createPasswords(), { userName: 'demo-owner' });
  return signIn(url, userName, password);
}

/** A new customer with a balance. */
export async function newCustomer(url: string, admin: Person, name: string, dollars: number): Promise<Person> {
  const password = randomBytes(9).toString('base64url');
  const userName = `${name}-${randomBytes(3).toString('hex')}`;
  const { user } = await clientOf(url).auth.register.mutate({
    userName,
    name: 'Demo',
    email: `${userName}@example.com`,
    phone: '01700000000',
    password,
    confirmPassword: password,
  });
  await admin.client.admin.users.giveBalance.mutate({ id: user.id, amountNanos: nanos(dollars * NANOS_PER_DOLLAR) });
  return signIn(url, userName, password);
}

function clientOf(url: string, accessToken?: string): PanelClient {
  const headers = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/trpc`, headers })] });
}
