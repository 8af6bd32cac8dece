import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineStyles } from './build/inline-styles.ts';
import { lateCopy } from './build/late-copy.ts';
import { leaveOutUnused } from './build/leave-out-unused.ts';
import { offlineWorker } from './build/offline-worker.ts';
import { oneIconAModule } from './build/one-icon-a-module.ts';
import { precompress } from './build/precompress.ts';
import { themeScript } from './build/theme-script.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = `http://localhost:${process.env.PORT ?? 3000}`;
/** The API lets only its own origin refresh a session; in development the page comes from this server instead. */
const toApi = { target: api, headers: { origin: api } };

const proxied = Object.fromEntries(['/trpc', '/api', '/refresh', '/exports', '/images'].map((path) => [path, toApi]));

export default defineConfig({
  root: here('.'),
  publicDir: here('public'),
  plugins: [
    react(),
    oneIconAModule(),
    leaveOutUnused(),
    // Only the live stream subscribes, and only the late recipes have parts in any number.
    lateCopy('@trpc/client', /\/client\/src\/lib\/live\//),
    lateCopy('../../anatomy.js', /\/theme\/recipes\/(?!empty-state)/),
    themeScript(here('theme-script.js')),
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
    modulePreload: { polyfill: false },
    // e2e/client-size.test.ts reads in it what belongs to what.
    manifest: true,
    // The charts are larger than the usual limit; they load alone, and only on the overview.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // No package counts on a getter's being read as it is loaded; without this every unused class component stays.
      treeshake: {
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /\/(hoist-non-react-statics|react-is)\//, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            /** Changes only when a dependency does, so it stays cached over our own releases. */
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router(-dom)?|@tanstack\/(react-)?query(-core)?|@trpc\/(client|react-query))\/[^?]*$/,
            },
          ],
        },
      },
    },
  },
});
