import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Four kinds of test; always run with `--config vitest.workspace.ts`, as `npm test` does. */
export default defineConfig({
  test: {
    // By itself it would leave one of two cores idle, while each file mostly waits for its database or its browser.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,server,db,scripts}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'postgres',
          include: ['{db,server,scripts}/**/*.db.test.ts'],
          globalSetup: ['db/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './client/vite.config.ts',
        test: {
          name: 'client',
          root: './client',
          environment: 'jsdom',
          // Each file has modules of its own as before, but the browser's stand-in is made once a worker.
          pool: 'vmThreads',
          include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
          setupFiles: ['patience.ts', 'console-errors.ts'].map((file) =>
            join(import.meta.dirname, 'client/src/testing', file),
          ),
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
