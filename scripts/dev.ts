import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readConfig } from '#server/base/env.ts';
import { reasonOf } from '#server/base/log-error.ts';
import { onStopSignal } from '#server/process/signals.ts';
import { DATABASE_VARIABLES, readCommandLine } from './command-line.ts';
import { findPackage } from './find-package.ts';

const { options } = readCommandLine({
  name: 'npm run dev',
  purpose: `Serves the client with hot reload on port 5173 in front of a panel that restarts after each change in server/, db/ or shared/.
Ctrl-C ends both, and the built-in database.`,
  options: { 'client-only': { means: 'only the client, for a panel that already runs on PORT' } },
  environment: { PORT: 'the port of the panel (default: 3000)', ...DATABASE_VARIABLES },
  example: 'PORT=3001 npm run dev',
});

const root = join(import.meta.dirname, '..');
const WATCHED = ['server', 'db', 'shared'];

try {
  await develop();
} catch (error) {
  console.error(`\nCould not start: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}

async function develop(): Promise<void> {
  // The panel reads the file .env at each start.
  const own = { ...process.env };
  const { port } = readConfig();
  const client = [join(findPackage('vite'), 'bin/vite.js'), join(root, 'client')];
  const watch = [
    '--watch',
    '--watch-preserve-output',
    ...WATCHED.map((folder) => `--watch-path=${join(root, folder)}`),
  ];
  const children = [run(client, { ...own, PORT: String(port) })];
  if (!options['client-only']) children.push(run([...watch, join(root, 'scripts/dev/panel.ts')], own));

  const endAll = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  const stop = onStopSignal(process, () => {
    endAll();
    process.exit(1);
  });
  const ends = children.map((child) => once(child, 'exit'));
  // If one ends, the other is useless.
  await Promise.race([...ends, ...(stop.aborted ? [] : [once(stop, 'abort')])]);
  if (!stop.aborted) process.exitCode = 1;
  endAll();
  await Promise.all(ends);
}

function run(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { env, stdio: 'inherit' });
}
