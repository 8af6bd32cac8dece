import { type AnyColumn, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { paymentDevices } from '#db/schema/evidence.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { settings } from '#db/schema/settings.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { webhooks } from '#db/schema/webhooks.ts';
import { totpOf } from '../base/identity/second-factor.ts';
import type { SecretBox, SecretOwner } from '../base/secrets/secret-box.ts';
import { secretOfDevice } from '../features/devices/device-rows.ts';
import { tokenOfTelegram } from '../features/reports/telegram.ts';
import { secretOfWebhook } from '../features/webhooks/secret-of-webhook.ts';
import { keyOfSupplier } from '../suppliers/key-of-supplier.ts';

const ROWS_PER_BATCH = 500;

/** Where stored secrets are. */
const sealedColumns: { id: AnyColumn; sealed: AnyColumn; ownerOf: (id: number) => SecretOwner }[] = [
  { id: secondFactors.userId, sealed: secondFactors.sealedSecret, ownerOf: totpOf },
  { id: webhooks.id, sealed: webhooks.sealedSecret, ownerOf: secretOfWebhook },
  { id: webhooks.id, sealed: webhooks.sealedPreviousSecret, ownerOf: secretOfWebhook },
  { id: settings.id, sealed: settings.sealedTelegramToken, ownerOf: tokenOfTelegram },
  { id: suppliers.id, sealed: suppliers.sealedKey, ownerOf: keyOfSupplier },
  { id: paymentDevices.id, sealed: paymentDevices.sealedSecret, ownerOf: secretOfDevice },
];

/** The id of the key that encrypted a stored secret. */
export const sealedBy = (sealed: AnyColumn) => sql<string>`split_part(${sealed}, '.', 2)`;

/**
 * Encrypts every stored secret of the previous key with the current one, in batches. A secret that changes during the work keeps its
 * change. It may run on several servers at once, and after an interruption it continues with the rest.
 * @returns how many secrets were encrypted again
 */
export async function resealSecrets(db: Db, box: SecretBox, log: Pick<FastifyBaseLogger, 'info'>): Promise<number> {
  const { keyId, readableKeyIds } = box;
  const previous = readableKeyIds.filter((id) => id !== keyId);
  if (keyId === undefined || previous.length === 0) return 0;
  let resealed = 0;
  for (const where of sealedColumns) resealed += await resealTable(db, box, previous, where);
  log.info({ resealed }, 'stored secrets of SECRETS_KEY_PREVIOUS were encrypted with SECRETS_KEY');
  return resealed;
}

async function resealTable(
  db: Db,
  { open, seal }: SecretBox,
  previous: string[],
  { id, sealed, ownerOf }: (typeof sealedColumns)[number],
): Promise<number> {
  const { table } = id;
  let resealed = 0;
  for (let lastId = 0; ; ) {
    const rows = await db.execute<{ id: number; sealed: string }>(sql`
      select ${id} as id, ${sealed} as sealed from ${table}
      where ${id} > ${lastId} and ${sealedBy(sealed)} in ${previous} order by ${id} limit ${ROWS_PER_BATCH}`);
    for (const row of rows) {
      const owner = ownerOf(row.id);
      const secret = open(row.sealed, owner);
      if (secret === undefined) continue;
      const changed = await db.execute(sql`
        update ${table} set ${sql.identifier(sealed.name)} = ${seal(secret, owner)}
        where ${id} = ${row.id} and ${sealed} = ${row.sealed} returning 1`);
      resealed += changed.length;
    }
    lastId = rows.at(-1)?.id ?? 0;
    if (rows.length < ROWS_PER_BATCH) return resealed;
  }
}
