import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** By itself Vitest would leave one of two cores idle, while most files wait for their database most of the time. */
const maxWorkers = 2;

/** Four kinds of test; always run with `--config vitest.workspace.ts`, as `npm test` does. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          include: ['{shared,server,db,scripts}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'postgres',
          maxWorkers,
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
          maxWorkers,
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
          // After all others: a journey has the machine to itself.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
