import { spawnSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { findPackage } from '#db/embedded/binaries.ts';

/** The environment of a run's figures, in one line: the machine, its current load, and versions. */
export function machine(): string {
  const model = cpus()[0]?.model.trim();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const postgres = versionOf(join(dirname(findPackage()), 'native', 'bin', 'postgres'));
  const pgbench = versionOf('pgbench') ?? 'no pgbench';
  const versions = [`Linux ${release()}`, `Node ${process.versions.node}`, postgres, pgbench];
  return `${cpus().length} × ${model}, ${memory}, load ${loadavg()[0]?.toFixed(1)}; ${versions.join(', ')}`;
}

function versionOf(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return stdout?.trim() || undefined;
}
