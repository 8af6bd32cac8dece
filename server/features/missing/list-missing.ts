import { and, desc, lt, not } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { acknowledgedMissing } from '#db/schema/missing.ts';
import type { MissingListInput, MissingPage } from '#shared/missing.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { countOpenMissing, isOpen } from '../../money/missing-entries.ts';
import { missingEntryOf, selectMissing } from './missing-rows.ts';

/** Lists acknowledged entries that the database lacks, or those that were settled or found again, newest first. Admins only. */
export async function listMissing(
  db: Db,
  actor: Actor,
  { state, cursor, limit }: MissingListInput,
): Promise<MissingPage> {
  assertAdmin(actor);
  const beforeId = idFromCursor(cursor);
  const [rows, open] = await Promise.all([
    selectMissing(db)
      .where(
        and(
          state === 'open' ? isOpen : not(isOpen),
          beforeId === undefined ? undefined : lt(acknowledgedMissing.id, beforeId),
        ),
      )
      .orderBy(desc(acknowledgedMissing.id))
      .limit(limit + 1),
    countOpenMissing(db),
  ]);
  return { ...pageFrom(rows.map(missingEntryOf), limit, ({ id }) => id), open };
}
