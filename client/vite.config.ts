import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { documents } from './build/documents.ts';
import { inlineStyles } from './build/inline-styles.ts';
import { leanPreloads } from './build/lean-preloads.ts';
import { offlineWorker } from './build/offline-worker.ts';
import { precompress } from './build/precompress.ts';
import { signedInFile } from './build/signed-in-file.ts';
import { themeScript } from './build/theme-script.ts';
import { wordsInPage } from './build/words-in-page.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = `http://localhost:${process.env.PORT ?? 3000}`;
/** The API allows only its own origin to refresh a session; in development the page comes from this server instead. */
const toApi = { target: api, headers: { origin: api } };

const proxied = Object.fromEntries(
  ['/trpc', '/api', '/refresh', '/exports', '/images', '/manifest.webmanifest'].map((path) => [path, toApi]),
);

const { plugin: preloadLists, resolveDependencies } = leanPreloads();

const client: UserConfig = {
  root: here('.'),
  publicDir: here('public'),
  plugins: [
    react(),
    documents(),
    themeScript(here('theme-script.js')),
    wordsInPage(),
    preloadLists,
    inlineStyles(),
    ...offlineWorker(),
    precompress(),
  ],
  server: { proxy: proxied },
  preview: { proxy: proxied },
  build: {
    outDir: here('../dist/client'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false, resolveDependencies },
    // The one style sheet is inlined. Otherwise lazy code would wait for it again.
    cssCodeSplit: false,
    // e2e/client-size.test.ts reads the module graph from it.
    manifest: true,
    // The charts are larger than the usual limit; they load separately, and only on the overview.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // No package relies on a getter being read at load; without this every unused class component stays.
      treeshake: {
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /\/(hoist-non-react-statics|react-is)\//, sideEffects: false }],
      },
      output: {
        // Each file names a dozen others, and what does not repeat does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            /** Builds the theme at load, which takes long enough for a separate task. */
            {
              name: 'look',
              test: /client\/src\/app\/theme\/(system|recipes|tokens)\.ts|@chakra-ui\/react\/dist\/esm\/styled-system\/|node_modules\/@emotion\//,
            },
            /** Changes only with a dependency, so it stays cached across releases. */
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router(-dom)?|@tanstack\/(react-)?query(-core)?|@trpc\/(client|react-query))\/[^?]*$/,
            },
            // Each icon has a few hundred bytes, and a page would load dozens of files: on a slow connection that costs more than
            // all icons.
            { name: 'icons', test: /node_modules\/react-icons\//, includeDependenciesRecursively: false },
            { name: 'anatomies', test: /anatomy(\.js|\/)|\.anatomy\./, includeDependenciesRecursively: false },
            // The start of every page, in one file with the entry: separately, each part shared with a lazy page would be its own
            // request.
            { name: 'first', tags: ['$initial'], includeDependenciesRecursively: false },
            // Small parts of the home page that many pages share; most pages load all of them.
            {
              name: 'basics',
              test: /esm\/components\/(grid|heading|typography)\/|client\/src\/lib\/(format|local-name|parse-integer|parse-id|order-draft|entry|use-order-param|use-in-sight)\.|shared\/(latin-digits|parse-id)\./,
              includeDependenciesRecursively: false,
            },
            // Small parts of inputs that most forms and lists share: schemas, and values without them.
            {
              name: 'inputs',
              test: /\/shared\/(moment|numbers|paging)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'values',
              test: /\/shared\/(reviewers|history-sorts|http-url|shop-days|job-limits)\.|client\/src\/(lib\/format-units|features\/admin\/use-is-table)\./,
              includeDependenciesRecursively: false,
            },
            // Typed values without schemas, and the form fields that display how they are read.
            {
              name: 'typed',
              test: /client\/src\/lib\/(parse-typed|typed-quantity)\.|\/shared\/paste\/(account|clean|number)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'typed-fields',
              test: /client\/src\/(lib\/typed-numbers|i18n\/en\/suggestion|components\/(account-fields|count-field|read-field))\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'dates',
              test: /node_modules\/dayjs\/|client\/src\/(lib\/(dates|time-zone|use-now)|components\/time-text)\./,
              includeDependenciesRecursively: false,
            },
            // What every dialog, menu and popover loads together: separately, a dozen files, and their names in each page that opens one.
            {
              name: 'machines',
              test: /@zag-js\/(core\/dist\/(state|create-machine|scope)\.|react\/)|@zag-js\/utils\/dist\/(array|object|warning)\.|@zag-js\/dom-query\/dist\/(platform|event)\.|@ark-ui\/react\/dist\/utils\/use-event\.|\/use-locale-context\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'overlays',
              test: /@zag-js\/(dismissable|interact-outside|presence)\/|@zag-js\/dom-query\/dist\/(controller|wait-for|when-node|tabbable|initial-focus|query|raf|set|overflow)\.|@ark-ui\/react\/dist\/(components\/(presence|portal)|utils\/(render-strategy|react-activity))/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'dialogs',
              test: /@zag-js\/(dialog|aria-hidden|focus-trap|remove-scroll)\/|@ark-ui\/react\/dist\/components\/dialog\/|@chakra-ui\/react\/dist\/esm\/components\/dialog\/|client\/src\/lib\/modal\./,
              includeDependenciesRecursively: false,
            },
            { name: signedInFile, debugName: 'signed-in', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
};

/** The program that renders public pages, as files that need no package: React is not installed where the panel runs. */
const rendering: UserConfig = {
  root: here('.'),
  publicDir: false,
  plugins: [react(), documents()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: here('../dist/rendering'),
    emptyOutDir: true,
    target: 'es2024',
    rolldownOptions: {
      input: here('src/rendering/render-thread.ts'),
      output: { entryFileNames: 'render-thread.js' },
    },
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? rendering : client));
