import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the panel before its first start, because two files may start one at the same time. */
export default function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.ts')], { stdio: 'inherit' });
}
