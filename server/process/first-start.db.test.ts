import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { users } from '#db/schema/users.ts';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import type { Config } from '../base/env.ts';
import { createPasswords } from '../base/identity/passwords.ts';
import { fillFirstStart } from './first-start.ts';
import { greeting } from './start-report.ts';

const passwords = createPasswords();
let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'first-start-test-'));
});
afterEach(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (admin: Config['admin'], config: Partial<Config> = {}) =>
  fillFirstStart(database.db, {
    passwords,
    config: { admin, passwordMinLength: 6, production: false, dataDir, ...config },
    catalogue: false,
  });
const shown = (facts: Awaited<ReturnType<typeof start>>) =>
  greeting({ url: 'http://localhost:3000', data: '.data', mails: '.data/mails', ...facts });

it.each(['letmein', 'nine char', '48151623421'])(
  'warns of a guessable password when it creates the admin, such as %s, and later shows the existing admin',
  async (password) => {
    const first = shown(await start({ userName: 'boss', password }));
    expect(first).toMatch(/Admin {5}boss/);
    expect(first).toMatch(/ADMIN_PASSWORD is easily guessed/);

    const later = shown(await start({ userName: 'somebody', password: '123456' }));
    expect(later).toMatch(/Admin {5}boss/);
    expect(later).not.toMatch(/guessed|somebody|Password/);
  },
);

it('in production writes the generated password to a file for this account only, also replacing an older one', async () => {
  const file = join(dataDir, 'admin-password');
  writeFileSync(file, 'of another database', { mode: 0o644 });
  const first = await start({ userName: 'boss', password: undefined }, { production: true });
  expect(first).toMatchObject({ admin: 'boss', passwordFile: file });
  expect(first).not.toHaveProperty('password');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const password = readFileSync(file, 'utf8').trimEnd();
  const [admin] = await database.db.select({ hash: users.passwordHash }).from(users);
  expect(await passwords.verify(admin?.hash ?? '', password)).toBe(true);

  expect(await start({ userName: 'boss', password: undefined }, { production: true })).not.toHaveProperty(
    'passwordFile',
  );
  expect(readFileSync(file, 'utf8').trimEnd()).toBe(password);
});

it('creates no admin whose password nobody would know, and says what to do', async () => {
  const inAFile = join(dataDir, 'a file');
  writeFileSync(inAFile, '');
  const config = { production: true, dataDir: inAFile };
  const refused = start({ userName: 'boss', password: undefined }, config);
  await expect(refused).rejects.toThrow(/can't be written to .*admin-password\. .*DATA_DIR.*ADMIN_PASSWORD/);
  expect(await database.db.select().from(users)).toEqual([]);
  await start({ userName: 'boss', password: 'a long enough password' }, config);
  expect(await database.db.select().from(users)).toHaveLength(1);
});
