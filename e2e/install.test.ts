import { expect, test } from 'vitest';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The requirements for installing the panel on a phone's home screen. */
const panel = sharedPanel();

interface Manifest {
  name: string;
  display: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

const browser = await testBrowser();

test('the page has a manifest that browsers accept, and its icons have the declared sizes', async () => {
  const page = await browser.newPage();
  await page.goto(panel.url);
  const devtools = await page.context().newCDPSession(page);
  const { url, data = '', errors } = await devtools.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${panel.url}/manifest.webmanifest`, []]);
  const manifest = JSON.parse(data) as Manifest;
  expect([manifest.name, manifest.display, manifest.start_url]).toEqual(['Reseller Panel', 'standalone', '/']);
  const has = (sizes: string, purpose?: string) =>
    manifest.icons.some((icon) => icon.sizes === sizes && icon.purpose === purpose);
  expect([has('192x192'), has('512x512'), has('512x512', 'maskable')]).toEqual([true, true, true]);
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await fetch(panel.url + src);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(sizeOfPng(Buffer.from(await answer.arrayBuffer()))).toBe(sizes);
  }
});

/** Width and height are in a PNG's first chunk. */
function sizeOfPng(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}
