import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildClient, clientDir } from '../scripts/build/client.ts';

/**
 * The limits of the client's size, in gzip bytes. If one is exceeded, load something later (`lazyWithPreload`) or remove it; do not
 * raise the limit.
 */
/** Includes the questions of the home page, because they are in its first HTML. */
const FIRST_LOAD = 200_500;
/** Includes 8,000 of the live stream, which loads after the page. */
const TABLE_PAGE = 280_000;
/** Without its details, filters and dialogs, which load later. */
const QUEUE_PAGE = 300_500;
/** The page's own code, without shared code. */
const ROUTE = 25_000;
const CHARTS = 160_000;
/** The screens' texts, which the first paint waits for. Messages of schemas and of the server load later, in a chunk of 3 kB. */
const LANGUAGE = 15_000;
const LATIN_FACE = 40_000;

interface Chunk {
  file: string;
  imports?: string[];
}

const HOME = 'src/features/home/home-page.tsx';
const LAZY_RECIPES = 'src/app/theme/lazy-recipes.ts';
let chunks: Record<string, Chunk>;

beforeAll(async () => {
  await buildClient(() => undefined);
  chunks = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
});

test('the first load of the home page', () => {
  expect(sizeOf(['index.html', HOME])).toBeLessThanOrEqual(FIRST_LOAD);
});

/** The frame of every dashboard page for a signed-in user, and the list of pages that it is in. */
const around = (pages: 'signed-in' | 'admin') => [
  'index.html',
  LAZY_RECIPES,
  `src/app/${pages}-pages.ts`,
  'src/app/dashboard-shell.tsx',
  'src/lib/live/follow-changes.ts',
];

test('a page with a table, with the frame of a signed-in user', () => {
  const page = 'src/features/orders/history/order-history-page.tsx';
  expect(sizeOf([...around('signed-in'), page])).toBeLessThanOrEqual(TABLE_PAGE);
});

test.each(['orders', 'recharges', 'requests', 'tickets'])(
  'the code that an admin waits for before the first of the %s',
  (what) => {
    const page = `src/features/admin/${what}/manage-${what}-page.tsx`;
    expect(sizeOf([...around('admin'), page])).toBeLessThanOrEqual(QUEUE_PAGE);
  },
);

test('the code of each page', () => {
  const pages = Object.keys(chunks).filter((name) => /^src\/features\/.*-page\.tsx$/.test(name));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((name) => weigh(chunkOf(name).file) > ROUTE)).toEqual([]);
});

test('the charts', () => {
  const charts = Object.keys(chunks).filter((name) => name.includes('apexcharts'));
  expect(charts).toHaveLength(1);
  expect(weigh(chunkOf(charts[0] ?? '').file)).toBeLessThanOrEqual(CHARTS);
  expect(filesOf(['index.html', 'src/features/dashboard/overview-page.tsx'])).not.toContain(
    chunkOf(charts[0] ?? '').file,
  );
});

test('no code waits for the style sheet, because it is in the page', () => {
  const files = readdirSync(join(clientDir, 'assets'));
  const sheets = files.filter((file) => file.endsWith('.css'));
  const scripts = files.filter((file) => file.endsWith('.js'));
  const waiting = scripts.filter((file) => {
    const code = readFileSync(join(clientDir, 'assets', file), 'utf8');
    return sheets.some((sheet) => code.includes(sheet));
  });
  expect(sheets).toHaveLength(1);
  expect(waiting).toEqual([]);
});

test('the texts of a language', () => {
  expect(weigh(chunkOf('src/i18n/bn.ts').file)).toBeLessThanOrEqual(LANGUAGE);
  expect(filesOf(['index.html', HOME])).not.toContain(chunkOf('src/i18n/bn.ts').file);
});

test('the Latin font', () => {
  const faces = Object.values(chunks).filter(({ file }) => /geist-latin-.*\.woff2$/.test(file));
  expect(faces).toHaveLength(1);
  // A font file is compressed by itself.
  expect(statSync(join(clientDir, faces[0]?.file ?? '')).size).toBeLessThanOrEqual(LATIN_FACE);
});

describe('the first load', () => {
  test('has none of the components with later styles', () => {
    const source = readFileSync(join(import.meta.dirname, '../client', LAZY_RECIPES), 'utf8');
    const late = [...source.matchAll(/^ {2}(\w+): \w+Recipe,$/gm)].map(([, key = '']) => key);
    expect(late).toContain('dialog');
    const code = filesOf(['index.html', HOME]).map((file) => readFileSync(join(clientDir, file), 'utf8'));
    const keys = code.flatMap((text) => [...text.matchAll(/\bkey:["'`](\w+)["'`]/g)].map(([, key = '']) => key));
    expect(keys).toContain('button');
    expect(keys.filter((key) => late.includes(key))).toEqual([]);
  });
});

function chunkOf(name: string): Chunk {
  const chunk = chunks[name];
  if (!chunk) throw new Error(`the build has no chunk of ${name}`);
  return chunk;
}

/** The files of some chunks and of all their imports. */
function filesOf(names: string[]): string[] {
  const seen = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const each of chunkOf(name).imports ?? []) add(each);
  };
  for (const name of names) add(name);
  return [...seen].map((name) => chunkOf(name).file);
}

function sizeOf(names: string[]): number {
  return filesOf(names).reduce((sum, file) => sum + weigh(file), 0);
}

/** The smallest files are not worth compressing. */
function weigh(file: string): number {
  const path = join(clientDir, file);
  return statSync(statSync(`${path}.gz`, { throwIfNoEntry: false }) ? `${path}.gz` : path).size;
}
