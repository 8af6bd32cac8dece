import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#shared/languages.ts';

/** In the client's build; a hidden directory, so that its files are not served. */
export const RENDERED_DIR = '.rendered';
export const RENDER_THREAD = 'render-thread.js';
export const PAGES_FILE = 'pages.json';
export const SHELLS_FILE = 'shells.json';
export const HTML = 'text/html; charset=utf-8';

/** The key of a query in the browser's cache: the procedure's path, its input, and the kind of query. */
export type QueryKey = readonly [path: readonly string[], how: { input?: unknown; type: 'query' | 'infinite' }];

export interface Read {
  queryKey: QueryKey;
  data: unknown;
}

/** The parts of a page's HTML. */
export interface PageParts {
  title: string;
  /** Style tags. */
  styles: string;
  /** The content of `#root`. */
  root: string;
}

/** A page from the build. */
export interface BuiltPage {
  path: string;
  /** The search parameters that affect its content. */
  parameters: string[];
  /** The document without its parts, the parts rendered without data, and the page's queries. */
  in: Record<Language, { frame: string; parts: PageParts; asked: QueryKey[] }>;
}

/** A page served as index.html, with links to preload its code. */
export interface BuiltShell {
  path: string;
  /** Link tags that preload its code parallel to the first script. */
  links: string;
}

/** The placeholders of the parts in a frame. */
export const places = {
  title: '<!--page-title-->',
  styles: '<!--page-styles-->',
  root: '<!--page-root-->',
  data: '<!--page-data-->',
} as const;

/** @returns undefined for a build without rendered pages */
export function readBuiltPages(clientDir: string): BuiltPage[] | undefined {
  return readBuilt(clientDir, PAGES_FILE) as BuiltPage[] | undefined;
}

/** @returns an empty list for a build without rendered pages */
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
  /** Set if the data has changed since. */
  isOutdated?: true;
}

/**
 * A page's HTML with the data it was rendered from, so that the browser's code starts with the same data.
 * @param frame the document around it
 */
export function composePage(frame: string, parts: PageParts, pageData: PageData): string {
  const fillings: Record<string, string> = {
    [places.title]: escapeHtml(parts.title),
    [places.styles]: parts.styles,
    [places.root]: parts.root,
    [places.data]: dataScript('page-data', pageData),
  };
  // In one pass, so that a placeholder inside a part is not replaced.
  return frame.replaceAll(/<!--page-(?:title|styles|root|data)-->/g, (place) => fillings[place] ?? '');
}

/** JSON for the page's code. It is data, which no browser runs. */
export function dataScript(id: string, data: unknown): string {
  return `<script id="${id}" type="application/json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
