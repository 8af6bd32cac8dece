import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { SILENT } from '#db/embedded/log.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { openDatabase } from '#server/process/database.ts';
import { assertKnownSecret } from '#server/process/signing-secret.ts';

const { dataDir, remove } = newDataDir();
afterAll(remove);

it('accepts the configured secret', async () => {
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
