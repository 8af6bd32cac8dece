import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { settings } from '#db/schema/settings.ts';
import { deleteUnusedImages } from '#server/features/images/delete-unused-images.ts';
import { testApp } from '#server/testing/app.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startSecondApp } from '#server/testing/second-app.ts';
import { brandShades } from '#shared/brand-colors.ts';
import { initialBrandColor } from '#shared/shop-name.ts';

const INDEX = `<!doctype html><html lang="en"><head><title>Panel</title><link rel="icon" href="/favicon.svg" type="image/svg+xml" />
<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" /></head><body></body></html>`;

const clientDir = mkdtempSync(join(tmpdir(), 'panel-face-'));
writeFileSync(join(clientDir, 'index.html'), INDEX);
/** Two processes of one database. */
const here = await testApp({ app: { clientDir } });
const there = await startSecondApp(here, { clientDir });
const admin = await here.createAdminUser();
afterAll(async () => {
  await there.close();
  rmSync(clientDir, { recursive: true });
});

/** A notification takes milliseconds and a poll two seconds; a slow machine may take longer. */
const WITHIN = { timeout: 20_000, interval: 20 };
const textAt = async (url: string) => (await fetch(url)).text();
const manifestAt = async (url: string) =>
  JSON.parse(await textAt(`${url}/manifest.webmanifest`)) as {
    name: string;
    short_name: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
const update = admin.client.admin.settings.update;
const upload = async (width: number, height: number, alpha = 1) => {
  const background = { r: 10, g: 90, b: 160, alpha };
  const bytes = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
  return (await admin.client.admin.images.upload.mutate({ data: bytes.toString('base64') })).path;
};
const bytesAt = async (path: string) => Buffer.from(await (await fetch(here.url + path)).arrayBuffer());
/** The colour of a pixel at a part of the width and the height. */
const colorAt = async (path: string, x: number, y: number) => {
  const { data, info } = await sharp(await bytesAt(path))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
  return `#${data.subarray(at, at + 4).toString('hex')}`;
};
const imageAt = async (path: string) => {
  const bytes = await bytesAt(path);
  const { width, height, format, hasAlpha } = await sharp(bytes).metadata();
  return { width, height, format, hasAlpha };
};

test('a new name and colour are in the documents and the manifest of every process, without a restart', async () => {
  expect(await textAt(`${there.url}/dashboard`)).toContain('<title>Reseller Panel</title>');
  expect(await textAt(`${there.url}/dashboard`)).not.toContain('shop-style');
  await update.mutate({ shopName: 'Rupa’s </title><script> & Co', brandColor: '#0a58ca' });
  for (const { url } of [here, there]) {
    await vi.waitFor(async () => {
      const html = await textAt(`${url}/dashboard`);
      expect(html).toContain('<title>Rupa’s &lt;/title>&lt;script> &amp; Co</title>');
      expect(html).toContain('[data-theme=bumblebee]{--c-colors-brand-solid:#0a58ca');
      expect(html).toContain('"shopName":"Rupa’s \\u003c/title>\\u003cscript> & Co"');
      expect((await manifestAt(url)).name).toBe('Rupa’s </title><script> & Co');
    }, WITHIN);
  }
  expect((await manifestAt(here.url)).short_name).toBe('Rupa’s');
});

test('all sizes of the icon are made from one upload, and the logo in the size of the bar', async () => {
  const [logo, icon] = [await upload(900, 300), await upload(700, 700, 0.5)];
  await update.mutate({ logoImage: logo, iconImage: icon });
  const { logo: shown } = await here.client().settings.public.query();
  expect(shown).toMatchObject({ width: 288, height: 96 });
  expect(await imageAt(shown?.path ?? '')).toMatchObject({ width: 288, height: 96, format: 'webp' });
  const { icons } = await manifestAt(here.url);
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]);
  for (const { src, sizes, purpose } of icons) {
    const edge = Number(sizes.split('x')[0]);
    expect(await imageAt(src)).toEqual({ width: edge, height: edge, format: 'png', hasAlpha: purpose !== 'maskable' });
  }
  const html = await textAt(`${here.url}/dashboard`);
  const [, favicon = ''] = /<link rel="icon" href="([^"]+)"/.exec(html) ?? [];
  const [, apple = ''] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
  expect(await imageAt(favicon)).toMatchObject({ width: 32, height: 32 });
  expect(await imageAt(apple)).toMatchObject({ width: 180, height: 180, hasAlpha: false });
  expect(html).toContain(`url(${shown?.path})`);

  // What the face uses stays, however old it is.
  await here.db.$client`update images set uploaded_at = now() - interval '40 days'`;
  await deleteUnusedImages(here.db);
  for (const path of [logo, icon, favicon, shown?.path ?? '']) expect((await fetch(here.url + path)).status).toBe(200);

  await update.mutate({ logoImage: null, iconImage: null });
  expect((await here.client().settings.public.query()).logo).toBeNull();
});

test('without an icon and a logo it is the panel’s mark in the shop’s colour', async () => {
  await update.mutate({ brandColor: '#0a58ca' });
  const { icons } = await manifestAt(here.url);
  const [small, large, maskable] = icons.map(({ src }) => src);
  for (const [path = '', edge] of [
    [small, 192],
    [large, 512],
  ] as const) {
    expect(await imageAt(path)).toEqual({ width: edge, height: edge, format: 'png', hasAlpha: true });
    expect(await colorAt(path, 0.02, 0.02)).toBe('#00000000');
    expect(await colorAt(path, 0.5, 0.15)).toBe('#0a58caff');
    expect(await colorAt(path, 0.5, 0.6)).toBe('#ffffffff');
  }
  expect(await imageAt(maskable ?? '')).toEqual({ width: 512, height: 512, format: 'png', hasAlpha: false });
  expect(await colorAt(maskable ?? '', 0.02, 0.02)).toBe('#0a58caff');
  expect(await colorAt(maskable ?? '', 0.5, 0.55)).toBe('#ffffffff');
  const [, favicon = ''] = /<link rel="icon" href="([^"]+)"/.exec(await textAt(`${here.url}/dashboard`)) ?? [];
  expect(await colorAt(favicon, 0.5, 0.15)).toBe('#0a58caff');

  await update.mutate({ brandColor: initialBrandColor });
  expect((await manifestAt(here.url)).icons[0]?.src).toBe('/icons/icon-192.png');
});

test('without an icon it is made from the logo', async () => {
  await update.mutate({ logoImage: await upload(640, 200) });
  const { icons } = await manifestAt(here.url);
  expect(await imageAt(icons[0]?.src ?? '')).toMatchObject({ width: 192, height: 192 });
  await update.mutate({ logoImage: null });
});

const path = `/images/${'0'.repeat(64)}.png`;
test.each([
  [{ logoImage: path }, { logoImage: ['Choose a picture'] }],
  [{ iconImage: '/avatar.svg' }, { iconImage: ['Choose a picture'] }],
  [{ iconImage: 'https://elsewhere.example/a.png' }, { iconImage: ['Choose a picture'] }],
  [{ brandColor: 'yellow' }, { brandColor: ['Enter a colour such as #f7c800'] }],
  [{ brandColor: '#F7C' }, { brandColor: ['Enter a colour such as #f7c800'] }],
  [{ brandColor: '#000;}*' }, { brandColor: ['Enter a colour such as #f7c800'] }],
  [{ shopName: ' ' }, { shopName: ['Name is required'] }],
  [{ shopName: 'two\nlines' }, { shopName: ['Must be one line, without control characters'] }],
  [{ shopName: 'x'.repeat(41) }, { shopName: ['Must be at most 40 characters'] }],
  [{ aboutText: { en: 'x'.repeat(10_001), bn: '' } }, { aboutText: ['Must be at most 10000 characters'] }],
])('%j is refused beside its field', async (input, fieldErrors) => {
  const refusal = await refusalOf(update.mutate(input));
  expect(refusal).toMatchObject({ code: 'bad_input' });
  expect(Object.values(refusal.fieldErrors ?? {})).toEqual(Object.values(fieldErrors));
});

test.each<[string, object]>([
  ['a name without a character', { shopName: '' }],
  ['a name of two lines', { shopName: 'a\nb' }],
  ['a colour that is none', { brandColor: 'red' }],
  ['a logo elsewhere', { logoImage: 'https://elsewhere.example/a.png' }],
  ['a text in one language alone', { heroTitle: { en: 'only' } }],
  ['a text in a language too many', { heroTitle: { en: '', bn: '', fr: '' } }],
  ['a text that is a number', { footerText: { en: 1, bn: '' } }],
  ['a list for a text', { contact: [] }],
  ['a text that is too long', { termsText: { en: 'x'.repeat(10_001), bn: '' } }],
])('the database refuses %s', async (_, values) => {
  await expect(here.db.update(settings).set(values)).rejects.toThrow();
});

test('pages’ texts are a query of their own, and an empty language shows the other', async () => {
  await update.mutate({ shopName: 'রূপা', aboutText: { en: 'About {shop}', bn: '' }, termsText: { en: '', bn: 'শর্ত' } });
  const { pageTexts, public: publicly } = there.client('').settings;
  await vi.waitFor(async () => {
    expect(await pageTexts.query({ language: 'bn' })).toMatchObject({ aboutText: 'About রূপা', termsText: 'শর্ত' });
  }, WITHIN);
  expect(await pageTexts.query({ language: 'en' })).toMatchObject({ termsText: 'শর্ত' });
  expect(JSON.stringify(await publicly.query()).length).toBeLessThan(2_000);
});

test('long texts in both languages are saved together', async () => {
  const long = { en: 'x'.repeat(10_000), bn: 'ক'.repeat(10_000) };
  const texts = { aboutText: long, termsText: long, refundText: long };
  const { aboutText, termsText, refundText } = await admin.client.admin.settings.get.query();
  await update.mutate({ ...texts, expectedSettings: { aboutText, termsText, refundText } });
  await update.mutate({ ...texts, refundText: { en: '', bn: '' }, expectedSettings: texts });
  expect((await admin.client.admin.settings.get.query()).refundText).toEqual({ en: '', bn: '' });
});

test('a colour’s style has the shades of both themes', async () => {
  await update.mutate({ brandColor: '#2e7d32' });
  const html = await textAt(`${here.url}/dashboard`);
  const { light, dark } = brandShades('#2e7d32');
  for (const shade of [light.fg, light.contrast, dark.solid, dark.fg]) expect(html).toContain(shade);
});
