import type { Plugin, Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Files to cache in addition to scripts, so that the page opens without a network. */
const FILES = /^(index\.html|favicon\.svg|avatar\.svg|icons\/icon-192\.png)$/;
/** The Bengali fonts are large, so they are cached only when used. */
const FONTS = /^assets\/(geist|bangla|taka)-.*\.woff2$/;
/** The start page of the installed app. */
const START_PAGE = '/features/home/home-page.tsx';

/**
 * Builds the service worker, `sw.js`, with the list of files to cache first: those that the panel and its start page need, which a
 * first visit has loaded anyway. The page registers the worker and has its own manifest.
 */
export function offlineWorker(): Plugin[] {
  let scripts = new Set<string>();
  const isKept = (url: string) => FILES.test(url) || FONTS.test(url) || scripts.has(url);
  return [
    {
      name: 'scripts-of-the-shell',
      apply: 'build',
      generateBundle(_options, bundle) {
        scripts = scriptsOfShell(bundle);
      },
    },
    ...VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/worker',
      filename: 'sw.ts',
      manifest: false,
      injectRegister: false,
      integration: {
        configureCustomSWViteBuild(worker) {
          worker.logLevel = 'warn';
        },
      },
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['*.{html,svg}', 'icons/*.png', 'assets/*.{js,woff2}'],
        // Their names change with their content.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [(files) => ({ manifest: files.filter(({ url }) => isKept(url)), warnings: [] })],
      },
    }),
  ];
}

/** The scripts of the shell and the start page, including their static imports. */
function scriptsOfShell(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) return;
    found.add(file);
    for (const imported of chunk.imports) add(imported);
  };
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && (chunk.isEntry || chunk.facadeModuleId?.endsWith(START_PAGE))) add(chunk.fileName);
  return found;
}
