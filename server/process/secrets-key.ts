import { and, isNotNull, notInArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { webhooks } from '#db/schema/webhooks.ts';
import type { Config } from '../base/env.ts';
import { createSecretBox, type SecretBox } from '../base/secrets/secret-box.ts';
import { generatedSecret } from './generated-secret.ts';
import { sealedBy } from './reseal-secrets.ts';

/** This server's key for stored secrets. Development generates one; the configuration of production has one. */
export function secretsKey(config: Pick<Config, 'secretsKey' | 'dataDir' | 'production'>): string | undefined {
  const { secretsKey: configured, dataDir, production } = config;
  return configured ?? (production ? undefined : generatedSecret(dataDir, 'secrets-key'));
}

/** The box of this server's configuration. */
export function openSecretBox(
  config: Pick<Config, 'secretsKey' | 'secretsKeyPrevious' | 'dataDir' | 'production'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): SecretBox {
  return createSecretBox(secretsKey(config), log, config.secretsKeyPrevious);
}

/** Warns of stored secrets that this server can't read. */
export async function warnOfSecretsKey(
  db: Db,
  { readableKeyIds }: Pick<SecretBox, 'readableKeyIds'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const unreadable = await db.$count(
    secondFactors,
    and(
      isNotNull(secondFactors.confirmedAt),
      readableKeyIds.length > 0 ? notInArray(sealedBy(secondFactors.sealedSecret), readableKeyIds) : undefined,
    ),
  );
  if (unreadable > 0)
    log.warn(
      { secondFactors: unreadable },
      'stored secrets were encrypted with another SECRETS_KEY: codes of authenticator apps are refused, recovery codes work; start with the former key, see docs/operations.md',
    );
  const unsigned = await db.$count(
    webhooks,
    readableKeyIds.length > 0 ? notInArray(sealedBy(webhooks.sealedSecret), readableKeyIds) : undefined,
  );
  if (unsigned > 0)
    log.warn(
      { webhooks: unsigned },
      'secrets of webhooks were encrypted with another SECRETS_KEY: their events wait, up to three days; start with the former key, see docs/operations.md',
    );
  const unusable = await db.$count(
    suppliers,
    readableKeyIds.length > 0 ? notInArray(sealedBy(suppliers.sealedKey), readableKeyIds) : undefined,
  );
  if (unusable > 0)
    log.warn(
      { suppliers: unusable },
      'keys of suppliers were encrypted with another SECRETS_KEY: nothing is bought from them; start with the former key, or enter the keys again, see docs/operations.md',
    );
}
