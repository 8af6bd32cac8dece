import { paths } from './paths.ts';

/**
 * The page after signing in: `next` if it is a path of this panel, else the service list. Absolute URLs, `//host` and backslashes
 * are refused, so that no link can redirect a customer to another site.
 */
export function safeNext(next: string | null, origin: string = window.location.origin): string {
  if (!next?.startsWith('/') || /[\\\p{Cc}]/u.test(next) || !URL.canParse(next, origin)) return paths.services;
  const url = new URL(next, origin);
  const isAuthScreen = url.pathname === paths.register || url.pathname === paths.login;
  // Dot segments are already resolved: the rest of `/..//host` would be another host when parsed again.
  const leavesLater = url.pathname.startsWith('//');
  if (url.origin !== origin || leavesLater || isAuthScreen) return paths.services;
  return url.pathname + url.search + url.hash;
}
