import { createTRPCClient, httpBatchLink, httpLink, retryLink } from '@trpc/client';
import type { Page } from 'playwright-core';
import type { AppRouter } from '#server/api/router.ts';
import { nanos } from '#shared/money.ts';
import type { SharedPanel } from './shared-panel.ts';

const MOST_TRIES = 20;

/** A tRPC client for scripts. A request contains one call, or of simultaneous ones up to `maxItems`. */
export function scriptClient(url: string, accessToken?: string, batch?: { maxItems: number }) {
  const headers = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
  // On a machine busy with other tests, the panel refuses some calls before their work begins.
  const againWhenBusy = retryLink<AppRouter>({
    retry: ({ error, attempts }) => error.data?.domainCode === 'busy' && attempts <= MOST_TRIES,
    retryDelayMs: () => 1_000,
  });
  const to = { url: `${url}/trpc`, headers };
  return createTRPCClient<AppRouter>({
    links: [againWhenBusy, batch ? httpBatchLink({ ...to, ...batch }) : httpLink(to)],
  });
}

/** The password of every test customer. */
export const PASSWORD = 'correct horse battery';

/** Registers a customer through the API, for tests about something else. */
export function registerByScript(url: string, userName: string, name = 'Some Body') {
  const person = { userName, name, email: `${userName}@example.com`, phone: '+8801700000000' };
  return scriptClient(url).auth.register.mutate({ ...person, password: PASSWORD, confirmPassword: PASSWORD });
}

/** Logs an admin in and enters the password again, as much money, payment numbers, roles and the rate require it. */
export async function loginAsAdmin(url: string, account: SharedPanel['admin']) {
  const session = await scriptClient(url).auth.login.mutate(account);
  const { password } = account;
  await scriptClient(url, session.tokens.accessToken).auth.reauthenticate.mutate({ password });
  return session;
}

/** A new customer with some balance, added by the panel's first admin. */
export async function registerWithBalance({ url, admin }: SharedPanel, userName: string, dollars: number) {
  const adminSession = await loginAsAdmin(url, admin);
  const asAdmin = scriptClient(url, adminSession.tokens.accessToken);
  const customer = await registerByScript(url, userName);
  const amountNanos = nanos(dollars * 1_000_000_000);
  if (dollars > 0) await asAdmin.admin.users.giveBalance.mutate({ id: customer.user.id, amountNanos });
  return { customer, asCustomer: scriptClient(url, customer.tokens.accessToken), adminSession, asAdmin };
}

/** Stores a session in a page's local storage, like a login; call it before the page is opened. */
export async function signIn(page: Page, session: object, theme = 'bumblebee', language?: 'en' | 'bn'): Promise<void> {
  await page.addInitScript(
    ([auth, chosenTheme, chosenLanguage]) => {
      localStorage.setItem('theme', chosenTheme);
      if (chosenLanguage) localStorage.setItem('language', chosenLanguage);
      if (!localStorage.getItem('auth')) localStorage.setItem('auth', auth);
    },
    [JSON.stringify(session), theme, language] as const,
  );
}
