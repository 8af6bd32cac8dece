import { join } from 'node:path';
import { findPackage } from '../find-package.ts';
import { buildIfChanged, root } from './if-changed.ts';
import { runNode } from './run-node.ts';

const serverDir = join(root, 'dist/server');
/** The bundled programs of the supervisor's processes. */
export const programs = { worker: join(serverDir, 'worker.js'), background: join(serverDir, 'background.js') };

/** The build is repeated after patches are applied, if it ran during an installation. */
export const PATCHED = ['node_modules/postgres/src/*.js', 'node_modules/@trpc/server/dist/*.mjs'];
const SOURCES = ['{server,db,shared}/**/*.ts', 'scripts/build/*.ts', 'package-lock.json', ...PATCHED];
const TESTS = ['**/*.test.ts', '**/*.test-d.ts', '**/testing/**'];

/**
 * Bundles the hundreds of files that a process loads into one, if they have changed. Node loads it in an eighth of the time, at each start and
 * whenever a process is replaced.
 * @param say receives each line of output
 * @throws Error if it can't be built
 */
export async function buildServer(say: (line: string) => void = console.log): Promise<void> {
  await buildIfChanged({
    file: programs.worker,
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
