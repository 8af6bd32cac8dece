import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';

/** Long enough for a form that stays open, and to put back a picture that was taken out by mistake. */
const KEPT_DAYS = 30;

/**
 * Removes pictures that were uploaded more than 30 days ago and that no service, deleted ones included, and no payment method
 * shows. Safe to run at any time and on several servers at once.
 */
export async function deleteUnusedImages(db: Db): Promise<void> {
  await db.execute(sql`
    delete from images i
    where uploaded_at < now() - make_interval(days => ${KEPT_DAYS})
      and not exists (select from services where image = '/images/' || i.digest || '.' || i.type)
      and not exists (select from payment_methods where logo = '/images/' || i.digest || '.' || i.type)`);
}
