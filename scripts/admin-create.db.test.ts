import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { SILENT } from '#db/embedded/log.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { users } from '#db/schema/users.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { createPasswords } from '#server/base/identity/passwords.ts';
import { openDatabase } from '#server/process/database.ts';

const { dataDir, remove } = newDataDir();
afterAll(remove);

const run = async (...args: string[]) => {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin-create.ts', ...args], { env });
  return { stdout, password: /Password\s+(\S+)/.exec(stdout)?.[1] ?? '' };
};

it('creates an admin while the panel is down; while it runs sets a new password, and resets the second factor if asked', async () => {
  const first = await run('boss');
  expect(first.stdout).toMatch(/new admin/);

  const panel = await openDatabase({ databaseUrl: undefined, dataDir }, SILENT);
  try {
    const [row] = await panel.db.select({ id: users.id }).from(users).where(eq(users.userName, 'boss'));
    const factor = { userId: row?.id ?? 0, sealedSecret: 'sealed', confirmedAt: new Date() };
    await panel.db.insert(secondFactors).values(factor);
    const kept = await run('boss');
    expect(kept.stdout).toMatch(/new password[^]*still needs a code/);
    const second = await run('--reset-2fa', 'boss');
    expect(second.stdout).toMatch(/new password[^]*Two-factor authentication was turned off/);
    expect(await panel.db.$count(secondFactors)).toBe(0);

    const [now] = await panel.db.select({ hash: users.passwordHash }).from(users).where(eq(users.userName, 'boss'));
    const { verify } = createPasswords();
    expect(await verify(now?.hash, second.password)).toBe(true);
    expect(await verify(now?.hash, first.password)).toBe(false);
  } finally {
    await panel.close();
  }
});

it('explains in one sentence why a name is refused', async () => {
  await expect(run('no spaces allowed')).rejects.toMatchObject({
    stderr: 'Username may have letters, digits, _ . and - only: how about no.spaces.allowed?\n',
  });
});
