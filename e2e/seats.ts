import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { signIn } from './accounts.ts';
import { watchRequests } from './browser.ts';
import type { Own } from './screens/screen.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A page has the source from the start and runs it on first use: to send half a megabyte to each loaded page takes a fifth of a second. */
const LAZY_AXE = `window.loadAxe = () => { ${axeSource} };`;

export const HEIGHT = 800;

export interface Sitting {
  browser: Browser;
  url: string;
  width: number;
  session: object;
  own: Own;
  language?: Language;
}

export type Language = 'en' | 'bn';

/** A page that navigates from screen to screen, because loading the panel takes longer than checking a screen. */
export interface Seat {
  page: Page;
  requests: ReturnType<typeof watchRequests>;
  /** Whether the page may navigate to the next screen without loading the panel. */
  mayGoOn: boolean;
}

const seats = new Map<string, Seat[]>();
/** Sessions of which no further page is opened. */
const replaced = new Set<object>();
const YOUNG_MS = 5 * 60_000;

/** Whether a newer session has taken the place of this one. */
export const isReplaced = (session: object) => replaced.has(session);

/**
 * A session that lasts for one more screen: the latest one, or after five minutes another. Pages that share a session can't renew it,
 * because the second renewal with the same token ends it.
 */
export function youngSession(login: () => Promise<object>): () => Promise<object> {
  let latest: Promise<object> | undefined;
  let sinceMs = 0;
  const renew = async (before: Promise<object> | undefined) => {
    const old = await before;
    if (old) {
      replaced.add(old);
      const idle = [...seats].flatMap(([key, of]) => (key.includes(JSON.stringify(old)) ? of.splice(0) : []));
      await Promise.all(idle.map(({ page }) => page.context().close()));
    }
    return login();
  };
  return () => {
    if (!latest || performance.now() - sinceMs > YOUNG_MS) {
      latest = renew(latest);
      sinceMs = performance.now();
    }
    return latest;
  };
}

/** The idle pages of the same width, session and language. */
export function seatsOf({ url, width, session, language }: Sitting): Seat[] {
  const key = JSON.stringify([url, width, session, language]);
  const known = seats.get(key) ?? [];
  seats.set(key, known);
  return known;
}

export async function makeSeat({ browser, width, session, language }: Sitting): Promise<Seat> {
  const context = await browser.newContext({ viewport: { width, height: HEIGHT }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, session, 'bumblebee', language);
  await page.addInitScript(LAZY_AXE);
  return { page, requests: watchRequests(page), mayGoOn: false };
}
