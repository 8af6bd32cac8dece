import { readConfig } from '../server/env.ts';
import { createAdmin } from '../server/features/users/create-admin.ts';
import { createPasswords } from '../server/identity/passwords.ts';
import { DATABASE_VARIABLES, readCommandLine } from './command-line.ts';
import { withDatabase } from './with-database.ts';

const { word: userName = readConfig().admin.userName } = readCommandLine({
  name: 'npm run admin:create',
  purpose:
    'Makes an admin, or gives an existing one a new password, and prints it. A running panel need not be stopped.',
  word: { name: 'USERNAME', means: 'whom to make or to let in again (default: ADMIN_USERNAME)' },
  options: {},
  environment: { ADMIN_USERNAME: 'who it is where none is named (default: admin)', ...DATABASE_VARIABLES },
  example: 'npm run admin:create -- rahima',
});

await withDatabase(async (db) => {
  const made = await createAdmin(db, createPasswords(), { userName });
  console.log(`${made.created ? 'A new admin was made' : 'The admin has a new password, and all sessions ended'}.`);
  console.log(`  User name  ${made.userName}`);
  console.log(`  Password   ${made.password}`);
});
