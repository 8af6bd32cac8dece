import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';
import { BATCH_MAX_CALLS } from '#shared/batch.ts';
import { commonTexts } from '../i18n/en/common.ts';
import { textsOfReader } from '../i18n/language.ts';
import { hasFarewells, sayFarewell } from './before-logout.ts';
import { type AppError, errorCodeOf, readError } from './errors.ts';
import { refreshOnce } from './refresh-session.ts';
import { type EndedBy, type SignedIn, session } from './session.ts';
import { showError } from './toasts/toasts.ts';

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/** Hooks for every procedure: `trpc.orders.list.useInfiniteQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>();

export const API_URL = '/trpc';
const ANSWER_TIMEOUT_MS = 5000;

const bearer = (token: unknown): Record<string, string> =>
  typeof token === 'string' ? { authorization: `Bearer ${token}` } : {};

/** For the two calls that read the refresh cookie; it must not pass through the link that calls it. */
const cookieClient = createTRPCClient<AppRouter>({
  links: [httpLink({ url: API_URL, headers: ({ op }) => bearer(op.context.token) })],
});

async function askForToken(): Promise<SignedIn | EndedBy> {
  try {
    return await cookieClient.auth.refresh.mutate();
  } catch (error) {
    const { code } = readError(error);
    if (code === 'foreign_origin') await tellOwnAddress(error);
    if (code === 'blocked') return 'block';
    if (['unauthenticated', 'session_ended', 'foreign_origin'].includes(code)) return 'expiry';
    throw error;
  }
}

/**
 * Only the panel's own address can keep a session; whoever has opened it under another one is told which. Resolves as soon as that
 * is the next thing to be read, before the end of the session has anything to say.
 */
async function tellOwnAddress(refusal: unknown): Promise<void> {
  await textsOfReader();
  void showError(commonTexts.get().oops, readError(refusal).message);
}

/** What a refusal says of the session: that nothing more can be asked by it, or not as the admin that it was. */
function heedRefusal(code: AppError['code'], token: string): void {
  // Whoever has signed in since the call was made is not meant.
  if (session.accessToken() !== token) return;
  if (code === 'session_ended') session.end('expiry');
  if (code === 'blocked') session.end('block');
  // Somebody has taken the role away: the screens of admins end as soon as it is known.
  if (code === 'forbidden' && session.get().user?.role === 'admin')
    restoring ??= restoreSession().finally(forgetRestoring);
}

/** Every call of a page is refused at the same moment; one look is enough. */
let restoring: Promise<void> | undefined;
const forgetRestoring = () => {
  restoring = undefined;
};

/** Repeats a request once with a new access token when the old one is refused; gives up the session when there is none. */
const refreshLink: TRPCLink<AppRouter> = () => (context) =>
  observable((observer) => {
    const asked = session.get();
    const token = asked.tokens?.accessToken;
    let retry: { unsubscribe: () => void } | undefined;
    const first = context.next(context.op).subscribe({
      next: (value) => observer.next(value),
      complete: () => retry ?? observer.complete(),
      error: (error) => {
        const code = errorCodeOf(error);
        if (!token || code !== 'unauthenticated') {
          if (token) heedRefusal(code, token);
          observer.error(error);
          return;
        }
        retry = { unsubscribe: () => undefined };
        refreshOnce(asked, askForToken).then(
          (outcome) => {
            if (outcome === 'ended') observer.error(error);
            else retry = context.next(context.op).subscribe(observer);
          },
          () => observer.error(error),
        );
      },
    });
    return () => {
      first.unsubscribe();
      retry?.unsubscribe();
    };
  });

/** Everybody gets the same answer. Asked for alone, the server sends what it has kept, and the browser need not load it twice. */
const keptForEverybody = new Set(['services.list', 'services.categories', 'settings.public', 'notices.list']);

/** A list of favourites is asked for by its customer alone. */
function isOfOneCustomer(input: unknown): boolean {
  return (input as { favourites?: boolean } | undefined)?.favourites === true;
}

const links = [
  refreshLink,
  splitLink({
    condition: ({ path, input }) => keptForEverybody.has(path) && !isOfOneCustomer(input),
    true: httpLink({ url: API_URL }),
    false: httpBatchLink({
      url: API_URL,
      headers: () => bearer(session.accessToken()),
      maxItems: BATCH_MAX_CALLS,
      maxURLLength: 4000,
    }),
  }),
];

export const trpcClient = trpc.createClient({ links });

/** A client whose calls go out by a link of its own; a refused token is refreshed as for every other. */
export function clientOver(link: TRPCLink<AppRouter>) {
  return createTRPCClient<AppRouter>({ links: [refreshLink, link] });
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
    // What is sent must never wait in the browser and go out later by itself: without a network it fails at once.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** What is read ahead is found by the hooks that ask for the same. */
export const queryUtils = createTRPCQueryUtils<AppRouter>({ queryClient, client: trpcClient });

/** For calls that no screen makes, or that outlive the one that does. */
export const directClient = createTRPCClient<AppRouter>({ links });

/**
 * Fetches what is no procedure, as whoever is signed in; a refused token is refreshed as for every other call.
 * @throws TRPCClientError as a procedure's call does
 */
export function fetchSignedIn(path: string): Promise<Response> {
  return asSignedIn((token) => fetchWith(token, path));
}

/**
 * Calls a mutation so that it arrives where the page is being left, too: it goes out before this returns, in no batch, and the
 * browser brings it there without the page.
 * @throws TRPCClientError as any call of a procedure does
 */
export function mutateWhileLeaving<Output>(path: string, input: object): Promise<Output> {
  return asSignedIn((token) => postToEnd<Output>(token, path, input));
}

async function asSignedIn<Answer>(ask: (token: string | null) => Promise<Answer>): Promise<Answer> {
  const asked = session.get();
  const token = asked.tokens?.accessToken ?? null;
  try {
    return await ask(token);
  } catch (error) {
    const code = errorCodeOf(error);
    if (!token) throw error;
    heedRefusal(code, token);
    if (code !== 'unauthenticated' || (await refreshOnce(asked, askForToken)) === 'ended') throw error;
    return ask(session.accessToken());
  }
}

async function postToEnd<Output>(token: string | null, path: string, input: object): Promise<Output> {
  const response = await fetch(`${API_URL}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify(input),
    keepalive: true,
  }).catch((error: unknown) => {
    throw TRPCClientError.from(error as Error);
  });
  const answer = (await response.json().catch(() => new Error(response.statusText))) as object;
  if ('result' in answer) return (answer as { result: { data: Output } }).result.data;
  throw TRPCClientError.from(answer);
}

async function fetchWith(token: string | null, path: string): Promise<Response> {
  const response = await fetch(path, { headers: bearer(token) }).catch((error: unknown) => {
    throw TRPCClientError.from(error as Error);
  });
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => new Error(response.statusText))) as object;
  throw TRPCClientError.from(refusal);
}

/** Ends the session on the server and here; when the server can't be reached it ends here all the same. */
export async function logout(): Promise<void> {
  if (hasFarewells()) await sayFarewell();
  const ended = cookieClient.auth.logout.mutate(undefined, {
    context: { token: session.accessToken() },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  session.end('logout');
  await ended.catch(() => undefined);
}

/**
 * Checks a session restored from local storage and brings its user up to date. The stored one is used meanwhile, and
 * kept when the server does not answer within 5000 ms; a refused one ends.
 */
export async function restoreSession(): Promise<void> {
  if (!session.accessToken()) return;
  const languageBefore = session.get().user?.language;
  try {
    const me = await directClient.auth.me.query(undefined, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const { balanceNanos: _changesTooOftenToKeep, ...user } = me;
    if (session.wasEverStarted()) session.reload();
    const { user: kept } = session.get();
    // Another tab may have signed in somebody else meanwhile.
    if (kept?.id !== user.id) return;
    // A language that was chosen meanwhile, in this tab or another, is newer than the answer.
    session.setUser(kept.language === languageBefore ? user : { ...user, language: kept.language });
  } catch {
    // Refusals have already ended the session in the link; silence keeps what is stored.
  }
}

/** Only what may pass by itself: no connection, or a server that is busy. */
function isWorthRetrying(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === 'offline' || code === 'busy' || code === 'internal';
}
