import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** More than the smallest machine has cores: most files wait for a database, a browser or a process half of their time. */
const maxWorkers = 3;
/** For what never comes; a slow and busy machine takes its time with what does. */
const patienceMs = 120_000;
/** The same for what is waited for within a test, which vitest gives a second otherwise. */
const waiting = {
  expect: { poll: { timeout: 30_000 } },
  setupFiles: [join(import.meta.dirname, 'db/testing/patience.ts')],
};

/** Seven kinds of test; always run with `--config vitest.workspace.ts`, as `npm test` does. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...waiting,
          maxWorkers,
          include: ['{shared,server,db,scripts}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts'],
          testTimeout: patienceMs,
        },
      },
      {
        test: {
          name: 'postgres',
          ...waiting,
          maxWorkers,
          include: ['{db,server,scripts}/**/*.db.test.ts'],
          globalSetup: ['db/testing/global-setup.ts'],
          testTimeout: patienceMs,
          hookTimeout: patienceMs,
        },
      },
      {
        extends: './client/vite.config.ts',
        test: {
          name: 'client',
          ...waiting,
          maxWorkers,
          root: './client',
          environment: 'jsdom',
          // Each file has modules of its own as before, but the browser's stand-in is made once a worker.
          pool: 'vmThreads',
          include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
          setupFiles: [
            ...waiting.setupFiles,
            ...['patience.ts', 'console-errors.ts'].map((file) =>
              join(import.meta.dirname, 'client/src/testing', file),
            ),
          ],
          testTimeout: patienceMs,
        },
      },
      {
        test: {
          name: 'browser',
          ...waiting,
          setupFiles: [...waiting.setupFiles, join(import.meta.dirname, 'e2e/tell-of-failures.ts')],
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: patienceMs,
          hookTimeout: patienceMs,
          // Two at a time, each worker with a panel of its own.
          maxWorkers: 2,
          // After all others: journeys have the machine to themselves.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'lab',
          ...waiting,
          maxWorkers,
          include: ['lab/**/*.test.ts'],
          exclude: ['lab/chaos/chaos.test.ts', 'lab/bench/short.test.ts'],
          globalSetup: ['db/testing/global-setup.ts'],
          testTimeout: patienceMs,
          hookTimeout: patienceMs,
        },
      },
      {
        test: {
          name: 'chaos',
          ...waiting,
          include: ['lab/chaos/chaos.test.ts'],
          testTimeout: patienceMs,
          // By itself: what it kills and holds up must not be what other tests wait for.
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'bench',
          ...waiting,
          include: ['lab/bench/short.test.ts'],
          testTimeout: patienceMs,
          // By itself: who is measured side by side must not be slowed by turns.
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
