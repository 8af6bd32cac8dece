import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the client's build lies. */
export const clientDir = join(root, 'dist/client');

/** Everything the build is made from; its hash tells whether the build is of this version. */
const SOURCES = ['client/{src,build,public}/**/*', 'client/*.*', 'shared/**/*.ts', 'package-lock.json'];

/** Builds the client with Vite, unless the build at hand was made from these very sources. */
export async function buildClient(): Promise<void> {
  const stamp = join(root, 'dist/client.stamp');
  const hash = hashOfSources();
  const upToDate =
    existsSync(join(clientDir, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (upToDate) return;
  console.log('Building the client …');
  const { build } = await import('vite');
  await build({ configFile: join(root, 'client/vite.config.ts'), logLevel: 'warn' });
  writeFileSync(stamp, hash);
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const entries = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

if (import.meta.main) await buildClient();
