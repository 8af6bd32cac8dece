import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
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

const browserNames = new Set(Object.values(BROWSER_MAP));
const systemNames = new Set(Object.values(OS_MAP));

/**
 * The browser and system of a `User-Agent` header by names from the parser's own lists; null for all others. A stranger chooses the
 * header, and for an unknown program the parser returns a part of it.
 */
export function readKnownDevice(userAgent: string | null): Pick<Device, 'browser' | 'system'> {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = parse(userAgent);
  return {
    browser: browser.name && browserNames.has(browser.name) ? browser.name : null,
    system: os.name && systemNames.has(os.name) ? os.name : null,
  };
}

/** API clients begin with their own name, `curl/8.4.0`; the common prefix of browsers identifies none. */
function programIn(userAgent: string): string | null {
  const [name] = /^[\w.-]{1,40}/.exec(userAgent) ?? [];
  return name && name !== 'Mozilla' ? name : null;
}
