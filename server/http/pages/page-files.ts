import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#shared/languages.ts';

/** In the client's build; hidden, so that its files are not served. */
export const RENDERED_DIR = '.rendered';
export const RENDER_THREAD = 'render-thread.js';
export const PAGES_FILE = 'pages.json';
export const SHELLS_FILE = 'shells.json';
export const HTML = 'text/html; charset=utf-8';

/** The key of a query in the browser's cache: the procedure's path, its input, and how it is read. */
export type QueryKey = readonly [path: readonly string[], how: { input?: unknown; type: 'query' | 'infinite' }];

export interface Read {
  queryKey: QueryKey;
  data: unknown;
}

/** A page in parts of its HTML. */
export interface PageParts {
  /** Style tags. */
  styles: string;
  /** What stands in `#root`. */
  root: string;
}

/** A page as the build has left it. */
export interface BuiltPage {
  path: string;
  /** The search parameters that change what it shows. */
  parameters: string[];
  /** The queries that it displays. */
  asked: QueryKey[];
  /** The document around its parts, and these as they are before anything was read. */
  in: Record<Language, { frame: string; parts: PageParts }>;
}

/** A page that comes as index.html, without anything of its own but what its code begins with. */
export interface BuiltShell {
  path: string;
  /** Tags that have the browser fetch it beside the first script. */
  links: string;
}

/** Where in a frame the parts belong. */
export const places = { styles: '<!--page-styles-->', root: '<!--page-root-->', data: '<!--page-data-->' } as const;

/** @returns undefined for a build without rendered pages */
export function readBuiltPages(clientDir: string): BuiltPage[] | undefined {
  return readBuilt(clientDir, PAGES_FILE) as BuiltPage[] | undefined;
}

/** @returns none for a build without rendered pages */
export function readBuiltShells(clientDir: string): BuiltShell[] {
  return (readBuilt(clientDir, SHELLS_FILE) ?? []) as BuiltShell[];
}

function readBuilt(clientDir: string, name: string): unknown {
  const file = join(clientDir, RENDERED_DIR, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Data for the page's code about its HTML. */
export interface PageData {
  language: Language;
  reads: readonly Read[];
  /** Set where the data has changed since. */
  isOutdated?: true;
}

/**
 * A page's HTML with the data it was rendered from, so that the browser's code starts from the same.
 * @param frame the document around it
 */
export function composePage(frame: string, parts: PageParts, pageData: PageData): string {
  const data = JSON.stringify(pageData).replaceAll('<', '\\u003c');
  const fillings: Record<string, string> = {
    [places.styles]: parts.styles,
    [places.root]: parts.root,
    [places.data]: `<script id="page-data" type="application/json">${data}</script>`,
  };
  // In one pass, so that nothing in one part is taken for the place of another.
  return frame.replaceAll(/<!--page-(?:styles|root|data)-->/g, (place) => fillings[place] ?? '');
}
