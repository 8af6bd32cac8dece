import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '#server/router.ts';

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

/** A new customer, signed in. */
export async function register(url: string, userName: string, name: string, password: string): Promise<Person> {
  await clientOf(url).auth.register.mutate({
    ...{ userName, name, password, confirmPassword: password },
    ...{ email: `${userName}@example.com`, phone: '01012345678' },
  });
  return signIn(url, userName, password);
}

function clientOf(url: string, accessToken?: string): PanelClient {
  const headers = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/trpc`, headers })] });
}
