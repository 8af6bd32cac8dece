import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPackage } from '../find-package.ts';
import { buildIfChanged, root } from './if-changed.ts';
import { runNode } from './run-node.ts';

/** The folder of the client's build. */
export const clientDir = join(root, 'dist/client');

const index = join(clientDir, 'index.html');
const SOURCES = [
  'client/{src,build,public}/**/*',
  'client/*.*',
  'shared/**/*.ts',
  'docs/{scripts,api-v2,webhooks}.md',
  'server/api/http/pages/*.ts',
  'package-lock.json',
];

/**
 * Builds the client with Vite if its sources have changed. The container image has a build and no sources.
 * @param say receives each line of output
 * @throws Error if it can't be built
 */
export async function buildClient(say: (line: string) => void = console.log): Promise<void> {
  if (existsSync(index) && !existsSync(join(root, 'client'))) return;
  const stamp = join(root, 'dist/client.stamp');
  await buildIfChanged({ file: index, stamp, sources: SOURCES, build: () => build(say) });
}

async function build(say: (line: string) => void): Promise<void> {
  say('Building the client …');
  await Promise.all([runVite(say), runVite(say, '--ssr')]);
  // The container image does not have this file.
  const { prerender } = await import('../../client/build/prerender.ts');
  await prerender(clientDir, join(root, 'dist/rendering'));
}

/** The client is always built for production. */
async function runVite(say: (line: string) => void, ...more: string[]): Promise<void> {
  const vite = join(findPackage('vite'), 'bin/vite.js');
  const args = [vite, 'build', '--config', join(root, 'client/vite.config.ts'), '--logLevel', 'warn', ...more];
  await runNode({ args, say, failure: 'the client could not be built; what Vite said stands above' });
}
