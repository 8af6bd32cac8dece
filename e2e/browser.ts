import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { findChromium } from './chromium.ts';
import { untilHydrated } from './until-hydrated.ts';

/**
 * Without the service worker, whose requests `page.route` does not see; and without animations, so that on a slow machine a button does
 * not move before the mouse is released.
 */
const CALM = { serviceWorkers: 'block', reducedMotion: 'reduce' } as const;

/** If nothing can be stored, as on an empty page, there are no decisions either. */
const WITHOUT_WAIT = `try { localStorage.setItem('decisionWait', 'off') } catch {}`;

/**
 * Chromium, from this machine or from npm. Its pages are `CALM` unless a context has other options, and send an admin's decisions at
 * once unless the page's script says otherwise: the delay has its own test.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(await findChromium());
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext({ ...CALM, ...options });
    await context.addInitScript(WITHOUT_WAIT);
    context.on('page', remember);
    if (options?.javaScriptEnabled !== false) context.on('page', waitForHydration);
    return context;
  };
  return browser;
}

/** A rendered page responds after hydration. A test that acts earlier waits by itself. */
function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await untilHydrated(page);
    return response;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await untilHydrated(page);
    return response;
  };
}

/** The open pages, each with its latest console messages, oldest first. */
export const openPages = new Map<Page, string[]>();
const MOST_REMEMBERED = 30;

function remember(page: Page): void {
  const said: string[] = [];
  openPages.set(page, said);
  const note = (line: string) => {
    said.push(line);
    if (said.length > MOST_REMEMBERED) said.shift();
  };
  page.on('console', (message) => note(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => note(`failed: ${request.method()} ${request.url()}`));
  page.on('close', () => openPages.delete(page));
}

/**
 * A browser that another tool controls over its debugging port: the returned context's state, such as a session, applies to the pages
 * that the tool opens.
 * @param userDataDir an empty folder
 */
export async function launchForTool(port: number, userDataDir: string): Promise<BrowserContext> {
  const { executablePath, args } = await findChromium();
  return chromium.launchPersistentContext(userDataDir, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
  });
}

/** A page that records errors and violations of the content security policy, so that a test can expect none. */
export function watchPage(page: Page): { problems: string[] } {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  // Only such a listener sees some violations, for example when the failed compilation of code is caught.
  void page.addInitScript(`
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('against the policy:', violatedDirective, blockedURI));`);
  return { problems };
}

const QUIET_MS = 500;
/** A request that is open for so long has ended without an event, as some do whose document has gone. */
const LOST_MS = 20_000;

/**
 * Returns a function that waits until a page has made no request for half a second; create it before the page is opened. Playwright's
 * own "networkidle" never occurs for signed-in users, because the live stream stays open.
 */
export function watchRequests(page: Page): { areDone: () => Promise<void> } {
  const open = new Map<Request, number>();
  let changedMs = performance.now();
  let isLoading = false;
  const change = (request: Request, begins: boolean) => {
    if (begins && request.isNavigationRequest()) isLoading = true;
    if (request.url().includes('/trpc/live.changes')) return;
    changedMs = performance.now();
    if (begins) open.set(request, changedMs);
    else open.delete(request);
  };
  page.on('request', (request) => change(request, true));
  page.on('requestfinished', (request) => change(request, false));
  page.on('requestfailed', (request) => change(request, false));
  // Requests of the document before may end without an event.
  page.on('framenavigated', (frame) => {
    if (!isLoading || frame !== page.mainFrame()) return;
    isLoading = false;
    open.clear();
  });
  return {
    async areDone() {
      const isWithin = (sinceMs: number, limitMs: number) => performance.now() - sinceMs < limitMs;
      const isOpen = () => [...open.values()].some((sinceMs) => isWithin(sinceMs, LOST_MS));
      while (isWithin(changedMs, QUIET_MS) || isOpen()) await sleep(QUIET_MS / 10);
    },
  };
}
