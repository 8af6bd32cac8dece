import { and, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { queueClaims } from '#db/schema/queue.ts';
import { type SetAsideKind, type SetAsideListInput, type SetAsidePage, setAsideKinds } from '#shared/set-aside.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import {
  afterCursor,
  idKey,
  momentKey,
  type SortOrder,
  sortedBy,
  sortedPageFrom,
  wordKey,
} from '../../base/lists/sorted-keyset.ts';

const SORT = 'set aside';
const order: SortOrder<SetAsidePage['items'][number]> = {
  keys: [
    momentKey(queueClaims.setAsideAt, ({ since }) => since),
    wordKey(queueClaims.kind, setAsideKinds, ({ kind }) => kind),
    idKey(queueClaims.id),
  ],
  descending: false,
};

/** Lists background work that was set aside, oldest first; kinds of a newer version are left out. Admins only. */
export async function listSetAside(
  db: Db,
  actor: Actor,
  { kind, cursor, limit }: SetAsideListInput,
): Promise<SetAsidePage> {
  assertAdmin(actor);
  const { id, what, setAsideAt: since, attempts: deaths } = queueClaims;
  const isKnown = inArray(queueClaims.kind, kind ? [kind] : [...setAsideKinds]);
  const rows = await db
    .select({ kind: queueClaims.kind, id, what, since, deaths })
    .from(queueClaims)
    .where(and(isNotNull(since), isKnown, afterCursor(SORT, order, cursor)))
    .orderBy(...sortedBy(order))
    .limit(limit + 1);
  const works = rows.map((row) => ({ ...row, kind: row.kind as SetAsideKind, since: row.since as Date }));
  return sortedPageFrom(works, limit, SORT, order);
}
