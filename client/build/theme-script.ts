import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { languages } from '#shared/languages.ts';

const placeholder = '<!-- theme-script -->';

/**
 * Inlines `file` at `<!-- theme-script -->` in index.html, and writes `csp.json` next to the built page: `{ "scriptHashes":
 * ["sha256-…"] }`, one for every inline script of the page, for the server's Content-Security-Policy.
 */
export function themeScript(file: string): Plugin {
  let outDir = '';
  return {
    name: 'theme-script',
    enforce: 'post',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(placeholder, () => `<script>${minified(readFileSync(file, 'utf8'))}</script>`),
    },
    writeBundle: {
      sequential: true,
      order: 'pre',
      handler() {
        const html = readFileSync(resolve(outDir, 'index.html'), 'utf8');
        writeFileSync(resolve(outDir, 'csp.json'), `${JSON.stringify({ scriptHashes: inlineScriptHashes(html) })}\n`);
      },
    },
  };
}

/** The CSP source of every inline script in a page. https://www.w3.org/TR/CSP3/#match-element-to-source-list */
export function inlineScriptHashes(html: string): string[] {
  const inline = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...inline].map(([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`);
}

/** Drops comment lines and indentation; the script is a few lines, so no minifier is needed. */
function minified(code: string): string {
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('//'))
    .join('\n')
    .replace("'LANGUAGES'", languages.map((language) => `'${language}'`).join());
}
