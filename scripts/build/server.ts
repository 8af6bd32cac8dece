import { join } from 'node:path';
import { findPackage } from '../find-package.ts';
import { buildIfChanged, root } from './if-changed.ts';
import { runNode } from './run-node.ts';

const serverDir = join(root, 'dist/server');
/** Where the program of a process that serves lies, with all that it loads in one file. */
export const workerFile = join(serverDir, 'worker.js');

/** A start while packages are still being installed takes them in as they are; once they are patched it is made anew. */
export const PATCHED = ['node_modules/postgres/src/*.js', 'node_modules/@trpc/server/dist/*.mjs'];
const SOURCES = ['{server,db,shared}/**/*.ts', 'scripts/build/*.ts', 'package-lock.json', ...PATCHED];
const TESTS = ['**/*.test.ts', '**/*.test-d.ts', '**/testing/**'];

/**
 * Puts what a serving process loads, some 960 files, into one, unless the one at hand was made from these very sources. Node then
 * loads it in an eighth of the time, at each start and whenever a process takes the place of one that died.
 * @param say is given what people are to know of it
 * @throws Error where it can't be built
 */
export async function buildServer(say: (line: string) => void = console.log): Promise<void> {
  await buildIfChanged({
    file: workerFile,
    stamp: join(serverDir, 'stamp'),
    sources: SOURCES,
    apart: TESTS,
    async build() {
      say('Building the server …');
      findPackage('rolldown');
      const args = [join(root, 'scripts/build/bundle-server.ts')];
      await runNode({ args, say, failure: 'the server could not be built; why stands above' });
    },
  });
}
