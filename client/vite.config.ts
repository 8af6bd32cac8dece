import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineStyles } from './build/inline-styles.ts';
import { precompress } from './build/precompress.ts';
import { themeScript } from './build/theme-script.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = `http://localhost:${process.env.PORT ?? 3000}`;
/** The API lets only its own origin refresh a session; in development the page comes from this server instead. */
const toApi = { target: api, headers: { origin: api } };

export default defineConfig({
  root: here('.'),
  publicDir: here('public'),
  plugins: [react(), themeScript(here('theme-script.js')), inlineStyles(), precompress()],
  server: { proxy: { '/trpc': toApi, '/api': toApi, '/refresh': toApi } },
  preview: { proxy: { '/trpc': toApi, '/api': toApi, '/refresh': toApi } },
  build: {
    outDir: here('../dist/client'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The charts are larger than the usual limit; they load alone, and only on the overview.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            /** Changes only when a dependency does, so it stays cached over our own releases. */
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router(-dom)?|@tanstack\/(react-)?query(-core)?|@trpc)\//,
            },
          ],
        },
      },
    },
  },
});
