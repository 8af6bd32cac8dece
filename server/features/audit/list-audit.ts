import { and, eq, gte, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/users.ts';
import { type AuditEntry, type AuditListInput, type AuditPage, auditSubjects, MOST_IN_BULK } from '#shared/audit.ts';
import { moneySum } from '#shared/money-sum.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { idsFound } from '../../base/lists/search-arms.ts';
import { containing, idIn } from '../../base/lists/search-text.ts';
import { momentsOf } from '../../base/lists/shop-days.ts';
import {
  afterCursor,
  idKey,
  momentKey,
  type SortOrder,
  sortedBy,
  sortedPageFrom,
} from '../../base/lists/sorted-keyset.ts';
import { usersFound } from '../../base/lists/users-matching.ts';

/**
 * Lists audit entries, newest first, a bulk as its first entry. With a search, a subject's id or a customer, and within a bulk, every
 * entry is listed. `search` finds names, reasons, users, and subjects by id. Admins only.
 */
export async function listAudit(
  db: Db,
  actor: Actor,
  { search, cursor, limit, ...filters }: AuditListInput,
): Promise<AuditPage> {
  assertAdmin(actor);
  const isGrouped = !search && !filters.subjectId && !filters.userId && !filters.bulkId;
  const { begin, end } = await momentsOf(db, filters);
  const within = and(begin && gte(auditEntries.at, begin), end && lt(auditEntries.at, end));
  const filter = and(
    ...conditionsOf(filters),
    ...(isGrouped ? [isFirst, bulksWithin(begin, end, within)] : [within]),
    afterCursor(NEWEST, newestFirst, cursor),
  );
  const found = search && { ways: await waysToFind(db, search), filter, newest: limit + 1, by: auditEntries.at };
  const rows = await selectEntries(db)
    .where(found ? inArray(auditEntries.id, idsFound(auditEntries.id, found)) : filter)
    .orderBy(...sortedBy(newestFirst))
    .limit(limit + 1);
  const bulks = isGrouped ? await bulksOf(db, rows) : new Map<string, AuditEntry['bulk']>();
  const entries = rows.map((row) => ({ ...row, bulk: bulks.get(row.bulkId ?? '') ?? null }));
  return sortedPageFrom(entries, limit, NEWEST, newestFirst);
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
      key: { id: apiKeys.id, name: apiKeys.name },
      action: auditEntries.action,
      subject: auditEntries.subject,
      subjectId: auditEntries.subjectId,
      subjectName: auditEntries.subjectName,
      user: { id: users.id, userName: users.userName, name: users.name },
      before: auditEntries.before,
      after: auditEntries.after,
      reason: auditEntries.reason,
      bulkId: auditEntries.bulkId,
      jobId: jobs.id,
    })
    .from(auditEntries)
    .leftJoin(admins, eq(admins.id, auditEntries.adminId))
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .leftJoin(apiKeys, eq(apiKeys.id, auditEntries.keyId))
    .leftJoin(jobs, eq(jobs.bulkId, auditEntries.bulkId));
}

function conditionsOf({
  admin,
  action,
  subject,
  subjectId,
  userId,
  bulkId,
}: Partial<AuditListInput>): (SQL | undefined)[] {
  return [
    admin && (admin === 'server' ? isNull(auditEntries.adminId) : eq(auditEntries.adminId, admin)),
    action && eq(auditEntries.action, action),
    // An id identifies a subject only together with its kind; without one every kind matches, so that the same index is used.
    subject ? eq(auditEntries.subject, subject) : subjectId && inArray(auditEntries.subject, [...auditSubjects]),
    subjectId === undefined ? undefined : eq(auditEntries.subjectId, subjectId),
    userId === undefined ? undefined : eq(auditEntries.userId, userId),
    bulkId === undefined ? undefined : eq(auditEntries.bulkId, bulkId),
  ].map((condition) => condition || undefined);
}

/** As in the partial indexes: a single action, or the first of a bulk. */
const isFirst = sql`${auditEntries.isFirst}`;

const LONGEST_BULK = sql`interval '1 day'`;

/** The period of first entries: a bulk that began before the period is listed if it went on within it. */
function bulksWithin(begin: SQL | undefined, end: SQL | undefined, within: SQL | undefined): SQL | undefined {
  if (!begin) return within;
  const wentOn = sql`exists (select from audit_entries later where later.bulk_id = ${auditEntries.bulkId} and later.at >= ${begin})`;
  return and(
    gte(auditEntries.at, sql`${begin} - ${LONGEST_BULK}`),
    end && lt(auditEntries.at, end),
    or(within, and(isNotNull(auditEntries.bulkId), wentOn)),
  );
}

/** Size and money of the listed bulks that have more than one entry. */
async function bulksOf(db: Db, rows: readonly { bulkId: string | null }[]): Promise<Map<string, AuditEntry['bulk']>> {
  const ids = rows.flatMap(({ bulkId }) => bulkId ?? []);
  if (ids.length === 0) return new Map();
  const sums = await db.execute<{ id: string; count: string; amount: string | null }>(sql`
    select bulk.id, total.count, total.amount
    from unnest(${sql.param(ids)}::uuid[]) as bulk (id) cross join lateral (
      select count(*), sum((after ->> 'amountNanos')::numeric) as amount
      from (select after from audit_entries where bulk_id = bulk.id limit ${MOST_IN_BULK + 1}) as entries
    ) as total
    where total.count > 1`);
  return new Map(
    sums.map(({ id, count, amount }) => {
      const isSummed = amount !== null && Number(count) <= MOST_IN_BULK;
      return [id, { count: Math.min(Number(count), MOST_IN_BULK), amountNanos: isSummed ? moneySum(amount) : null }];
    }),
  );
}

/** The search conditions. */
async function waysToFind(db: Db, search: string): Promise<(SQL | undefined)[]> {
  const pattern = containing(search);
  const subjectId = idIn(search);
  const adminIds = await findActingAdmins(db, pattern);
  return [
    // Written like the index `audit_entries_search_idx`.
    ilike(sql`(${auditEntries.subjectName} || ' ' || coalesce(${auditEntries.reason}, ''))`, pattern),
    sql`${auditEntries.userId} in (${usersFound(search)})`,
    ...adminIds.map((id) => and(eq(auditEntries.adminId, id), isFirst)),
    ...(subjectId === undefined ? [] : [and(...conditionsOf({ subjectId }))]),
  ];
}

/** More admins than a shop has. */
const MOST_ADMINS = 50;

/** The admins that a search finds. Each is a separate search arm: with a single condition PostgreSQL would scan the whole audit. */
async function findActingAdmins(db: Db, pattern: string): Promise<number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    -- From each admin's first entry to the next admin's, along the index.
    with recursive acted (id) as (
      (select admin_id from audit_entries where is_first order by admin_id limit 1)
      union all
      select (select admin_id from audit_entries where is_first and admin_id > acted.id order by admin_id limit 1)
      from acted
      where acted.id is not null
    )
    select ${users.id} as id from ${users}
    where ${users.id} in (select id from acted) and (${users.userName} ilike ${pattern} or ${users.name} ilike ${pattern})
    order by 1 limit ${MOST_ADMINS}`);
  return rows.map(({ id }) => Number(id));
}
