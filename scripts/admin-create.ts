import { readConfig } from '#server/base/env.ts';
import { createPasswords } from '#server/base/identity/passwords.ts';
import { createAdmin } from '#server/features/users/create-admin.ts';
import { DATABASE_VARIABLES, readCommandLine } from './command-line.ts';
import { withDatabase } from './with-database.ts';

const { word: userName = readConfig().admin.userName, options } = readCommandLine({
  name: 'npm run admin:create',
  purpose: 'Creates an admin, or gives an existing one a new password, and prints it. Works while the panel runs.',
  word: { name: 'USERNAME', means: "the admin's user name (default: ADMIN_USERNAME)" },
  options: {
    'reset-2fa': { means: 'also turns two-factor authentication off; without it a login still needs a code' },
  },
  environment: { ADMIN_USERNAME: 'the user name if none is given (default: admin)', ...DATABASE_VARIABLES },
  example: 'npm run admin:create -- rahima',
});

await withDatabase(async (db) => {
  const made = await createAdmin(db, createPasswords(), { userName, resetsTwoFactor: options['reset-2fa'] });
  console.log(`${made.created ? 'A new admin was made' : 'The admin has a new password, and all sessions ended'}.`);
  if (made.twoFactorReset) console.log('Two-factor authentication was turned off.');
  else if (made.twoFactor)
    console.log('A login still needs a code of the authenticator app, or a recovery code; --reset-2fa turns this off.');
  console.log(`  User name  ${made.userName}`);
  console.log(`  Password   ${made.password}`);
});
