import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { secretFingerprints } from '#db/schema/secret.ts';
import { sessions } from '#db/schema/sessions.ts';
import type { Config } from '../env.ts';

/**
 * Servers of one database that sign with different secrets would turn away each other's customers, now and then. The
 * first server's secret is remembered by its fingerprint; of servers that start at the same moment one is the first.
 * @throws Error, with the command that accepts the new secret, where another one is remembered
 */
export async function assertKnownSecret(db: Db, secret: string): Promise<void> {
  const fingerprint = fingerprintOf(secret);
  await db.insert(secretFingerprints).values({ fingerprint }).onConflictDoNothing();
  const [known] = await db.select({ fingerprint: secretFingerprints.fingerprint }).from(secretFingerprints);
  if (known?.fingerprint === fingerprint) return;
  throw new Error(
    "JWT_SECRET is not the one that this database's sessions were signed with. Start with that one (made in development, it is the file jwt-secret in DATA_DIR), or accept the new one, which ends all sessions: npm run secret:accept",
  );
}

/**
 * Makes `secret` the one that the database's servers sign with, and ends every session that another one has signed.
 * @returns how many sessions were ended; where the secret is known already, none
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

/** The secret has 256 random bits, so that nobody finds it from this. */
function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('fingerprint of the signing secret').digest('hex');
}

/** What this server signs with. */
export function signingSecret({ jwtSecret, dataDir }: Pick<Config, 'jwtSecret' | 'dataDir'>): string {
  return jwtSecret ?? keptSecret(dataDir);
}

/**
 * The secret for signing tokens on a developer's machine: made once, kept in the data folder, so that sessions outlive
 * a restart. Production brings its own and never comes here.
 */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
