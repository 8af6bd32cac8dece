import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  name: 'npm run check',
  purpose: `Checks the code without running it: format, lint, types, import rules, changelog, migrations, dead code. Runs all steps, also after a
failure; exits with 1 if one has failed.`,
  options: {},
  example: 'npm run check',
});

/** Longest first. */
const steps: [name: string, command: string, ...args: string[]][] = [
  ['lint, with types', 'oxlint'],
  ['types: client', 'tsc', '--noEmit', '--project', 'client/tsconfig.json'],
  ['types: server, scripts, tests', 'tsc', '--noEmit', '--project', 'tsconfig.server.json'],
  ['import rules', 'node', 'scripts/check-imports.ts'],
  ['dead code', 'knip', '--no-progress'],
  ['OpenAPI document', 'node', 'scripts/lint-openapi.ts'],
  ['format', 'biome', 'ci', '--colors=off', '.'],
  ['writers of money', 'node', 'scripts/check-money-writers.ts'],
  ['changelog', 'node', 'scripts/check-changelog.ts'],
  ['migrations', 'node', 'scripts/check-migrations.ts'],
];

/** Its rooms and arrows are printed. */
const COUNTED = 'import rules';

const root = join(import.meta.dirname, '..');
const failed: string[] = [];

/** Most steps use one core; each is reported when it ends. */
const waiting = steps.values();
await Promise.all(Array.from({ length: availableParallelism() }, takeSteps));

console.log(failed.length === 0 ? '\nAll checks hold.' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function takeSteps(): Promise<void> {
  for (const [name, command, ...args] of waiting) {
    const startedAt = performance.now();
    const { ok, output } = await run(command, args);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(32)}${seconds.padStart(5)} s`);
    if (ok && name === COUNTED) console.log(output.trimEnd());
    if (ok) continue;
    failed.push(name);
    console.log(`\n${output.trimEnd()}\n`);
  }
}

/** Runs one of the project's tools. A tool that can't be started has failed. */
function run(command: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  const binaries = join(root, 'node_modules/.bin');
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: `${binaries}:${process.env.PATH ?? ''}`, NO_COLOR: '1' };
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
