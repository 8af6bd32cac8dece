import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './command-line.ts';
import { findPackage } from './find-package.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the client's build lies. */
export const clientDir = join(root, 'dist/client');

/** Everything the build is made from; its hash tells whether the build is of this version. */
const SOURCES = [
  'client/{src,build,public}/**/*',
  'client/*.*',
  'shared/**/*.ts',
  'server/http/pages/*.ts',
  'package-lock.json',
];

/**
 * Builds the client with Vite, unless the build at hand was made from these very sources, or is there without any, as in the
 * container image.
 * @param say is given what people are to know of it, line by line
 * @throws Error where it can't be built
 */
export async function buildClient(say: (line: string) => void = console.log): Promise<void> {
  const isBuilt = existsSync(join(clientDir, 'index.html'));
  if (isBuilt && !existsSync(join(root, 'client'))) return;
  const stamp = join(root, 'dist/client.stamp');
  const hash = hashOfSources();
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  say('Building the client …');
  await Promise.all([runVite(say), runVite(say, '--ssr')]);
  // Where there are no sources, as in the container image, this is not there either.
  const { prerender } = await import('../client/build/prerender.ts');
  await prerender(clientDir, join(root, 'dist/rendering'));
  writeFileSync(stamp, hash);
}

/** In a process of its own: the client is built for production whatever the server runs as. */
async function runVite(say: (line: string) => void, ...more: string[]): Promise<void> {
  const vite = join(findPackage('vite'), 'bin/vite.js');
  const args = [vite, 'build', '--config', join(root, 'client/vite.config.ts'), '--logLevel', 'warn', ...more];
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', say);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('the client could not be built; what Vite said stands above');
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const entries = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

if (import.meta.main) {
  readCommandLine({
    name: 'npm run build:client',
    purpose:
      'Builds the client into dist/client, unless the build there was made from these very sources. npm start does so, too.',
    options: {},
    example: 'npm run build:client',
  });
  await buildClient();
}
