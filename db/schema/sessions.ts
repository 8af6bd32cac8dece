import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, int64 } from './columns.ts';
import { users } from './users.ts';

/** One login on one device; ending it ends every token that came from it. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
    /** Where it was last used from, shortened before it is written: enough for its owner to recognise, too little to find them. */
    address: text('address'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Its last refresh: access tokens are short, so it is at most as old as one of them. */
    lastUsedAt: at('last_used_at').notNull().defaultNow(),
    /** The absolute end, whatever is refreshed until then. */
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
  },
  (t) => [index('sessions_user_idx').on(t.userId)],
);

/** The chain of refresh tokens of a session: each is used once and names the one it came from. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    parentId: int64('parent_id'),
    /** SHA-256 of the token, hex. The token itself is only ever in the cookie. */
    hash: text('hash').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** The idle end. */
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

/** Who has to say yes by the link: whoever reads the address of today, then whoever reads the new one. */
export const emailConfirmers = ['old', 'new'] as const;

/** An address that waits to be confirmed; a user has at most one, and confirming it, or another one, ends it. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: int64('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    newEmail: text('new_email').notNull(),
    confirmer: text('confirmer', { enum: emailConfirmers }).notNull(),
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
