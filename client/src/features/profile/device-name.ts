import type { SessionEntry } from '../../../../shared/auth.ts';

/** A browser or program in plain words: "Chrome on Android". */
export function deviceName({ browser, system }: Pick<SessionEntry, 'browser' | 'system'>): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
