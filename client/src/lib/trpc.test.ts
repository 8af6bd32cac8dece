import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BATCH_MAX_CALLS } from '#shared/batch.ts';
import { switchTo } from '../i18n/switch-language.ts';
import { aUser } from '../testing/users.ts';
import { readError } from './errors.ts';
import { type Session, session } from './session.ts';
import { useToasts } from './toasts/toasts.ts';
import { fetchSignedIn, logout, restoreSession, resumeSession, trpcClient } from './trpc.ts';

/** The requests to the fake server: the procedure and its token. */
const seen: string[] = [];
let answer: (procedure: string, token: string | null) => { status: number; body: unknown };

beforeEach(() => {
  seen.length = 0;
  session.start({ user: aUser({ name: 'Stored' }), tokens: { accessToken: 'old' } });
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const url = new URL(input, 'http://localhost');
    const procedure = url.pathname.replace('/trpc/', '');
    const token = new Headers(init?.headers).get('authorization');
    seen.push(`${procedure} ${token ?? 'anonymous'}`);
    const { status, body } = answer(procedure, token);
    return Promise.resolve(
      Response.json(url.searchParams.has('batch') ? procedure.split(',').map(() => body) : body, { status }),
    );
  });
});

test('a refused token is refreshed and the request repeated with the new one', async () => {
  answer = (procedure, token) => {
    if (procedure === 'auth.refresh') return good({ user: aUser(), tokens: { accessToken: 'new' } });
    return token === 'Bearer new' ? good(aUser({ name: 'Fresh' })) : refused('unauthenticated');
  };
  await restoreSession();
  expect(seen).toEqual(['auth.me Bearer old', 'auth.refresh anonymous', 'auth.me Bearer new']);
  expect(session.get()).toMatchObject({ user: { name: 'Fresh' }, tokens: { accessToken: 'new' } });
});

test('a file is fetched with the token in a header, and a refused one is refreshed as for every call', async () => {
  answer = (procedure, token) => {
    if (procedure === 'auth.refresh') return good({ user: aUser(), tokens: { accessToken: 'new' } });
    return token === 'Bearer new' ? good('a file') : refused('unauthenticated');
  };
  expect(await (await fetchSignedIn('/exports/orders.csv')).json()).toEqual({ result: { data: 'a file' } });
  const path = '/exports/orders.csv';
  expect(seen).toEqual([`${path} Bearer old`, 'auth.refresh anonymous', `${path} Bearer new`]);
});

test.each(['too_many_requests', 'blocked'] as const)('a file that is refused with %s tells why', async (code) => {
  answer = () => refused(code);
  expect(readError(await fetchSignedIn('/exports/orders.csv').catch((error: unknown) => error)).code).toBe(code);
  expect(session.accessToken()).toBe(code === 'blocked' ? null : 'old');
});

test.each(['session_ended', 'blocked'] as const)('%s of an old session does not affect the next', async (code) => {
  const next = { user: aUser({ id: 8 }), tokens: { accessToken: 'next' } };
  answer = () => {
    session.start(next);
    return refused(code);
  };
  await expect(trpcClient.balance.get.query()).rejects.toThrow();
  expect(session.get()).toEqual(next);
  session.start({ user: aUser(), tokens: { accessToken: 'old' } });
  await expect(fetchSignedIn('/exports/orders.csv')).rejects.toThrow();
  expect(session.get()).toEqual(next);
});

test("a session that can't be refreshed is over", async () => {
  answer = (procedure) => refused(procedure === 'auth.refresh' ? 'session_ended' : 'unauthenticated');
  await restoreSession();
  expect(seen).toEqual(['auth.me Bearer old', 'auth.refresh anonymous']);
  expect(session.accessToken()).toBeNull();
});

test("under a foreign address the session ends, and the panel's own address is shown first", async () => {
  let toldBefore: readonly unknown[] = [];
  const stop = session.subscribe(() => {
    if (!session.accessToken()) toldBefore = renderHook(useOpenQuestions).result.current;
  });
  answer = (procedure) =>
    refused(procedure === 'auth.refresh' ? 'foreign_origin' : 'unauthenticated', 'The panel is at X');
  await restoreSession();
  stop();
  expect(session.accessToken()).toBeNull();
  expect(toldBefore).toMatchObject([{ title: 'Oops...', text: 'The panel is at X' }]);
});

test('messages shown before the texts have loaded wait for them', async () => {
  const message = (address: string) =>
    `This request did not come from the panel. The panel is at ${address}: open it there and try again.`;
  answer = (procedure) =>
    refused(procedure === 'auth.refresh' ? 'foreign_origin' : 'unauthenticated', message('https://panel.example'));
  const started = switchTo('bn');
  await restoreSession();
  const { result } = renderHook(useOpenQuestions);
  await vi.waitFor(() =>
    expect(result.current).toContainEqual(
      expect.objectContaining({
        title: 'দুঃখিত…',
        text: 'অনুরোধটি এই প্যানেল থেকে আসেনি। প্যানেলের ঠিকানা https://panel.example: সেখানে খুলে আবার চেষ্টা করুন।',
      }),
    ),
  );
  await started;
  await switchTo('en');
});

test('a failing server keeps the stored session', async () => {
  answer = () => refused('internal');
  await restoreSession();
  expect(session.get()).toMatchObject({ user: { name: 'Stored' }, tokens: { accessToken: 'old' } });
});

test('a language chosen while the account is being loaded stays, in this tab and in another', async () => {
  const inEnglish = aUser({ name: 'Fresh', language: 'en' });
  session.start({ user: aUser({ language: 'en' }), tokens: { accessToken: 'old' } });
  answer = () => {
    session.setUser(aUser({ language: 'bn' }));
    return good(inEnglish);
  };
  await restoreSession();
  expect(session.get().user).toMatchObject({ name: 'Fresh', language: 'bn' });

  session.setUser(inEnglish);
  answer = () => {
    storeFromAnotherTab({ user: aUser({ language: 'bn' }), tokens: { accessToken: 'old' } });
    return good(inEnglish);
  };
  await restoreSession();
  expect(session.get().user).toMatchObject({ name: 'Fresh', language: 'bn' });
});

test('a language changed elsewhere comes with the account', async () => {
  session.start({ user: aUser({ language: 'en' }), tokens: { accessToken: 'old' } });
  answer = () => good(aUser({ language: 'bn' }));
  await restoreSession();
  expect(session.get().user?.language).toBe('bn');
});

test('an account that another tab has left is not written over the new one', async () => {
  answer = () => {
    storeFromAnotherTab({ user: aUser({ id: 8, name: 'Somebody else' }), tokens: { accessToken: 'theirs' } });
    return good(aUser({ id: 7, name: 'Left' }));
  };
  session.setUser(aUser({ id: 7 }));
  await restoreSession();
  expect(session.get()).toMatchObject({
    user: { id: 8, name: 'Somebody else' },
    tokens: { accessToken: 'theirs' },
  });
});

test('logout is immediate here, and sent to the server with the token that it ends', async () => {
  answer = () => good({ ok: true });
  const told = logout();
  expect(session.accessToken()).toBeNull();
  await told;
  expect(seen).toEqual(['auth.logout Bearer old']);
});

test.each([
  ['go', null, false],
  ['stay if they may have been ordered', 'a tab', true],
])("a mass order's typed lines %s with a logout", async (_what, sentIn, isKept) => {
  const key = `mass-order:${session.get().user?.id}`;
  localStorage.setItem(key, JSON.stringify({ text: '34 | @shop | 1000', sentIn }));
  answer = () => good({ ok: true });
  await logout();
  expect(localStorage.getItem(key) !== null).toBe(isKept);
});

test('shared responses are requested alone and without a token, so that the browser can cache them', async () => {
  answer = () => good({ items: [], nextCursor: null, total: 0 });
  await Promise.all([
    trpcClient.services.list.query({ limit: 5 }),
    trpcClient.settings.public.query(),
    trpcClient.balance.get.query(),
  ]);
  expect(seen.toSorted()).toEqual(['balance.get Bearer old', 'services.list anonymous', 'settings.public anonymous']);
});

test("many simultaneous calls are sent in batches of the server's size", async () => {
  answer = () => good({ balanceNanos: 0 });
  await Promise.all(Array.from({ length: 25 }, () => trpcClient.balance.get.query()));
  const sizes = seen.map((request) => request.split(',').length);
  expect(sizes.toSorted((a, b) => a - b)).toEqual([5, BATCH_MAX_CALLS, BATCH_MAX_CALLS]);
});

describe('a page opened without a stored session', () => {
  const found = good({ user: aUser({ id: 9 }), tokens: { accessToken: 'found' } });
  beforeEach(() => session.end('logout'));
  afterEach(() => vi.restoreAllMocks());

  test('asks for none if the browser could store it, and leaves nothing in the storage', async () => {
    answer = () => found;
    const before = { ...localStorage };
    await resumeSession();
    expect({ seen, stored: { ...localStorage } }).toEqual({ seen: [], stored: before });
  });

  test('resumes that of the cookie if a full storage only takes short texts', async () => {
    fillStorage();
    answer = () => found;
    await resumeSession();
    expect(seen).toEqual(['auth.refresh anonymous']);
    expect(session.accessToken()).toBe('found');
  });

  test.each([
    { code: 'unauthenticated', endedBy: 'logout', title: undefined },
    { code: 'blocked', endedBy: 'block', title: undefined },
    { code: 'foreign_origin', endedBy: 'logout', title: 'The panel is at Y' },
  ])('handles the refusal $code', async ({ code, endedBy, title }) => {
    fillStorage();
    answer = () => refused(code, 'The panel is at Y');
    await resumeSession();
    expect([session.accessToken(), session.endedBy()]).toEqual([null, endedBy]);
    const { result } = renderHook(useOpenQuestions);
    expect(result.current.find(({ text }) => text === 'The panel is at Y')?.text).toBe(title);
  });

  test.each([
    ['login', () => trpcClient.auth.login.mutate({ userName: 'next', password: 'any password' })],
    [
      'registration',
      () =>
        trpcClient.auth.register.mutate({
          userName: 'next',
          name: 'N',
          email: '',
          phone: '',
          password: 'a',
          confirmPassword: 'a',
        }),
    ],
  ])('asks no more once a %s begins, whose cookie would be replaced', async (_what, begin) => {
    fillStorage();
    const asking = Promise.withResolvers<AbortSignal | null | undefined>();
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      if (!input.includes('auth.refresh')) return Promise.resolve(Response.json([good('signed in').body]));
      asking.resolve(init?.signal);
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    });
    const resumed = resumeSession();
    const signal = await asking.promise;
    expect(signal?.aborted).toBe(false);
    await begin();
    expect(signal?.aborted).toBe(true);
    await resumed;
    expect(session.accessToken()).toBeNull();
  });

  function fillStorage(): void {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, text) => {
      if (text.length > 100) throw new DOMException('full', 'QuotaExceededError');
      localStorage[key] = text;
    });
  }
});

/** Another tab's change is in storage before its event arrives here. */
function storeFromAnotherTab(stored: Session): void {
  localStorage.setItem('auth', JSON.stringify(stored));
}

function good(data: unknown) {
  return { status: 200, body: { result: { data } } };
}

function refused(domainCode: string, message = 'no') {
  return { status: 401, body: { error: { message, code: -32001, data: { code: 'UNAUTHORIZED', domainCode } } } };
}

function useOpenQuestions() {
  return useToasts().questions.map(({ texts }) => texts());
}
