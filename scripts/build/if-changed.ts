import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

interface Product {
  /** A file that is there once it is built. */
  file: string;
  /** Keeps the hash of what it was built from. */
  stamp: string;
  /** Everything that it is made from, as patterns within `folder`. */
  sources: string[];
  /** What these find and it is not made from. */
  apart?: string[];
  build: () => Promise<void>;
  /** The checkout, if left out. */
  folder?: string;
}

/** Builds it, unless what is there was made from these very sources. */
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
