import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/** Long enough for a form that stays open, and to restore an image that was removed by mistake. */
const KEPT_DAYS = 30;

/** Deletes images that were uploaded over 30 days ago and that no service, payment method or setting uses. Safe on several servers. */
export async function deleteUnusedImages(db: Db): Promise<void> {
  await db.execute(sql`
    delete from images i
    where uploaded_at < now() - make_interval(days => ${KEPT_DAYS})
      and not exists (select from services where image = '/images/' || i.digest || '.' || i.type)
      and not exists (select from payment_methods where logo = '/images/' || i.digest || '.' || i.type)
      and not exists (
        select from settings s
        where '/images/' || i.digest || '.' || i.type in (s.logo_image, s.icon_image)
          or strpos(s.face_images::text, i.digest) > 0)`);
}
