import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchBrowser } from './browser.ts';

/** A browser for all tests of a file. */
export async function testBrowser(): Promise<Browser> {
  const browser = await launchBrowser();
  afterAll(() => browser.close());
  return browser;
}
