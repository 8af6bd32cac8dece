import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt']);
const SMALLEST_BYTES = 512;

/** Writes `x.br` and `x.gz` for every text file of the build that gets smaller, so that the server never compresses. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    // After the worker, which is built last.
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
        const worthIt = files.filter((file) => compressible.has(extname(file)));
        await Promise.all(worthIt.map((file) => compress(join(outDir, file))));
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  if (content.length < SMALLEST_BYTES) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const [br, gzipped] = await Promise.all([brotli(content, quality), gz(content, { level: 9 })]);
  if (br.length < content.length) writeFileSync(`${file}.br`, br);
  if (gzipped.length < content.length) writeFileSync(`${file}.gz`, gzipped);
}
