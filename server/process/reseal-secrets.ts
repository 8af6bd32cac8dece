import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { totpOf } from '../identity/second-factor.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

const ROWS_PER_BATCH = 500;

/** The id of the key that encrypted a stored secret. */
export const sealedBy = sql<string>`split_part(${secondFactors.sealedSecret}, '.', 2)`;

/**
 * Encrypts every stored secret of the previous key with the current one, in batches. A secret that changes during the work keeps its
 * change. It may run on several servers at once, and after an interruption it continues with the rest.
 * @returns how many secrets were encrypted again
 */
export async function resealSecrets(
  db: Db,
  { keyId, readableKeyIds, open, seal }: SecretBox,
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<number> {
  const previous = readableKeyIds.filter((id) => id !== keyId);
  if (keyId === undefined || previous.length === 0) return 0;
  let resealed = 0;
  for (let lastUserId = 0; ; ) {
    const rows = await db
      .select({ userId: secondFactors.userId, sealed: secondFactors.sealedSecret })
      .from(secondFactors)
      .where(and(gt(secondFactors.userId, lastUserId), inArray(sealedBy, previous)))
      .orderBy(secondFactors.userId)
      .limit(ROWS_PER_BATCH);
    for (const { userId, sealed } of rows) {
      const owner = totpOf(userId);
      const secret = open(sealed, owner);
      if (secret === undefined) continue;
      const changed = await db
        .update(secondFactors)
        .set({ sealedSecret: seal(secret, owner) })
        .where(and(eq(secondFactors.userId, userId), eq(secondFactors.sealedSecret, sealed)))
        .returning({ userId: secondFactors.userId });
      resealed += changed.length;
    }
    lastUserId = rows.at(-1)?.userId ?? 0;
    if (rows.length < ROWS_PER_BATCH) break;
  }
  log.info({ resealed }, 'stored secrets of SECRETS_KEY_PREVIOUS were encrypted with SECRETS_KEY');
  return resealed;
}
