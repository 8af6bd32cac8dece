import { and, asc, gt, isNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { catalogueRowColumns } from './import/catalogue-shape.ts';

/** The catalogue for an export, page by page, oldest service first, without deleted ones. Admins only. */
export async function listCatalogue(db: Db, actor: Actor, { cursor, limit }: { cursor: string | null; limit: number }) {
  assertAdmin(actor);
  const lastId = idFromCursor(cursor);
  const rows = await db
    .select(catalogueRowColumns)
    .from(services)
    .where(and(isNull(services.deletedAt), lastId === undefined ? undefined : gt(services.id, lastId)))
    .orderBy(asc(services.id))
    .limit(limit + 1);
  return pageFrom(rows, limit, ({ id }) => id);
}
