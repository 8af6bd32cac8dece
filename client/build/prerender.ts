import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BuiltPage,
  type BuiltShell,
  escapeHtml,
  PAGES_FILE,
  places,
  RENDER_THREAD,
  RENDERED_DIR,
  SHELLS_FILE,
} from '#server/api/http/pages/page-files.ts';
import { createRenderer } from '#server/api/http/pages/renderer.ts';
import { fontFamilies, type Language, languages } from '#shared/languages.ts';

interface Chunk {
  file: string;
  imports?: string[];
}

/**
 * Renders the public pages, one per language, without data, and puts them into the client's build together with the program that
 * renders them again; also records what other pages preload.
 * @param clientDir the client's build
 * @param renderingDir the build of that program, which moves into the client's
 */
export async function prerender(clientDir: string, renderingDir: string): Promise<void> {
  const dir = join(clientDir, RENDERED_DIR);
  rmSync(dir, { recursive: true, force: true });
  renameSync(renderingDir, dir);
  const index = readFileSync(join(clientDir, 'index.html'), 'utf8');
  const chunks = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const renderer = createRenderer(join(dir, RENDER_THREAD));
  const built: BuiltPage[] = [];
  const { publicPages, shellPages } = await renderer.pages();
  for (const { path, code, texts: more = [], parameters } of publicPages) {
    const page: Pick<BuiltPage, 'in'> = { in: {} as BuiltPage['in'] };
    for (const language of languages) {
      // English texts come with the code.
      const own = [`src/i18n/${language}.ts`, ...more.map((name) => `src/i18n/${language}/${name}.ts`)];
      const texts = language === languages[0] ? [] : own;
      const { asked, description, ...parts } = await renderer.render(path, language, []);
      const files = filesOf([...code, ...texts], chunks);
      page.in[language] = { frame: frameOf(index, { language, files, description }), parts, asked };
    }
    built.push({ path, parameters, ...page });
  }
  await renderer.close();
  writeFileSync(join(dir, PAGES_FILE), JSON.stringify(built));
  writeFileSync(join(dir, SHELLS_FILE), JSON.stringify(shellPages.map((page) => shellOf(page, index, chunks))));
}

/** Links to a page's first code that index.html does not load itself. */
function shellOf(
  { path, code }: Pick<BuiltShell, 'path'> & { code: string[] },
  index: string,
  chunks: Record<string, Chunk>,
): BuiltShell {
  return { path, links: linksTo(filesOf(code, chunks), index) };
}

/** Preload links for scripts that index.html does not load itself. */
function linksTo(files: Set<string>, index: string): string {
  return [...files]
    .filter((file) => !index.includes(`"/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
}

/** The files of some chunks and of all their imports. */
function filesOf(names: string[], chunks: Record<string, Chunk>): Set<string> {
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = chunks[name];
    if (!chunk) throw new Error(`the build has no chunk of ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const each of chunk.imports ?? []) add(each);
  };
  for (const name of names) add(name);
  return files;
}

interface FrameOptions {
  language: Language;
  description: string;
  /** Files that the browser loads parallel to the first script. */
  files: Set<string>;
}

/** The built index.html with placeholders for a page's parts, and with the page's description. */
function frameOf(index: string, { language, description, files }: FrameOptions): string {
  const faces = facesOf(index, language).map(
    (face) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${face}">`,
  );
  const changes: [RegExp, string][] = [
    [/<html lang="en"/, `<html lang="${language}" data-rendered`],
    [/<title>[^<]*<\/title>/, `<title>${places.title}</title>`],
    [/(<meta\s+name="description"\s+content=)"[^"]*"/, `$1"${escaped(description)}"`],
    // The notices come with the page.
    [/<link rel="preload" href="\/trpc\/notices\.list"[^>]*>/, ''],
    [/<link rel="icon"/, `${faces.join('')}$&`],
    [/<\/head>/, `${linksTo(files, index)}${places.styles}</head>`],
    // Its text and font come before its code.
    [/<(?=link rel="modulepreload"|script type="module")[^>]*?(?= crossorigin)/g, '$& fetchpriority="low"'],
    [/<!-- boot -->[^]*<!-- \/boot -->/, places.root],
    [/<\/body>/, `${places.data}</body>`],
  ];
  return changes.reduce((html, [what, by]) => {
    if (!what.test(html)) throw new Error(`index.html has no ${what.source}`);
    return html.replace(what, by);
  }, index);
}

/** The font files of a page's first text. */
function facesOf(index: string, language: Language): string[] {
  const own = fontFamilies[language]?.toLowerCase().replaceAll(' ', '-');
  const faces = [...index.matchAll(/url\((\/assets\/[^)]*\.woff2)\)/g)].map(([, face = '']) => face);
  return faces.filter((face) => face.includes('/geist-latin-') || (own && face.includes(`/${own}-`)));
}

/** For a replacement, where `$` has a meaning. */
function escaped(text: string): string {
  return escapeHtml(text).replaceAll('$', '$$$$');
}
