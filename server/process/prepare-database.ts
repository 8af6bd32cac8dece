import type { Db } from '../../db/client.ts';
import type { Config } from '../env.ts';
import type { Passwords } from '../identity/passwords.ts';
import { bringUpToDate } from './database.ts';
import { type FirstStart, fillFirstStart } from './first-start.ts';
import { signingSecret } from './jwt-secret.ts';
import { assertKnownSecret } from './secret-fingerprint.ts';

interface Preparation {
  url: string;
  config: Config;
  passwords: Passwords;
  seed: boolean;
}

/**
 * Brings a database to this version's schema and gives a new one what the panel can't be used without.
 * @param options.url leads to the same database as `db`
 * @param options.seed whether an empty catalogue is filled
 * @throws Error when the server can't be reached, is older than 15, would lose acknowledged commits, or has sessions that
 *   another secret has signed
 */
export async function prepareDatabase(db: Db, { url, config, passwords, seed }: Preparation): Promise<FirstStart> {
  await bringUpToDate(db, url);
  await assertKnownSecret(db, signingSecret(config));
  return fillFirstStart(db, { passwords, config, catalogue: seed });
}
