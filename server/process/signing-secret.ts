import { createHmac } from 'node:crypto';
import { eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { secretFingerprints } from '#db/schema/secret.ts';
import { sessions } from '#db/schema/sessions.ts';
import type { Config } from '../base/env.ts';
import { generatedSecret } from './generated-secret.ts';

/**
 * Servers of one database with different secrets would reject each other's sessions. The first server's secret is stored as a
 * fingerprint; of servers that start at the same time one is the first.
 * @param previous the secret that `secret` replaces; sessions continue
 * @throws Error, with the command that accepts the new secret, if neither is stored
 */
export async function assertKnownSecret(db: Db, secret: string, previous?: string): Promise<void> {
  const fingerprint = fingerprintOf(secret);
  const isPrevious = previous === undefined ? undefined : eq(secretFingerprints.fingerprint, fingerprintOf(previous));
  await db
    .insert(secretFingerprints)
    .values({ fingerprint })
    .onConflictDoUpdate({
      target: secretFingerprints.id,
      set: { fingerprint, acceptedAt: sql`now()` },
      setWhere: isPrevious ?? sql`false`,
    });
  const [known] = await db.select({ fingerprint: secretFingerprints.fingerprint }).from(secretFingerprints);
  if (known?.fingerprint === fingerprint) return;
  throw new Error(
    "JWT_SECRET is not the one that this database's sessions were signed with. Start with that one (made in development, it is the file jwt-secret in DATA_DIR). To replace it without ending sessions, set JWT_SECRET_PREVIOUS to that one. Or accept the new one, which ends all sessions: npm run secret:accept",
  );
}

/**
 * Makes `secret` the signing secret of the database's servers, and ends every session signed with another one.
 * @returns how many sessions were ended; none if the secret is already known
 */
export async function acceptSecret(db: Db, secret: string): Promise<number> {
  const fingerprint = fingerprintOf(secret);
  return db.transaction(async (tx) => {
    const changed = await tx
      .insert(secretFingerprints)
      .values({ fingerprint })
      .onConflictDoUpdate({
        target: secretFingerprints.id,
        set: { fingerprint, acceptedAt: sql`now()` },
        setWhere: sql`${secretFingerprints.fingerprint} <> ${fingerprint}`,
      })
      .returning({ id: secretFingerprints.id });
    if (changed.length === 0) return 0;
    const ended = await tx
      .update(sessions)
      .set({ revokedAt: sql`now()` })
      .where(isNull(sessions.revokedAt))
      .returning({ id: sessions.id });
    return ended.length;
  });
}

/** The secret has 256 random bits, so it can't be derived from this. */
function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('fingerprint of the signing secret').digest('hex');
}

/** This server's signing secret. Production configures its own. */
export function signingSecret({ jwtSecret, dataDir }: Pick<Config, 'jwtSecret' | 'dataDir'>): string {
  return jwtSecret ?? generatedSecret(dataDir, 'jwt-secret');
}
