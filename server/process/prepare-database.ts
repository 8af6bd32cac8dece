import type { FastifyBaseLogger } from 'fastify';
import { type Db, readMissingLimits } from '#db/client.ts';
import { readOtherCollation } from '#db/collation.ts';
import { assertReadable } from '#db/reads/reads.ts';
import { assertWaitsForStandby, readStandbys } from '#db/standbys.ts';
import { assertBackupsPossible } from '../backup/assert-backups.ts';
import type { Config } from '../base/env.ts';
import type { Passwords } from '../base/identity/passwords.ts';
import { isPaused } from '../base/queue/pause-outgoing.ts';
import { bringUpToDate } from './database.ts';
import { fillFirstStart } from './first-start.ts';
import type { FirstStart } from './messages.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { openSecretBox, warnOfSecretsKey } from './secrets-key.ts';
import { assertKnownSecret, signingSecret } from './signing-secret.ts';

interface Preparation {
  url: string;
  config: Config;
  passwords: Passwords;
  seed: boolean;
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
}

/**
 * Migrates a database to this version and fills a new one with what the panel requires.
 * @param options.url the same database as `db`
 * @param options.seed whether to fill an empty catalogue
 * @throws Error if the server can't be reached, is older than 15, could lose acknowledged commits, is behind a pooler without sessions,
 * has sessions signed with another secret, if `DATABASE_READ_URL` leads to other data, or the folder of backups can't be written to
 */
export async function prepareDatabase(db: Db, { url, config, passwords, seed, log }: Preparation): Promise<FirstStart> {
  await assertBackupsPossible(config);
  await bringUpToDate(db, { url, directUrl: config.databaseDirectUrl, log });
  await warnOfLostLimits(db, log);
  await logStandbys(db, config, log);
  await warnOfReplica(db, config, log);
  await warnOfCollation(db, log);
  await warnOfHold(db, log);
  await assertKnownSecret(db, signingSecret(config), config.jwtSecretPrevious);
  const firstStart = await fillFirstStart(db, { passwords, config, catalogue: seed });
  const secrets = openSecretBox(config, log);
  await resealSecrets(db, secrets, log);
  await warnOfSecretsKey(db, secrets, log);
  return firstStart;
}

/** A pooler drops startup parameters that it does not know. */
async function warnOfLostLimits(db: Db, log: Preparation['log']): Promise<void> {
  const lost = await readMissingLimits(db);
  if (lost.length === 0) return;
  log.warn(
    { settings: lost },
    'the timeouts that the panel sets do not reach the server: a pooler drops them; docs/operations.md describes how to set them for the role',
  );
}

/** A commit is acknowledged once it is on this server's disk, and on the disks of the standbys that it waits for. */
async function logStandbys(db: Db, { requiresStandby }: Config, log: Preparation['log']): Promise<void> {
  const standbys = await readStandbys(db);
  if (requiresStandby) assertWaitsForStandby(standbys);
  const { waitedFor, connected } = standbys;
  log.info(
    { standbysWaitedFor: waitedFor, standbysConnected: connected },
    waitedFor === 0
      ? "a commit waits for no standby: it is as safe as this one server's disk"
      : `a commit waits for ${waitedFor} ${waitedFor === 1 ? 'standby' : 'standbys'}`,
  );
}

async function warnOfReplica(db: Db, { databaseReadUrl }: Config, log: Preparation['log']): Promise<void> {
  if (databaseReadUrl === undefined || (await assertReadable(db, databaseReadUrl))) return;
  log.warn('the server of DATABASE_READ_URL does not respond: everything is read from DATABASE_URL until it does');
}

async function warnOfCollation(db: Db, log: Preparation['log']): Promise<void> {
  const collation = await readOtherCollation(db);
  if (collation === undefined) return;
  log.warn(
    { collation },
    `the database compares letters by ${collation} and not by PostgreSQL's builtin C.UTF-8: an update of its system can make indexes of names wrong; docs/operations.md says how to change it`,
  );
}

async function warnOfHold(db: Db, log: Preparation['log']): Promise<void> {
  if (!(await isPaused(db))) return;
  log.warn(
    'mails and jobs are held, because this database was restored from a backup: release them on an admin page, or with npm run restore -- --release',
  );
}
