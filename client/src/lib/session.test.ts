import { beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '../testing/users.ts';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const load = () => import('./session.ts');

test('a started session is stored under "auth" as user and tokens, and an ended one as nulls', async () => {
  const { session } = await load();
  session.start({ user: aUser({ id: 7 }), tokens: { accessToken: 'a1' } });
  expect(stored()).toMatchObject({ user: { id: 7 }, tokens: { accessToken: 'a1' } });
  session.end('logout');
  expect(stored()).toEqual({ user: null, tokens: null });
});

test('a stored session is restored after a reload', async () => {
  localStorage.setItem('auth', JSON.stringify({ user: aUser({ id: 7 }), tokens: { accessToken: 'a1' } }));
  const { session } = await load();
  expect(session.accessToken()).toBe('a1');
  expect(session.get().user?.id).toBe(7);
});

test.each(['no json', '{"user":null,"tokens":{"accessToken":"a1"}}', '{"user":{"id":7},"tokens":{}}', '7'])(
  'a broken entry counts as signed out: %s',
  async (entry) => {
    localStorage.setItem('auth', entry);
    const { session } = await load();
    expect(session.get()).toEqual({ user: null, tokens: null });
  },
);

test('changes of other tabs since the code was loaded are read on start, and nothing else is reported', async () => {
  const { followOtherTabs, session } = await load();
  const heard = vi.fn<() => void>();
  session.subscribe(heard);
  session.start({ user: aUser({ id: 7 }), tokens: { accessToken: 'a1' } });
  heard.mockClear();
  followOtherTabs()();
  expect(heard).not.toHaveBeenCalled();

  localStorage.setItem('auth', JSON.stringify({ user: aUser({ id: 7, name: 'New' }), tokens: { accessToken: 'a2' } }));
  followOtherTabs()();
  expect(session.get()).toMatchObject({ user: { name: 'New' }, tokens: { accessToken: 'a2' } });
  localStorage.setItem('auth', JSON.stringify({ user: null, tokens: null }));
  followOtherTabs()();
  expect([session.accessToken(), session.endedBy()]).toEqual([null, 'logout']);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('a logout in another tab is applied, without a message', async () => {
  const { followOtherTabs, session } = await load();
  const stop = followOtherTabs();
  const heard = vi.fn<() => void>();
  session.subscribe(heard);
  session.start({ user: aUser(), tokens: { accessToken: 'a1' } });
  heard.mockClear();

  localStorage.setItem('auth', JSON.stringify({ user: null, tokens: null }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }));

  expect(heard).toHaveBeenCalledOnce();
  expect(session.accessToken()).toBeNull();
  expect(session.endedBy()).toBe('logout');
  stop();
});

test('a block in another tab applies here, until a user has signed in and out again', async () => {
  const { followOtherTabs, session } = await load();
  const stop = followOtherTabs();
  const tab = await (vi.resetModules(), load());
  for (const reason of ['block', 'logout', 'block'] as const) {
    const signedIn = { user: aUser({ id: 7 }), tokens: { accessToken: 'a1' } };
    tab.session.start(signedIn);
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }));
    expect(session.accessToken()).toBe('a1');
    tab.session.end(reason);
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }));
    expect([session.accessToken(), session.endedBy()]).toEqual([null, reason]);
  }
  stop();
});

test('changes of other tabs while the page was in the back/forward cache are read when it is shown again', async () => {
  const { followOtherTabs, session } = await load();
  session.start({ user: aUser({ id: 7 }), tokens: { accessToken: 'a1' } });
  const stop = followOtherTabs();
  const heard = vi.fn<() => void>();
  session.subscribe(heard);
  window.dispatchEvent(new Event('pageshow'));
  expect(heard).not.toHaveBeenCalled();

  localStorage.setItem('auth', JSON.stringify({ user: aUser({ id: 8 }), tokens: { accessToken: 'b1' } }));
  window.dispatchEvent(new Event('pageshow'));
  expect(heard).toHaveBeenCalledOnce();
  expect(session.get().user?.id).toBe(8);
  stop();
  localStorage.setItem('auth', JSON.stringify({ user: null, tokens: null }));
  window.dispatchEvent(new Event('pageshow'));
  expect(session.get().user?.id).toBe(8);
});

test('an unchanged user is not reported again', async () => {
  const { session } = await load();
  session.start({ user: aUser({ name: 'Old' }), tokens: { accessToken: 'a1' } });
  const heard = vi.fn<() => void>();
  session.subscribe(heard);
  session.setUser(aUser({ name: 'Old' }));
  expect(heard).not.toHaveBeenCalled();
  session.setUser(aUser({ name: 'New' }));
  expect(heard).toHaveBeenCalledOnce();
  expect(stored()).toMatchObject({ user: { name: 'New' } });
});

function stored(): unknown {
  return JSON.parse(localStorage.getItem('auth') ?? 'null');
}
