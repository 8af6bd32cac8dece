import { readConfig } from '../server/env.ts';
import { signingSecret } from '../server/process/jwt-secret.ts';
import { acceptSecret } from '../server/process/secret-fingerprint.ts';
import { withDatabase } from './with-database.ts';

/** `npm run secret:accept`: makes the configured secret the one that servers of this database start with. */
await withDatabase(async (db) => {
  const ended = await acceptSecret(db, signingSecret(readConfig()));
  console.log(`The secret of this configuration is accepted; ${ended} sessions have ended.`);
  console.log('Start every server of this database again, with this secret.');
});
