import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { KeyScope } from '#shared/key-scopes.ts';
import { at, dueAt, int64 } from './columns.ts';
import { users } from './users.ts';

/** Keys of scripts and other panels. A key acts for its owner, within its scopes. Revoked keys stay, so that the audit can name them. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the secret, hex. The secret itself is displayed once. */
    hash: text('hash').notNull(),
    /** Of the secret before the last roll, which works for 24 more hours. */
    previousHash: text('previous_hash'),
    /** Null for a key that was never rolled. */
    rolledAt: dueAt('rolled_at'),
    scopes: text('scopes').array().$type<KeyScope[]>().notNull(),
    /** Addresses and blocks (CIDR) that may use it; none means any. */
    addresses: text('addresses').array().notNull().default([]),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Null for a key without an end. */
    expiresAt: at('expires_at'),
    /** The last use, to the minute. */
    lastUsedAt: at('last_used_at'),
    /** The IP address of the last use. */
    lastUsedAddress: text('last_used_address'),
    revokedAt: at('revoked_at'),
  },
  (t) => [
    uniqueIndex('api_keys_hash_key').on(t.hash),
    index('api_keys_user_idx').on(t.userId, t.id),
    check('api_keys_name_check', sql`char_length(${t.name}) between 1 and 60`),
    check('api_keys_scopes_check', sql`cardinality(${t.scopes}) between 1 and 100`),
    check('api_keys_addresses_check', sql`cardinality(${t.addresses}) <= 20`),
  ],
);
