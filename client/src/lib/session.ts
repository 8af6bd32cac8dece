import { useStore } from '@nanostores/react';
import { hashKey } from '@tanstack/react-query';
import { atom } from 'nanostores';
import type { SessionUser } from '#shared/users.ts';
import { deviceStorage } from './storage.ts';

/** The signed-in user as JSON. */
export type StoredUser = Omit<SessionUser, 'createdAt'> & { createdAt: string };

/** The content of `auth` in local storage; both are null without a session. */
export interface Session {
  user: StoredUser | null;
  tokens: { accessToken: string } | null;
}

/** The response to a login. */
export interface SignedIn {
  user: StoredUser;
  tokens: { accessToken: string };
}

/** Why the session ended: a logout needs no message, an expired session and a block do. */
export type EndedBy = 'logout' | 'expiry' | 'block';

const STORAGE_KEY = 'auth';
/** For other tabs: whether the last session ended by a block. */
const ENDED_BY_KEY = 'endedBy';
const signedOut: Session = { user: null, tokens: null };

const $session = atom(readStored());
/** The id of the admin who can only enrol a second factor. It is not stored: the server decides at each request. */
const $mustEnroll = atom<number | null>(null);
let endedBy: EndedBy = 'expiry';

export const session = {
  get: (): Session => $session.get(),
  accessToken: (): string | null => $session.get().tokens?.accessToken ?? null,
  endedBy: (): EndedBy => endedBy,

  /** Whether this browser has ever had a session: an ended session leaves its empty record. */
  wasEverStarted: (): boolean => deviceStorage.read(STORAGE_KEY) !== null,

  /** Reads local storage again: another tab may have written before the `storage` event arrives here. */
  reload(): Session {
    const before = $session.get();
    const stored = readStored();
    if (before.tokens && !stored.tokens) endedBy = deviceStorage.read(ENDED_BY_KEY) === 'block' ? 'block' : 'logout';
    if (JSON.stringify(stored) !== JSON.stringify(before)) $session.set(stored);
    return $session.get();
  },

  /** Signs in: user and tokens are stored together. */
  start(next: SignedIn): void {
    write({ user: next.user, tokens: { accessToken: next.tokens.accessToken } });
  },

  /** Replaces the signed-in user; does nothing without a session, or if nothing has changed. */
  setUser(user: StoredUser): void {
    const { tokens, user: known } = $session.get();
    if (tokens && hashKey([user]) !== hashKey([known])) write({ tokens, user });
  },

  /** Whether the user can only enrol a second factor, because the shop requires one. */
  mustEnroll: (): boolean => isOf($session.get().user, $mustEnroll.get()),

  /** The server has said whether the user can only enrol a second factor. */
  setMustEnroll(isRequired: boolean): void {
    $mustEnroll.set(isRequired ? ($session.get().user?.id ?? null) : null);
  },

  end(reason: EndedBy): void {
    endedBy = reason;
    $mustEnroll.set(null);
    deviceStorage.keep(ENDED_BY_KEY, reason);
    write(signedOut);
  },

  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void {
    const stops = [$session.listen(() => listener()), $mustEnroll.listen(() => listener())];
    return () => {
      for (const stop of stops) stop();
    };
  },
};

/** The session; renders again when it changes, in this tab or another. */
export function useSession(): Session & { signedIn: boolean; isAdmin: boolean; mustEnroll: boolean } {
  const { user, tokens } = useStore($session, { ssr: () => signedOut });
  const mustEnroll = isOf(user, useStore($mustEnroll));
  return { user, tokens, signedIn: tokens !== null, isAdmin: user?.role === 'admin', mustEnroll };
}

function isOf(user: StoredUser | null, id: number | null): boolean {
  return user !== null && user.id === id;
}

/**
 * Follows changes of other tabs, including those without an event: since this page's code was loaded, or while the page was in
 * the back/forward cache. @returns a function that stops it
 */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) session.reload();
  };
  const catchUp = () => void session.reload();
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', catchUp);
  catchUp();
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', catchUp);
  };
}

function write(next: Session): void {
  deviceStorage.keep(STORAGE_KEY, JSON.stringify(next));
  $session.set(next);
}

function readStored(): Session {
  return parseSession(deviceStorage.readJson(STORAGE_KEY));
}

/** Accepts only a complete session: an incomplete one counts as signed out. */
function parseSession(value: unknown): Session {
  const { user, tokens } = (value ?? {}) as Partial<Session>;
  if (typeof user?.id !== 'number' || typeof tokens?.accessToken !== 'string') return signedOut;
  return { user, tokens: { accessToken: tokens.accessToken } };
}
