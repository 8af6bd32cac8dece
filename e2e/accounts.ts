import { createTRPCClient, httpLink, retryLink } from '@trpc/client';
import type { Page } from 'playwright-core';
import type { AppRouter } from '#server/router.ts';
import { nanos } from '#shared/money.ts';
import type { SharedPanel } from './shared-panel.ts';

const MOST_TRIES = 20;

/** The panel as a script calls it. */
export function scriptClient(url: string, accessToken?: string) {
  const headers = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
  // A machine that is busy with other tests makes the panel refuse calls before their work begins.
  const againWhenBusy = retryLink<AppRouter>({
    retry: ({ error, attempts }) => error.data?.domainCode === 'busy' && attempts <= MOST_TRIES,
    retryDelayMs: () => 1_000,
  });
  return createTRPCClient<AppRouter>({ links: [againWhenBusy, httpLink({ url: `${url}/trpc`, headers })] });
}

/** A password that every customer of a journey has. */
export const PASSWORD = 'correct horse battery';

/** Registers a customer through the API, as a journey that is about something else begins. */
export function registerByScript(url: string, userName: string, name = 'Some Body') {
  const person = { userName, name, email: `${userName}@example.com`, phone: '+8801700000000' };
  return scriptClient(url).auth.register.mutate({ ...person, password: PASSWORD, confirmPassword: PASSWORD });
}

/** A new customer with some balance, and the first admin of the panel. */
export async function registerWithBalance({ url, admin }: SharedPanel, userName: string, dollars: number) {
  const adminSession = await scriptClient(url).auth.login.mutate(admin);
  const asAdmin = scriptClient(url, adminSession.tokens.accessToken);
  const customer = await registerByScript(url, userName);
  const amountNanos = nanos(dollars * 1_000_000_000);
  if (dollars > 0) await asAdmin.admin.users.giveBalance.mutate({ id: customer.user.id, amountNanos });
  return { customer, asCustomer: scriptClient(url, customer.tokens.accessToken), adminSession, asAdmin };
}

/** Puts a session into a page's local storage, as a login there would have; the page must not have been opened yet. */
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
