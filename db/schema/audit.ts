import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AuditAction, AuditFacts, AuditSubject } from '#shared/audit.ts';
import { at, int64 } from './columns.ts';
import { users } from './users.ts';

/**
 * Every action of an admin, written in the transaction of the action. Append-only: a trigger refuses every change. Constraints check
 * only the form of actions and subjects, so that a new one needs no migration and old rows stay valid.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    // Not the transaction's start time: of two actions on one row the later one may have started first.
    at: at('at').notNull().default(sql`clock_timestamp()`),
    /** Null for a command on the server, which has no signed-in user. */
    adminId: int64('admin_id').references(() => users.id),
    /** The API key that called; null for a person. */
    keyId: int64('key_id'),
    action: text('action').$type<AuditAction>().notNull(),
    subject: text('subject').$type<AuditSubject>().notNull(),
    /** Null for subjects of which there is only one. The row may be deleted, so there is no foreign key. */
    subjectId: int64('subject_id'),
    /** The subject's name at that time; the audit search uses it. */
    subjectName: text('subject_name').notNull().default(''),
    /** The customer concerned. */
    userId: int64('user_id').references(() => users.id),
    before: jsonb('before').$type<AuditFacts>(),
    after: jsonb('after').$type<AuditFacts>(),
    reason: text('reason'),
    /** The entries of one bulk share it; null for a single action. */
    bulkId: uuid('bulk_id'),
    /** False for all entries of a bulk but its first. */
    isFirst: boolean('is_first').notNull().default(true),
  },
  (t) => [
    index('audit_entries_recent_idx').on(t.at, t.id).where(sql`is_first`),
    index('audit_entries_admin_idx').on(t.adminId, t.at, t.id).where(sql`is_first`),
    index('audit_entries_action_idx').on(t.action, t.at, t.id).where(sql`is_first`),
    index('audit_entries_bulk_idx').on(t.bulkId, t.at, t.id).where(sql`bulk_id is not null`),
    // Of concurrent calls of one bulk only one writes the first entry.
    uniqueIndex('audit_entries_bulk_first_key').on(t.bulkId).where(sql`bulk_id is not null and is_first`),
    index('audit_entries_subject_idx').on(t.subject, t.subjectId, t.at, t.id),
    index('audit_entries_user_idx').on(t.userId, t.at, t.id),
    index('audit_entries_search_idx').using(
      'gin',
      sql`(${t.subjectName} || ' ' || coalesce(${t.reason}, '')) gin_trgm_ops`,
    ),
    check('audit_entries_action_check', sql`${t.action} ~ '^[a-zA-Z]{1,30}\\.[a-zA-Z]{1,30}$'`),
    check('audit_entries_subject_check', sql`${t.subject} ~ '^[a-zA-Z]{1,30}$'`),
    check('audit_entries_name_check', sql`char_length(${t.subjectName}) <= 200`),
    check(
      'audit_entries_length_check',
      sql`coalesce(octet_length(${t.before}::text), 0) + coalesce(octet_length(${t.after}::text), 0) <= 1000000`,
    ),
  ],
);
