import { asc, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { paymentDevices } from '#db/schema/evidence.ts';
import type { Device } from '#shared/devices.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { deviceColumns } from './device-rows.ts';

/** Revoked ones are of interest for a while. */
const MOST_LISTED = 100;

/** Lists the phones that forward messages, those in use first. Admins only. */
export async function listDevices(db: Db, actor: Actor): Promise<{ items: Device[] }> {
  assertAdmin(actor);
  const items = await db
    .select(deviceColumns)
    .from(paymentDevices)
    .orderBy(sql`${paymentDevices.revokedAt} desc nulls first`, asc(paymentDevices.id))
    .limit(MOST_LISTED);
  return { items };
}
