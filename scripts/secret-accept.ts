import { readConfig } from '#server/base/env.ts';
import { acceptSecret, signingSecret } from '#server/process/signing-secret.ts';
import { DATABASE_VARIABLES, readCommandLine } from './command-line.ts';
import { withDatabase } from './with-database.ts';

readCommandLine({
  name: 'npm run secret:accept',
  purpose: `Accepts a new JWT_SECRET for this database and ends all sessions, because their tokens are signed with the old secret. Restart
every server afterwards.`,
  options: {},
  environment: { JWT_SECRET: 'the new secret (in development: the one in DATA_DIR)', ...DATABASE_VARIABLES },
  example: 'JWT_SECRET="$(openssl rand -base64 48)" npm run secret:accept',
});

await withDatabase(async (db) => {
  const ended = await acceptSecret(db, signingSecret(readConfig()));
  console.log(`The secret of this configuration is accepted; ${ended} sessions have ended.`);
  console.log('Start every server of this database again, with this secret.');
});
