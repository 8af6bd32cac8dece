import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, int64 } from './columns.ts';
import { users } from './users.ts';

/** One login on one device. Ending it invalidates all its tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
    /** The IP address of the last use, shortened before it is written: its owner recognizes it, but it does not locate them. */
    address: text('address'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** The last refresh. Access tokens are short-lived, so it is at most one of their lifetimes old. */
    lastUsedAt: at('last_used_at').notNull().defaultNow(),
    /** The absolute end, independent of refreshes. */
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    /** When its user last entered the password or a code again; a login alone does not count. */
    reauthenticatedAt: at('reauthenticated_at'),
  },
  (t) => [index('sessions_user_idx').on(t.userId)],
);

/** The chain of refresh tokens of a session: each is used once and refers to its predecessor. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    parentId: int64('parent_id'),
    /** SHA-256 of the token, hex. Only the cookie contains the token itself. */
    hash: text('hash').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** The end when idle. */
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [
    uniqueIndex('refresh_tokens_hash_key').on(t.hash),
    uniqueIndex('refresh_tokens_parent_key').on(t.parentId),
    index('refresh_tokens_session_idx').on(t.sessionId),
    foreignKey({ name: 'refresh_tokens_parent_fk', columns: [t.parentId], foreignColumns: [t.id] }),
  ],
);

export const passwordResets = pgTable(
  'password_resets',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, hex. */
    hash: text('hash').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [
    uniqueIndex('password_resets_hash_key').on(t.hash),
    index('password_resets_user_idx').on(t.userId, t.createdAt),
  ],
);

/** Who must confirm by a mailed link: first the reader of the current address, then the reader of the new one. */
export const emailConfirmers = ['old', 'new'] as const;

/** A new address that waits for confirmation. A user has at most one; confirming it or requesting another one removes it. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: int64('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    newEmail: text('new_email').notNull(),
    confirmer: text('confirmer', { enum: emailConfirmers }).notNull(),
    /** Whether the caller has proved themselves by a second factor. */
    byFactor: boolean('by_factor').notNull().default(false),
    /** SHA-256 of the token, hex. */
    hash: text('hash').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('email_changes_hash_key').on(t.hash),
    check('email_changes_confirmer_check', sql`${t.confirmer} in ('old', 'new')`),
  ],
);
