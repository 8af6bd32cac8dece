import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SILENT } from '../db/embedded/log.ts';
import { openDatabase } from '../server/process/database.ts';
import { assertKnownSecret } from '../server/process/signing-secret.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reseller-panel-secret-'));
  // Started by root, PostgreSQL runs as another user, who has to get in.
  await chmod(dataDir, 0o755);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it('makes the configured secret the known one', async () => {
  const secret = 'a new secret that is long enough to be one';
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, SILENT);
  try {
    await assertKnownSecret(database.db, 'the former secret of this database');
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', JWT_SECRET: secret };
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/secret-accept.ts'], { env });
    expect(stdout).toContain('0 sessions have ended');
    await assertKnownSecret(database.db, secret);
  } finally {
    await database.close();
  }
});
