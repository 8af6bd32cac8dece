import { parse } from 'bowser';
import type { SessionEntry } from '#shared/auth.ts';

type Device = Pick<SessionEntry, 'browser' | 'system' | 'kind'>;

const kinds = new Map<string | undefined, Device['kind']>([
  ['mobile', 'phone'],
  ['tablet', 'tablet'],
  ['desktop', 'computer'],
]);

/** The browser or API client of a `User-Agent` header; null if it is unknown. */
export function readDevice(userAgent: string | null): Device {
  if (!userAgent) return { browser: null, system: null, kind: null };
  const { browser, os, platform } = parse(userAgent);
  return {
    browser: browser.name || programIn(userAgent),
    system: os.name || null,
    kind: kinds.get(platform.type) ?? null,
  };
}

/** API clients begin with their own name, `curl/8.4.0`; the common prefix of browsers identifies none. */
function programIn(userAgent: string): string | null {
  const [name] = /^[\w.-]{1,40}/.exec(userAgent) ?? [];
  return name && name !== 'Mozilla' ? name : null;
}
