import { tabStorage } from '../storage.ts';

/** A sent money action without a response. It is stored until the response arrives, also across a reload. */
export interface PendingAction {
  /** Identifies the action, such as `order:1:7`: only one with this name can be pending. */
  name: string;
  /** The idempotency key of every retry. */
  requestId: string;
  /** The page that sent it, where it can be sent again. */
  path: string;
  /** The action as text. */
  what: string;
  /** The input, for a form that must repeat it unchanged. */
  input: unknown;
  /** Whether the customer has read that there was no response. */
  isReported: boolean;
}

type UserId = number | undefined;

/** Per user, because two people may share a tab. */
const storageKey = (userId: UserId) => `unanswered:${userId ?? ''}`;

/** A user's pending actions, oldest first. */
export function readPending(userId: UserId): PendingAction[] {
  const stored = tabStorage.readJson(storageKey(userId));
  return Array.isArray(stored) ? stored.filter(isPendingAction) : [];
}

export function findPending(userId: UserId, name: string): PendingAction | undefined {
  return readPending(userId).find((action) => action.name === name);
}

export function keepPending(userId: UserId, action: PendingAction): void {
  write(userId, [...othersThan(userId, action.name), action]);
}

export function forgetPending(userId: UserId, name: string): void {
  write(userId, othersThan(userId, name));
}

function othersThan(userId: UserId, name: string): PendingAction[] {
  return readPending(userId).filter((action) => action.name !== name);
}

function write(userId: UserId, actions: PendingAction[]): void {
  const key = storageKey(userId);
  if (actions.length === 0) tabStorage.forget(key);
  else tabStorage.keep(key, JSON.stringify(actions));
}

/** The storage may contain anything; a path outside the panel is refused. */
function isPendingAction(value: unknown): value is PendingAction {
  const { name, requestId, path, what } = (value ?? {}) as Partial<PendingAction>;
  const areTexts = [name, requestId, path, what].every((text) => typeof text === 'string');
  return areTexts && /^\/(?![/\\])/.test(path ?? '');
}
