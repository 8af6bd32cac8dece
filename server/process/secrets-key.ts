import { and, isNotNull, ne, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { settings } from '#db/schema/settings.ts';
import type { Config } from '../env.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { generatedSecret } from './generated-secret.ts';

/** This server's key for stored secrets. Development generates one; production without one stores no secrets. */
export function secretsKey(config: Pick<Config, 'secretsKey' | 'dataDir' | 'production'>): string | undefined {
  const { secretsKey: configured, dataDir, production } = config;
  return configured ?? (production ? undefined : generatedSecret(dataDir, 'secrets-key'));
}

/** Warns of stored secrets that this server can't read, and of admins who can't enrol the second factor that they need. */
export async function warnOfSecretsKey(
  db: Db,
  { keyId }: Pick<SecretBox, 'keyId'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const sealedBy = sql`split_part(${secondFactors.sealedSecret}, '.', 2)`;
  const unreadable = await db.$count(
    secondFactors,
    and(isNotNull(secondFactors.confirmedAt), keyId === undefined ? undefined : ne(sealedBy, keyId)),
  );
  if (unreadable > 0)
    log.warn(
      { secondFactors: unreadable },
      'stored secrets were encrypted with another SECRETS_KEY: codes of authenticator apps are refused, recovery codes work; start with the former key, see docs/operations.md',
    );
  if (keyId !== undefined) return;
  const [shop] = await db.select({ isRequired: settings.requireAdminSecondFactor }).from(settings);
  if (shop?.isRequired)
    log.warn(
      'admins need two-factor authentication, but nobody can set it up without SECRETS_KEY: set it to the output of "openssl rand -base64 32"',
    );
}
