import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { ExportInputs } from '#server/api/exports/exports.ts';
import type { AppRouter } from '#server/api/router.ts';
import { BATCH_MAX_CALLS } from '#shared/batch.ts';
import { commonTexts } from '../i18n/en/common.ts';
import { textsOfReader } from '../i18n/switch-language.ts';
import { atMost } from './at-most.ts';
import { hasLogoutTasks, runLogoutTasks } from './before-logout.ts';
import { type AppError, errorCodeOf, isUnsure, readError } from './errors.ts';
import { whenHydrated } from './hydration.ts';
import { beginCall } from './reauthentication.ts';
import { refreshOnce } from './refresh-session.ts';
import { type EndedBy, type SignedIn, session } from './session.ts';
import { API_URL, bearer, fetchWith, postToEnd } from './signed-in-fetch.ts';
import { deviceStorage } from './storage.ts';
import { showError } from './toasts/toasts.ts';
import { forgetTypedLines } from './typed-lines.ts';

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;
export type { ExportInputs };

/** Hooks for every procedure: `trpc.orders.list.useInfiniteQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>();

const ANSWER_TIMEOUT_MS = 5000;

/** For the two calls with the refresh cookie; they must not pass through the link that calls them. */
const cookieClient = createTRPCClient<AppRouter>({
  links: [httpLink({ url: API_URL, headers: ({ op }) => bearer(op.context.token) })],
});

async function askForToken(signal?: AbortSignal): Promise<SignedIn | EndedBy> {
  try {
    return await cookieClient.auth.refresh.mutate(undefined, { signal });
  } catch (error) {
    const { code } = readError(error);
    // Only the panel's own address can keep a session. Its message comes before the one about the end of the session.
    if (code === 'foreign_origin') {
      await textsOfReader();
      void showError(commonTexts.get().oops, readError(error).message);
    }
    if (code === 'blocked') return 'block';
    if (['unauthenticated', 'session_ended', 'foreign_origin'].includes(code)) return 'expiry';
    throw error;
  }
}

/** Handles what an error means for the session: it has ended, or has lost the admin role. */
function handleSessionError(code: AppError['code'], token: string): void {
  // A user who has signed in since the call is not affected.
  if (session.accessToken() !== token) return;
  if (code === 'session_ended') session.end('expiry');
  if (code === 'blocked') session.end('block');
  if (code === 'second_factor_missing') session.setMustEnroll(true);
  // The role was removed: the admin's screens end at once.
  if (code === 'forbidden' && session.get().user?.role === 'admin')
    restoring ??= restoreSession().finally(forgetRestoring);
}

/** All calls of a page fail at the same time; one check is enough. */
let restoring: Promise<void> | undefined;
const forgetRestoring = () => {
  restoring = undefined;
};

/**
 * Repeats a call once, unchanged, if its error asks for something that succeeds; else the caller gets the error.
 * @param begin called with each call's path. It returns what an error asks for; undefined if it asks for nothing
 */
function repeatingLink(begin: (path: string) => (error: unknown) => Promise<boolean> | undefined): TRPCLink<AppRouter> {
  return () => (context) =>
    observable((observer) => {
      const mayRepeat = begin(context.op.path);
      let isLeft = false;
      let last = context.next(context.op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error(error) {
          const asked = mayRepeat(error);
          if (!asked) return observer.error(error);
          void asked.then((isGranted) => {
            if (!isGranted) observer.error(error);
            else if (!isLeft) last = context.next(context.op).subscribe(observer);
          });
        },
      });
      return () => {
        isLeft = true;
        last.unsubscribe();
      };
    });
}

let resuming: AbortController | undefined;

/** Whether a refused call may be repeated: with a new access token when the old one is refused. Ends the session if there is none. */
function refreshesToken() {
  const asked = session.get();
  const token = asked.tokens?.accessToken;
  return (error: unknown): Promise<boolean> | undefined => {
    const code = errorCodeOf(error);
    if (!token) return undefined;
    if (code === 'unauthenticated')
      return refreshOnce(asked, askForToken).then(
        (outcome) => outcome !== 'ended',
        () => false,
      );
    handleSessionError(code, token);
    return undefined;
  };
}

const refreshLink = repeatingLink((path) => {
  // Its late response would replace the cookie of the new session.
  if (/^auth\.(login|register)$/.test(path)) resuming?.abort();
  return refreshesToken();
});

/** When the server refuses a call until the user has confirmed who they are. */
const reauthenticationLink = repeatingLink(beginCall);

/**
 * The response is the same for all callers. In a request of its own, the server sends its cached response, and the browser can
 * cache it, too.
 */
const keptForEverybody = [
  'services.list',
  'services.categories',
  'settings.public',
  'stats.shop',
  'balance.methodNames',
  'notices.list',
];

/**
 * A response that arrives during hydration waits for its end: a page whose HTML has no data, or not all, must hydrate with the same.
 */
const hydrationLink: TRPCLink<AppRouter> = () => (context) =>
  observable((observer) =>
    context.next(context.op).subscribe({
      next: (value) => whenHydrated(() => observer.next(value)),
      error: (error) => whenHydrated(() => observer.error(error)),
      complete: () => whenHydrated(() => observer.complete()),
    }),
  );

const links = [
  hydrationLink,
  reauthenticationLink,
  refreshLink,
  splitLink({
    // A list of favourites differs between customers.
    condition: ({ path, input }) =>
      keptForEverybody.includes(path) && !(input as { favourites?: boolean } | undefined)?.favourites,
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

/** A client with its own terminating link; a refused token is refreshed as for every other. */
export function clientOver(link: TRPCLink<AppRouter>) {
  return createTRPCClient<AppRouter>({ links: [refreshLink, link] });
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Only temporary failures: no connection, or a busy server.
      retry: (failures, error) => failures < 2 && isUnsure(readError(error)),
    },
    // A mutation must never wait in the browser and be sent later: without a network it fails at once.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Prefetched data is found by hooks with the same input. */
export const queryUtils = createTRPCQueryUtils<AppRouter>({ queryClient, client: trpcClient });

/** For calls outside of components, or that outlive them. */
export const directClient = createTRPCClient<AppRouter>({ links });

/**
 * Fetches a URL other than a procedure, as the signed-in user; a refused token is refreshed as for every other.
 * @throws TRPCClientError like a procedure's call
 */
export function fetchSignedIn(path: string): Promise<Response> {
  return asSignedIn((token) => fetchWith(token, path));
}

/**
 * Calls a mutation that must arrive even while the page unloads: it is sent synchronously, outside a batch, with `keepalive`.
 * @throws TRPCClientError like any call of a procedure
 */
export async function mutateWhileLeaving<Output>(path: string, input: object): Promise<Output> {
  const mayRepeat = beginCall(path);
  const send = () => asSignedIn((token) => postToEnd<Output>(token, path, input));
  try {
    return await send();
  } catch (error) {
    // Of a closed page there is no later: the decision is not made.
    if (await mayRepeat(error)) return send();
    throw error;
  }
}

async function asSignedIn<Answer>(ask: (token: string | null) => Promise<Answer>): Promise<Answer> {
  const mayRepeat = refreshesToken();
  try {
    return await ask(session.accessToken());
  } catch (error) {
    if (await mayRepeat(error)) return ask(session.accessToken());
    throw error;
  }
}

/** Ends the session on the server and here; if the server can't be reached it ends here only. */
export async function logout(): Promise<void> {
  if (hasLogoutTasks()) await runLogoutTasks();
  const ended = cookieClient.auth.logout.mutate(undefined, {
    context: { token: session.accessToken() },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  const { user } = session.get();
  if (user) forgetTypedLines(user.id);
  session.end('logout');
  await ended.catch(() => undefined);
}

/**
 * Where the browser stores nothing, only the refresh cookie outlasts a reload: asks for its session. Resolves without a response within
 * 5000 ms; a later one still starts the session, unless a login or a registration has begun.
 */
export async function resumeSession(): Promise<void> {
  if (session.accessToken()) return;
  // No session is longer. A full storage still takes short texts.
  if (deviceStorage.keep('probe', '.'.repeat(2000))) return deviceStorage.forget('probe');
  resuming = new AbortController();
  const resumed = askForToken(resuming.signal).then(
    (found) => {
      if (session.accessToken() || found === 'expiry') return;
      if (typeof found === 'string') session.end(found);
      else session.start(found);
    },
    () => undefined,
  );
  await atMost(ANSWER_TIMEOUT_MS, resumed);
}

/**
 * Checks a session restored from local storage and refreshes its user. Until the server responds, the stored user is used. Without a
 * response within 5000 ms the session stays; a refusal ends it.
 */
export async function restoreSession(): Promise<void> {
  if (!session.accessToken()) return;
  const languageBefore = session.get().user?.language;
  try {
    const me = await directClient.auth.me.query(undefined, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const { balanceNanos: _changesTooOftenToKeep, twoFactor: _isOfProfile, mustEnroll, ...user } = me;
    const { user: kept } = session.reload();
    // Another tab may have signed in another user in the meantime.
    if (kept?.id !== user.id) return;
    session.setMustEnroll(mustEnroll);
    // A language chosen in the meantime, in this tab or another, is newer than the response.
    session.setUser(kept.language === languageBefore ? user : { ...user, language: kept.language });
  } catch {
    // The link has already handled errors; without a response the stored session stays.
  }
}
