import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { languages } from '#shared/languages.ts';
import { roles } from '#shared/users.ts';
import { at, int64, isOneOf } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userName: text('user_name').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The key that makes addresses unique: `folded(email)`, set by a trigger, so that no statement can omit it. / See decision 010. */
    emailKey: text('email_key').notNull().default(''),
    /** When a link mailed to the address was opened; null until then. */
    emailConfirmedAt: at('email_confirmed_at'),
    phone: text('phone').notNull(),
    /** The phone number in E.164, read from `phoneRead`; null if that is none. */
    phoneE164: text('phone_e164'),
    /** The phone that `phoneE164` was read from; differs from `phone` if a server of the release before wrote that. */
    phoneRead: text('phone_read'),
    image: text('image'),
    /** The language of the panel for this user; null until they choose one. */
    language: text('language', { enum: languages }),
    role: text('role', { enum: roles }).notNull().default('user'),
    passwordHash: text('password_hash').notNull(),
    blockedAt: at('blocked_at'),
    /** The reason, which the customer reads at login; null if none was entered or the user is not blocked. */
    blockedReason: text('blocked_reason'),
    /** The first login causes no mail about a new device; null until then. */
    firstLoginAt: at('first_login_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_user_name_key').on(sql`lower(${t.userName})`),
    uniqueIndex('users_email_key').on(t.emailKey),
    index('users_name_idx').on(t.name, t.id),
    index('users_created_idx').on(t.createdAt),
    index('users_search_idx').using(
      'gin',
      sql`(${t.userName} || ' ' || ${t.name} || ' ' || ${t.email} || ' ' || ${t.phone}) gin_trgm_ops`,
    ),
    index('users_phone_e164_idx').on(t.phoneE164).where(sql`phone_read = phone`),
    index('users_phone_unread_idx').on(t.id).where(sql`phone_read is distinct from phone`),
    index('users_admins_idx').on(t.id).where(sql`role = 'admin'`),
    check('users_language_check', isOneOf(t.language, languages)),
    check('users_role_check', isOneOf(t.role, roles)),
    check('users_user_name_check', sql`${t.userName} ~ '^[A-Za-z0-9_.-]{3,32}$'`),
  ],
);
