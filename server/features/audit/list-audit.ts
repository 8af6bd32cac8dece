import { and, eq, ilike, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#db/client.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { users } from '#db/schema/users.ts';
import { type AuditEntry, type AuditListInput, type AuditPage, auditSubjects } from '#shared/audit.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { idsFound } from '../../lists/search-arms.ts';
import { containing, idIn } from '../../lists/search-text.ts';
import { datedWithinDays } from '../../lists/shop-days.ts';
import { afterCursor, idKey, momentKey, type SortOrder, sortedBy, sortedPageFrom } from '../../lists/sorted-keyset.ts';
import { usersFound } from '../../lists/users-matching.ts';

/** Lists what admins did, newest first. `search` finds names, reasons, people, and the thing with that number. Admins only. */
export async function listAudit(
  db: Db,
  actor: Actor,
  { search, cursor, limit, ...filters }: AuditListInput,
): Promise<AuditPage> {
  assertAdmin(actor);
  const filter = and(...conditionsOf(filters), afterCursor(NEWEST, newestFirst, cursor));
  const found = search && { ways: await waysToFind(db, search), filter, newest: limit + 1, by: auditEntries.at };
  const rows = await selectEntries(db)
    .where(found ? inArray(auditEntries.id, idsFound(auditEntries.id, found)) : filter)
    .orderBy(...sortedBy(newestFirst))
    .limit(limit + 1);
  return sortedPageFrom(rows, limit, NEWEST, newestFirst);
}

const NEWEST = 'newest';

const newestFirst: SortOrder<AuditEntry> = {
  keys: [momentKey(auditEntries.at, (entry) => entry.at), idKey(auditEntries.id)],
  descending: true,
};

const admins = alias(users, 'admins');

function selectEntries(db: Db) {
  return db
    .select({
      id: auditEntries.id,
      at: auditEntries.at,
      admin: { id: admins.id, userName: admins.userName, name: admins.name },
      action: auditEntries.action,
      subject: auditEntries.subject,
      subjectId: auditEntries.subjectId,
      subjectName: auditEntries.subjectName,
      user: { id: users.id, userName: users.userName, name: users.name },
      before: auditEntries.before,
      after: auditEntries.after,
      reason: auditEntries.reason,
    })
    .from(auditEntries)
    .leftJoin(admins, eq(admins.id, auditEntries.adminId))
    .leftJoin(users, eq(users.id, auditEntries.userId));
}

function conditionsOf({
  admin,
  action,
  subject,
  subjectId,
  userId,
  from,
  to,
}: Partial<AuditListInput>): (SQL | undefined)[] {
  return [
    admin && (admin === 'server' ? isNull(auditEntries.adminId) : eq(auditEntries.adminId, admin)),
    action && eq(auditEntries.action, action),
    // A number says which only together with what; without it every kind is meant, so that the same index is used.
    subject ? eq(auditEntries.subject, subject) : subjectId && inArray(auditEntries.subject, [...auditSubjects]),
    subjectId === undefined ? undefined : eq(auditEntries.subjectId, subjectId),
    userId === undefined ? undefined : eq(auditEntries.userId, userId),
    datedWithinDays(auditEntries.at, { from, to }),
  ].map((condition) => condition || undefined);
}

/** Each way in which a search finds an entry. */
async function waysToFind(db: Db, search: string): Promise<(SQL | undefined)[]> {
  const pattern = containing(search);
  const subjectId = idIn(search);
  const adminIds = await findWhoActed(db, pattern);
  return [
    // In the words of the index `audit_entries_search_idx`.
    ilike(sql`(${auditEntries.subjectName} || ' ' || coalesce(${auditEntries.reason}, ''))`, pattern),
    sql`${auditEntries.userId} in (${usersFound(search)})`,
    ...adminIds.map((id) => eq(auditEntries.adminId, id)),
    ...(subjectId === undefined ? [] : [and(...conditionsOf({ subjectId }))]),
  ];
}

/** More admins than a shop has. */
const MOST_ADMINS = 50;

/** The admins that a search finds. Each is a search arm of its own: in one condition PostgreSQL would walk the whole audit. */
async function findWhoActed(db: Db, pattern: string): Promise<number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    -- From each admin's first entry to the next one's, along the index.
    with recursive acted (id) as (
      (select admin_id from audit_entries order by admin_id limit 1)
      union all
      select (select admin_id from audit_entries where admin_id > acted.id order by admin_id limit 1) from acted
      where acted.id is not null
    )
    select ${users.id} as id from ${users}
    where ${users.id} in (select id from acted) and (${users.userName} ilike ${pattern} or ${users.name} ilike ${pattern})
    order by 1 limit ${MOST_ADMINS}`);
  return rows.map(({ id }) => Number(id));
}
