import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, int64 } from './columns.ts';
import { users } from './users.ts';

/** A user's second factor by TOTP (RFC 6238). Not in force until its first code confirms it. */
export const secondFactors = pgTable(
  'second_factors',
  {
    userId: int64('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The secret, encrypted by SECRETS_KEY. */
    sealedSecret: text('sealed_secret').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When its first code was entered; null until then. */
    confirmedAt: at('confirmed_at'),
    /** The time step of the last accepted code, in units of 30 s since 1970. A code of this step or an earlier one is refused. */
    lastStep: int64('last_step').notNull().default(0),
  },
  (t) => [check('second_factors_last_step_check', sql`${t.lastStep} >= 0`)],
);

/** Codes for a user who has lost the device; each works once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: int64('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** SHA-256 of the code, hex. */
    hash: text('hash').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [uniqueIndex('recovery_codes_hash_key').on(t.userId, t.hash)],
);

/** A mail about a login on a new device: its link ends all sessions. */
export const loginAlerts = pgTable(
  'login_alerts',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, hex. */
    hash: text('hash').notNull(),
    /** The address that got the mail: the user's at the time of the login. */
    recipient: text('recipient').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    /** The hash of the password that was valid when the address changed; null while it is still the recipient. */
    passwordHash: text('password_hash'),
    /** When it ended the sessions without that password, which it does once. */
    endedAt: at('ended_at'),
  },
  (t) => [uniqueIndex('login_alerts_hash_key').on(t.hash), index('login_alerts_user_idx').on(t.userId, t.createdAt)],
);
