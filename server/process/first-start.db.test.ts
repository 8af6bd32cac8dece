import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { createPasswords } from '../identity/passwords.ts';
import { fillFirstStart } from './first-start.ts';
import { greeting } from './greeting.ts';

const passwords = createPasswords();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const start = (userName: string, password?: string) =>
  fillFirstStart(database.db, {
    passwords,
    config: { admin: { userName, password }, passwordMinLength: 6 },
    catalogue: false,
  });
const shown = (facts: Awaited<ReturnType<typeof start>>) =>
  greeting({ url: 'http://localhost:3000', data: '.data', mails: '.data/mails', ...facts });

it('warns of a guessable password when it makes the admin, and later names the admin who is there', async () => {
  const first = shown(await start('boss', 'letmein'));
  expect(first).toMatch(/Admin {5}boss/);
  expect(first).toMatch(/ADMIN_PASSWORD is easily guessed/);

  const later = shown(await start('somebody', '123456'));
  expect(later).toMatch(/Admin {5}boss/);
  expect(later).not.toMatch(/guessed|somebody|Password/);
});
