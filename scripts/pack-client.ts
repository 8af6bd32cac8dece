import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { readCommandLine } from './command-line.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'client-package');
const NAME = 'panel-client';

interface Manifest {
  version: string;
  license: string;
  engines: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/**
 * Builds the package for scripts outside the repository: JavaScript for both kinds of modules, and declarations that name no file of the
 * server.
 * @param folder where the package is written
 * @returns the path of the package
 * @throws Error if it can't be built. The sources' types are checked by `npm run check`.
 */
export async function packClient(folder: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), `${NAME}-`));
  try {
    const built = join(work, 'package');
    await bundleScript(built);
    await bundleDeclarations(emitDeclarations(join(work, 'emitted')), built);
    const manifest = manifestOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest);
    writeFileSync(join(built, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    cpSync(join(source, 'README.md'), join(built, 'README.md'));
    cpSync(join(root, 'LICENSE'), join(built, 'LICENSE'));
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built });
    return join(folder, `${NAME}-${manifest.version}.tgz`);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function manifestOf({ version, license, engines, dependencies, devDependencies }: Manifest) {
  const peer = `^${devDependencies['@trpc/client']}`;
  return {
    name: NAME,
    version,
    description: 'A typed client of a reseller panel, for scripts and other panels.',
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': entry('index'), './admin': entry('admin') },
    engines: { node: engines.node },
    dependencies: {
      eventsource: `^${devDependencies.eventsource}`,
      standardwebhooks: `^${dependencies.standardwebhooks}`,
    },
    peerDependencies: { '@trpc/client': peer, '@trpc/server': peer },
  };
}

/** One entry for both kinds of modules: TypeScript reads types of the same kind. */
const entry = (name: string) => ({
  import: { types: `./${name}.d.ts`, default: `./${name}.js` },
  require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
});

async function bundleScript(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: { index: join(source, 'src/index.ts'), admin: join(source, 'src/admin.ts') },
    cwd: root,
    platform: 'neutral',
    external: isPackage,
  });
  // What both entries need is in a file of its own: an error of one is an error of the other.
  for (const [format, end] of [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ] as const) {
    const names = { entryFileNames: `[name].${end}`, chunkFileNames: `panel.${end}` };
    await bundle.write({ dir: folder, format, ...names, comments: { legal: true } });
  }
  await bundle.close();
}

/** @returns the folder with the declarations of every file that the package reaches, the server's included */
function emitDeclarations(folder: string): string {
  execFileSync(
    join(root, 'node_modules/.bin/tsc'),
    [
      '--project',
      source,
      '--noEmit',
      'false',
      '--noCheck',
      '--declaration',
      '--emitDeclarationOnly',
      '--outDir',
      folder,
      '--rootDir',
      root,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return folder;
}

async function bundleDeclarations(emitted: string, folder: string): Promise<void> {
  const bundle = await rolldown({
    input: {
      index: join(emitted, 'client-package/src/index.d.ts'),
      admin: join(emitted, 'client-package/src/admin.d.ts'),
    },
    cwd: root,
    platform: 'neutral',
    external: isPackage,
    plugins: [ownDeclarations(emitted), dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false, generator: 'oxc' })],
  });
  await bundle.write({ dir: folder, format: 'esm', chunkFileNames: 'panel.d.ts' });
  await bundle.close();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/(from "\.\/\w+)\.js"/g, '$1.cjs"');
    writeFileSync(join(folder, file.replace(/\.ts$/, '.cts')), text);
  }
}

/** Finds the emitted declarations, and gives the brand of amounts without the package that checks inputs. */
function ownDeclarations(emitted: string): Plugin {
  return {
    name: 'own-declarations',
    resolveId: {
      order: 'pre',
      handler(id) {
        if (id.startsWith('#')) return join(emitted, id.slice(1).replace(/\.ts$/, '.d.ts'));
        if (id === 'zod') return join(source, 'brand.d.ts');
      },
    },
  };
}

function isPackage(id: string): boolean {
  return /^[@a-z]/.test(id) && id !== 'zod';
}

if (import.meta.main) {
  readCommandLine({
    name: 'npm run pack:client',
    purpose: 'Builds dist/panel-client-<version>.tgz, the package for scripts outside the repository.',
    options: {},
    example: 'npm run pack:client && npm install --prefix ../my-script dist/panel-client-1.0.0.tgz @trpc/client',
  });
  const file = await packClient(join(root, 'dist'));
  console.log(`${file} (${Math.ceil(statSync(file).size / 1024)} kB)`);
}
