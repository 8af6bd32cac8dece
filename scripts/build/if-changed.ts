import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

interface Product {
  /** A file that the build creates. */
  file: string;
  /** The file with the hash of the sources. */
  stamp: string;
  /** Patterns of all sources within `folder`. */
  sources: string[];
  /** Patterns of files among them that are not sources. */
  apart?: string[];
  build: () => Promise<void>;
  /** By default the checkout. */
  folder?: string;
}

/** Builds a product if its sources have changed. */
export async function buildIfChanged({
  file,
  stamp,
  sources,
  apart = [],
  build,
  folder = root,
}: Product): Promise<void> {
  const hash = hashOf(folder, sources, apart);
  if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await build();
  writeFileSync(stamp, hash);
}

function hashOf(folder: string, sources: string[], apart: string[]): string {
  const hash = createHash('sha256');
  const found = globSync(sources, { cwd: folder, exclude: apart, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    hash.update(file.slice(folder.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
