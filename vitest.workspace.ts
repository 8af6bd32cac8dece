import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './server/testing/slow-first.ts';

/** More than a small machine has cores: most files wait half of their time for a database, a browser or a process. */
const maxWorkers = 3;
/** A failure by time-out takes this long; a slow and busy machine needs less. */
const patienceMs = 120_000;
const common = {
  /** Tests start many processes of Node, which load hundreds of sources. */
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'dist/compiled') },
  /** Vitest's default for polling is one second. */
  expect: { poll: { timeout: 30_000 } },
  setupFiles: [join(import.meta.dirname, 'db/testing/patience.ts')],
  testTimeout: patienceMs,
  hookTimeout: patienceMs,
};

/**
 * Always run with `--config vitest.workspace.ts`, like the npm scripts. Slow tests are those in `lab/` and files named `*.slow.test.ts`
 * or `*.slow.db.test.ts`: `npm test` excludes them, `npm run test:slow` runs only them, `npm run test:all` runs both. Files named
 * `*.release.test.ts` run before a release only, by `npm run test:release`.
 */
export default defineConfig({
  test: {
    reporters: ['default', './server/testing/slow-files.ts'],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...common,
          isolate: false,
          maxWorkers,
          include: ['{shared,server,db,scripts}/**/*.test.ts', '!**/*.db.test.ts'],
        },
      },
      {
        test: {
          name: 'postgres',
          ...common,
          isolate: false,
          maxWorkers,
          include: ['{db,server,scripts}/**/*.db.test.ts'],
          globalSetup: ['db/testing/global-setup.ts'],
        },
      },
      {
        extends: './client/vite.config.ts',
        test: {
          name: 'client',
          ...common,
          maxWorkers,
          sequence: { groupOrder: 1 },
          root: './client',
          environment: 'jsdom',
          // Each file has its own modules, but a worker creates jsdom once.
          pool: 'vmThreads',
          include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
          setupFiles: [
            ...common.setupFiles,
            ...['patience.ts', 'after-each.ts'].map((file) => join(import.meta.dirname, 'client/src/testing', file)),
          ],
        },
      },
      {
        test: {
          name: 'browser',
          ...common,
          setupFiles: [
            ...common.setupFiles,
            ...['take-panel.ts', 'report-failures.ts'].map((file) => join(import.meta.dirname, 'e2e', file)),
          ],
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          maxWorkers,
          // Screens keep the processor busy: with more at once each takes longer, and some longer than a test may.
          maxConcurrency: 2,
          // Beside the client, and not beside tests of databases, some of which measure rates. At most two files at once use a browser.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'lab',
          ...common,
          include: ['lab/**/*.test.ts'],
          globalSetup: ['db/testing/global-setup.ts', 'lab/global-setup.ts'],
          // Apart from all others, which its faults must not affect.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
