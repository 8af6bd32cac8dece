import { createTRPCClient, httpLink, retryLink } from '@trpc/client';
import type { AppRouter } from '#server/router.ts';

const MOST_ATTEMPTS = 30;
const BUSY_MS = 500;

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
  // A panel with too much to do, on a small machine, has done nothing of what it answers so.
  const whenBusy = retryLink<AppRouter>({
    retry: ({ error, attempts }) => error.data?.domainCode === 'busy' && attempts < MOST_ATTEMPTS,
    retryDelayMs: () => BUSY_MS,
  });
  return createTRPCClient<AppRouter>({ links: [whenBusy, httpLink({ url: `${url}/trpc`, headers })] });
}
