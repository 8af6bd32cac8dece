import { hashKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { SessionUser } from '../../../shared/users.ts';
import { deviceStorage } from './storage.ts';

/** The signed-in user as JSON carries them. */
export type StoredUser = Omit<SessionUser, 'createdAt'> & { createdAt: string };

/** What local storage keeps under `auth`; both are null when nobody is signed in. */
export interface Session {
  user: StoredUser | null;
  tokens: { accessToken: string } | null;
}

/** What the server answers to a login. */
export interface SignedIn {
  user: StoredUser;
  tokens: { accessToken: string };
}

/** Why nobody is signed in: a logout needs no explanation, an ended session and a block do. */
export type EndedBy = 'logout' | 'expiry' | 'block';

const STORAGE_KEY = 'auth';
/** For other tabs: whether the last session ended by a block. */
const ENDED_BY_KEY = 'endedBy';
const signedOut: Session = { user: null, tokens: null };

let current = readStored();
let endedBy: EndedBy = 'expiry';
const listeners = new Set<() => void>();

export const session = {
  get: snapshot,
  accessToken: (): string | null => current.tokens?.accessToken ?? null,
  endedBy: (): EndedBy => endedBy,

  /** Whether somebody has ever signed in on this browser: an ended session leaves its empty record. */
  wasEverStarted: (): boolean => deviceStorage.read(STORAGE_KEY) !== null,

  /** Reads local storage again: another tab may have written before its `storage` event arrives here. */
  reload(): Session {
    const wasSignedIn = current.tokens !== null;
    current = readStored();
    if (wasSignedIn && !current.tokens) endedBy = deviceStorage.read(ENDED_BY_KEY) === 'block' ? 'block' : 'logout';
    return current;
  },

  /** Signs in: user and tokens are stored together. */
  start(next: SignedIn): void {
    write({ user: next.user, tokens: { accessToken: next.tokens.accessToken } });
  },

  /** Replaces what is known of the signed-in user; nothing happens when nobody is, or when it is known already. */
  setUser(user: StoredUser): void {
    if (current.tokens && hashKey([user]) !== hashKey([current.user])) write({ ...current, user });
  },

  end(reason: EndedBy): void {
    endedBy = reason;
    deviceStorage.keep(ENDED_BY_KEY, reason);
    write(signedOut);
  },

  /** @returns how to stop listening */
  subscribe,
};

/** The session, rendered again whenever it changes, in this tab or another. */
export function useSession(): Session & { signedIn: boolean; isAdmin: boolean } {
  const { user, tokens } = useSyncExternalStore(subscribe, snapshot, nobody);
  return { user, tokens, signedIn: tokens !== null, isAdmin: user?.role === 'admin' };
}

/**
 * Follows what other tabs do, and have done where no event comes of it: since this page's code was loaded, or while the page was kept
 * for the browser's back button. @returns how to stop.
 */
export function followOtherTabs(): () => void {
  const readAgain = () => {
    session.reload();
    notify();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) readAgain();
  };
  const catchUp = () => {
    const stored = deviceStorage.read(STORAGE_KEY);
    if (stored !== null && stored !== JSON.stringify(current)) readAgain();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', catchUp);
  catchUp();
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', catchUp);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function snapshot(): Session {
  return current;
}

/** Without storage the session lasts as long as the tab. */
function write(next: Session): void {
  current = next;
  deviceStorage.keep(STORAGE_KEY, JSON.stringify(next));
  notify();
}

/** As whom a page is rendered before its code is here. */
function nobody(): Session {
  return signedOut;
}

function notify(): void {
  for (const listener of listeners) listener();
}

function readStored(): Session {
  return parseSession(deviceStorage.readJson(STORAGE_KEY));
}

/** Accepts only a whole session: a half-written one counts as signed out. */
function parseSession(value: unknown): Session {
  const { user, tokens } = (value ?? {}) as Partial<Session>;
  if (typeof user?.id !== 'number' || typeof tokens?.accessToken !== 'string') return signedOut;
  return { user, tokens: { accessToken: tokens.accessToken } };
}
