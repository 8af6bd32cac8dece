import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/client.ts';
import { readOtherCollation } from '../../db/collation.ts';
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
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Brings a database to this version's schema and gives a new one what the panel can't be used without.
 * @param options.url leads to the same database as `db`
 * @param options.seed whether an empty catalogue is filled
 * @throws Error when the server can't be reached, is older than 15, would lose acknowledged commits, or has sessions that
 *   another secret has signed
 */
export async function prepareDatabase(db: Db, { url, config, passwords, seed, log }: Preparation): Promise<FirstStart> {
  await bringUpToDate(db, url);
  await warnOfCollation(db, log);
  await assertKnownSecret(db, signingSecret(config));
  return fillFirstStart(db, { passwords, config, catalogue: seed });
}

async function warnOfCollation(db: Db, log: Preparation['log']): Promise<void> {
  const collation = await readOtherCollation(db);
  if (collation === undefined) return;
  log.warn(
    { collation },
    `the database compares letters by ${collation} and not by PostgreSQL's builtin C.UTF-8: an update of its system can make indexes of names wrong; docs/operations.md says how to change it`,
  );
}
