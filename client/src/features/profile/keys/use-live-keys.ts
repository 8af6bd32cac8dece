import { useNow } from '../../../lib/use-now.ts';
import type { Key } from './use-revoke.ts';

/** The keys whose time is not over. */
export function useLiveKeys(keys: readonly Key[] = []): Key[] {
  const now = useNow();
  return keys.filter((key) => !isExpired(key, now));
}

/** Whether a key's time is over. @param nowMs the current time in milliseconds */
export function isExpired({ expiresAt }: Pick<Key, 'expiresAt'>, nowMs: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs;
}
