import { session } from '../session.ts';
import { tabStorage } from '../storage.ts';

/** A money action whose answer has not come yet. */
export interface Unanswered {
  name: string;
  /** Where it was sent from, and can be sent again with the same key. */
  path: string;
  /** What was sent, in words. */
  what: string;
}

/** Per user, as two people may share a tab. */
const storageKey = () => `unanswered:${session.get().user?.id ?? ''}`;

/** What is under way, in the order in which it was sent; after a reload, what was under way before. */
export function readUnanswered(): Unanswered[] {
  const kept = tabStorage.readJson(storageKey());
  return Array.isArray(kept) ? kept.filter(isWhole) : [];
}

export function keepUnanswered(action: Unanswered): void {
  write([...others(action.name), action]);
}

export function forgetUnanswered(name: string): void {
  write(others(name));
}

function others(name: string): Unanswered[] {
  return readUnanswered().filter((each) => each.name !== name);
}

function write(actions: Unanswered[]): void {
  if (actions.length === 0) tabStorage.forget(storageKey());
  else tabStorage.keep(storageKey(), JSON.stringify(actions));
}

/** Anything may have been put into the storage; what leads away from the panel is none of ours. */
function isWhole(value: unknown): value is Unanswered {
  const { name, path, what } = (value ?? {}) as Partial<Unanswered>;
  return typeof name === 'string' && typeof what === 'string' && typeof path === 'string' && /^\/(?![/\\])/.test(path);
}
