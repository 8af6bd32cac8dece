import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '../testing/users.ts';
import { refreshOnce } from './refresh-session.ts';
import { type SignedIn, session } from './session.ts';

const signedIn = (accessToken: string): SignedIn => ({ user: aUser(), tokens: { accessToken } });
const old = signedIn('old');
const somebodyElse: SignedIn = { user: aUser({ id: 4_711 }), tokens: { accessToken: 'of somebody else' } };

beforeEach(() => session.start(old));
afterEach(() => void vi.restoreAllMocks());

test('ten refused requests share one refresh', async () => {
  const call = vi.fn<() => Promise<SignedIn>>(() => Promise.resolve(signedIn('new')));
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => refreshOnce(old, call)));
  expect(call).toHaveBeenCalledOnce();
  expect(new Set(outcomes)).toEqual(new Set(['refreshed']));
  expect(session.accessToken()).toBe('new');
});

test('a token refreshed by another tab is taken from storage', async () => {
  localStorage.setItem('auth', JSON.stringify(signedIn('from another tab')));
  const call = vi.fn<() => Promise<SignedIn>>(() => Promise.resolve(signedIn('new')));
  await expect(refreshOnce(old, call)).resolves.toBe('refreshed');
  expect(call).not.toHaveBeenCalled();
  expect(session.accessToken()).toBe('from another tab');
});

test.each(['expiry', 'block'] as const)('a refusal ends the session, and %s is stored', async (reason) => {
  await expect(refreshOnce(old, () => Promise.resolve(reason))).resolves.toBe('ended');
  expect(session.get()).toEqual({ user: null, tokens: null });
  expect(session.endedBy()).toBe(reason);
});

test('a network failure keeps the session, and the next request tries again', async () => {
  await expect(refreshOnce(old, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  expect(session.accessToken()).toBe('old');
  await expect(refreshOnce(old, () => Promise.resolve(signedIn('new')))).resolves.toBe('refreshed');
});

test('a user signed in by another tab stays signed in, and no earlier request is sent in their name', async () => {
  localStorage.setItem('auth', JSON.stringify(somebodyElse));
  const call = vi.fn<() => Promise<SignedIn>>(() => Promise.resolve(signedIn('new')));
  await expect(refreshOnce(old, call)).resolves.toBe('ended');
  expect(call).not.toHaveBeenCalled();
  expect(session.get()).toEqual(somebodyElse);
});

test('the owner of the new cookie is signed in, and no earlier request is sent in their name', async () => {
  await expect(refreshOnce(old, () => Promise.resolve(somebodyElse))).resolves.toBe('ended');
  expect(session.get()).toEqual(somebodyElse);
});

test('in a browser without storage the session continues', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  session.start(old);
  await expect(refreshOnce(old, () => Promise.resolve(signedIn('new')))).resolves.toBe('refreshed');
  expect(session.accessToken()).toBe('new');
});
