import { parseArgs } from 'node:util';
import { readConfig } from '../server/env.ts';
import { createAdmin } from '../server/features/users/create-admin.ts';
import { createPasswords } from '../server/identity/passwords.ts';
import { withDatabase } from './with-database.ts';

/** `npm run admin:create -- [userName]`: makes an admin, or gives an existing one a new password, and prints it. */
const { positionals } = parseArgs({ allowPositionals: true });
const userName = positionals[0] ?? readConfig().admin.userName;

await withDatabase(async (db) => {
  const made = await createAdmin(db, createPasswords(), { userName });
  console.log(`${made.created ? 'A new admin was made' : 'The admin has a new password, and all sessions ended'}.`);
  console.log(`  User name  ${made.userName}`);
  console.log(`  Password   ${made.password}`);
});
