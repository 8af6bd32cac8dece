import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { initialSettings, methodKinds } from '#shared/settings.ts';
import { at, int64, isOneOf, ratePaisaColumn } from './columns.ts';

/** The settings of the shop: always exactly one row. */
export const settings = pgTable(
  'settings',
  {
    id: smallint('id').primaryKey().default(1),
    ratePaisa: ratePaisaColumn('rate_paisa').notNull().default(initialSettings.ratePaisa),
    feeBasisPoints: integer('fee_basis_points').notNull().default(initialSettings.feeBasisPoints),
    chatUrl: text('chat_url'),
    supportEmail: text('support_email'),
    videoUrls: jsonb('video_urls').$type<string[]>().notNull().default(initialSettings.videoUrls),
    servicesOffset: integer('services_offset').notNull().default(initialSettings.servicesOffset),
    ordersOffset: integer('orders_offset').notNull().default(initialSettings.ordersOffset),
    usersOffset: integer('users_offset').notNull().default(initialSettings.usersOffset),
    timeZone: text('time_zone').notNull().default(initialSettings.timeZone),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('settings_single_check', sql`${t.id} = 1`),
    check('settings_rate_check', sql`${t.ratePaisa} > 0`),
    check('settings_fee_check', sql`${t.feeBasisPoints} between 0 and 10000`),
    // An unknown time zone violates this check instead of failing a later sum of days.
    check(
      'settings_time_zone_check',
      sql`length(${t.timeZone}) <= 64 and timezone(${t.timeZone}, timestamptz '2026-01-01 00:00:00Z') is not null`,
    ),
  ],
);

export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    kind: text('kind', { enum: methodKinds }).notNull(),
    ussdCode: text('ussd_code'),
    recipient: text('recipient').notNull(),
    stepsBn: jsonb('steps_bn').$type<string[]>().notNull().default([]),
    stepsEn: jsonb('steps_en').$type<string[]>().notNull().default([]),
    logo: text('logo'),
    active: boolean('active').notNull().default(true),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    uniqueIndex('payment_methods_name_key').on(sql`lower(${t.name})`),
    check('payment_methods_kind_check', isOneOf(t.kind, methodKinds)),
  ],
);
