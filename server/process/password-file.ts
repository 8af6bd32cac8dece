import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../env.ts';

/** Where production keeps the first admin's password for its owner to read. */
export function passwordFileIn({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'admin-password');
}

/**
 * Writes the password there, for this account alone to read.
 * @throws Error whose message tells what to do, where the folder can't be written to
 */
export function keepPassword(config: Pick<Config, 'dataDir'>, password: string): void {
  const file = passwordFileIn(config);
  try {
    mkdirSync(config.dataDir, { recursive: true });
    // One that is left of another database may be readable for others.
    rmSync(file, { force: true });
    writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new Error(
      `The first admin's password can't be written to ${file}. Let the panel write there, choose another DATA_DIR, or set ADMIN_PASSWORD.`,
      { cause },
    );
  }
}
