import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '#server/testing/app.ts';
import { startSecondApp } from '#server/testing/second-app.ts';
import { type Language, languages } from '#shared/languages.ts';
import { type BuiltPage, places } from './page-files.ts';

/** Replaces the built renderer: it returns its input, and behaves as the name of the shop's first notice says. */
const RENDERER = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, asks, path, language, reads }) => {
    if (asks === 'pages') return parentPort.postMessage({ id, result: { pages: [], shellPages: [] } });
    const titles = reads[0].data.map(({ title }) => title);
    if (titles.includes('fail')) return parentPort.postMessage({ id, error: 'it can not be rendered' });
    if (titles.includes('end')) process.exit(1);
    if (titles.includes('hang')) return;
    const root = path + ' in ' + language + ': ' + titles.join(', ');
    parentPort.postMessage({ id, result: { title: 'Title', styles: '<style></style>', root, asked: [] } });
  });`;

const frameOf = (language: Language) =>
  `<html lang="${language}"><title>${places.title}</title><script>1</script>${places.styles}<div id="root">${places.root}</div>${places.data}</html>`;
const parts = { title: 'Built', styles: '', root: 'as it was built' };
const page: BuiltPage = {
  path: '/about',
  parameters: ['mode'],
  in: Object.fromEntries(
    languages.map((language) => [
      language,
      { frame: frameOf(language), parts, asked: [[['notices', 'list'], { type: 'query' }]] },
    ]),
  ) as unknown as BuiltPage['in'],
};

const clientDir = mkdtempSync(join(tmpdir(), 'panel-rendered-'));

writeFileSync(
  join(clientDir, 'index.html'),
  '<!doctype html><html><head><title>Panel</title></head><body></body></html>',
);
mkdirSync(join(clientDir, '.rendered'));
writeFileSync(join(clientDir, '.rendered/render-thread.js'), RENDERER);
writeFileSync(join(clientDir, '.rendered/pages.json'), JSON.stringify([page]));
const app = await testApp({ app: { clientDir } });
const admin = await app.createAdminUser();
afterAll(async () => {
  rmSync(clientDir, { recursive: true });
});

const get = (path = '/about', headers = {}) => fetch(app.url + path, { headers });
const textOf = async (path?: string, headers = {}) => (await get(path, headers)).text();
/** Once it is the newest: a slow machine sends the previous page until then. */
async function newest(path?: string, headers = {}): Promise<string> {
  let html = '';
  await expect
    .poll(async () => {
      html = await textOf(path, headers);
      return html.includes('isOutdated');
    })
    .toBe(false);
  return html;
}
const tell = (title: string) =>
  admin.client.admin.notices.create.mutate({ title, body: 'x', level: 'info', kind: 'banner', dismissible: true });

it('is rendered with its data, and again after a change', async () => {
  expect(await newest()).toContain('<div id="root">/about in en: </div>');
  await tell('one $& <b>');
  expect(await newest()).toContain('/about in en: one $& <b></div>');
  expect(await newest('/about', { cookie: 'language=bn' })).toContain('/about in bn: one');
});

it('the first request after a change gets it', async () => {
  let changes = 0;
  // Repeats the change if the machine was too slow: the new page must eventually arrive without a wait.
  const isSentAtOnce = async () => {
    const title = `change ${++changes}.`;
    const { id } = await tell(title);
    const html = await textOf();
    await admin.client.admin.notices.delete.mutate({ id });
    return html.includes(title);
  };
  await expect.poll(isSentAtOnce).toBe(true);
});

it('contains its data, escaped', async () => {
  const html = await newest();
  const data = /<script id="page-data" type="application\/json">(.*)<\/script>/.exec(html)?.[1] ?? '';
  expect(data).not.toContain('<');
  expect(JSON.parse(data)).toMatchObject({
    language: 'en',
    reads: [{ queryKey: [['notices', 'list'], { type: 'query' }], data: [{ title: 'one $& <b>' }] }],
  });
});

it('keeps its ETag as long as it is unchanged, per language', async () => {
  await newest();
  const first = (await get()).headers.get('etag') ?? '';
  expect((await get()).headers.get('etag')).toBe(first);
  expect((await get('/about', { 'if-none-match': first })).status).toBe(304);
  expect((await get('/about', { 'if-none-match': first, cookie: 'language=bn' })).status).toBe(200);
  await tell('two');
  expect((await get('/about', { 'if-none-match': first })).status).toBe(200);
});

it.each(['/about?mode=login', '/about/', '/About', '/other'])('%s is an ordinary page', async (path) => {
  expect(await textOf(path)).toContain('<title>Reseller Panel</title>');
});

it.each([`language=${'x'.repeat(3_000)}`, 'language=__proto__', 'language=%'])(
  'an invalid cookie is ignored',
  async (cookie) => {
    expect(await textOf('/about', { cookie, 'accept-language': `${'-'.repeat(5_000)},bn-BD;q=0.3` })).toContain(
      'in bn',
    );
  },
);

it.each(['fail', 'end'])(
  'if rendering ends in “%s” the previous page is sent, marked as outdated, and the next change retries',
  async (title) => {
    const before = await newest();
    const { id } = await tell(title);
    expect(await textOf()).toBe(asOutdated(before));
    expect(await textOf()).toBe(asOutdated(before));
    await admin.client.admin.notices.delete.mutate({ id });
    await tell(`after ${title}`);
    expect(await newest()).toContain(`after ${title}`);
  },
);

it('an outdated page has its own ETag, so that it is not cached as the newest', async () => {
  await newest();
  const { id } = await tell('fail');
  const outdated = (await get()).headers.get('etag') ?? '';
  expect((await get('/about', { 'if-none-match': outdated })).status).toBe(304);
  await admin.client.admin.notices.delete.mutate({ id });
  await newest();
  expect((await get('/about', { 'if-none-match': outdated })).status).toBe(200);
});

/** Less than the limit of a stuck thread. */
const PATIENCE = { timeout: 6_000 };
const PATIENCE_FOR_A_START = { timeout: 30_000 };

it('a slow render delays nobody, and its page is not taken for the newest', PATIENCE, async () => {
  const before = await newest();
  await tell('hang');
  const answers = await Promise.all([textOf(), textOf(), textOf()]);
  expect(answers).toEqual([before, before, before].map(asOutdated));
  expect(await textOf()).toBe(asOutdated(before));
});

it(
  'if the first render is slow, a shop with its own face gets the empty page with it',
  PATIENCE_FOR_A_START,
  async () => {
    const before = await tell('hang');
    const other = await startSecondApp(app, { clientDir });
    const first = async () => (await fetch(`${other.url}/about`)).text();
    try {
      expect(await first()).toContain('as it was built');
      await admin.client.admin.settings.update.mutate({ shopName: 'Rupa & Co', brandColor: '#0a58ca' });
      await expect.poll(first, { timeout: 8_000 }).toContain('<title>Rupa &amp; Co</title>');
      const html = await first();
      expect(html).toContain('--c-colors-brand-solid:#0a58ca');
      expect(html).toContain('"shopName":"Rupa & Co"');
      expect(html).not.toContain('as it was built');
    } finally {
      await admin.client.admin.notices.delete.mutate({ id: before.id });
      await other.close();
    }
  },
);

/** The same page, marked as outdated. */
function asOutdated(html: string): string {
  return html.replace('}]}</script>', '}],"isOutdated":true}</script>');
}
