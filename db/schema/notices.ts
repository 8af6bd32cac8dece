import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { noticeKinds, noticeLevels } from '#shared/notices.ts';
import { at, int64, isOneOf } from './columns.ts';

/** A message of an admin to all users, for a period or until it is deleted. */
export const notices = pgTable(
  'notices',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    kind: text('kind', { enum: noticeKinds }).notNull(),
    level: text('level', { enum: noticeLevels }).notNull(),
    /** Whether readers can dismiss it. */
    dismissible: boolean('dismissible').notNull(),
    startsAt: at('starts_at').notNull().defaultNow(),
    /** Null for no end. */
    endsAt: at('ends_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('notices_kind_check', isOneOf(t.kind, noticeKinds)),
    check('notices_level_check', isOneOf(t.level, noticeLevels)),
    check('notices_period_check', sql`${t.endsAt} > ${t.startsAt}`),
  ],
);
