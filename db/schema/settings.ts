import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { languages } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { linkFits } from '#shared/paste/fit.ts';
import { methodKinds } from '#shared/payment-methods.ts';
import { initialSettings, type ShopImage, textLimits } from '#shared/settings.ts';
import { at, int64, isOneOf, nanosColumn, ratePaisaColumn } from './columns.ts';

/** Images that are made from the logo and the icon when they are saved. */
export interface FaceImages {
  logo?: ShopImage;
  /** By name: `192`, `maskable`. */
  icons?: Record<string, ShopImage>;
}

const localized = (name: string) => jsonb(name).$type<Localized>().notNull();

/** A text in each language and nothing else, none longer than the limit. */
function isLocalized(column: AnyPgColumn, limit: number) {
  const quoted = sql.raw(languages.map((language) => `'${language}'`).join(', '));
  const short = languages.map(
    (language) =>
      sql`jsonb_typeof(${column}->${sql.raw(`'${language}'`)}) = 'string' and length(${column}->>${sql.raw(`'${language}'`)}) <= ${sql.raw(String(limit))}`,
  );
  return sql`(jsonb_typeof(${column}) = 'object' and ${column} ?& array[${quoted}] and ${column} - array[${quoted}] = '{}' and ${sql.join(short, sql` and `)}) is true`;
}

/** The path of an uploaded image. */
const isImagePath = (column: AnyPgColumn) => sql`${column} ~ '^/images/[0-9a-f]{64}[.](png|jpg|webp)$'`;

/** The settings of the shop: always exactly one row. */
export const settings = pgTable(
  'settings',
  {
    id: smallint('id').primaryKey().default(1),
    /** Tells the backups of this shop from those of others. A trigger refuses another one; a restored copy has the same. */
    databaseId: uuid('database_id').notNull().defaultRandom(),
    shopName: text('shop_name').notNull().default(initialSettings.shopName),
    brandColor: text('brand_color').notNull().default(initialSettings.brandColor),
    logoImage: text('logo_image'),
    iconImage: text('icon_image'),
    heroTitle: localized('hero_title').default(initialSettings.heroTitle),
    heroText: localized('hero_text').default(initialSettings.heroText),
    contact: localized('contact').default(initialSettings.contact),
    footerText: localized('footer_text').default(initialSettings.footerText),
    aboutText: localized('about_text').default(initialSettings.aboutText),
    termsText: localized('terms_text').default(initialSettings.termsText),
    refundText: localized('refund_text').default(initialSettings.refundText),
    ratePaisa: ratePaisaColumn('rate_paisa').notNull().default(initialSettings.ratePaisa),
    feeBasisPoints: integer('fee_basis_points').notNull().default(initialSettings.feeBasisPoints),
    chatUrl: text('chat_url'),
    supportEmail: text('support_email'),
    videoUrls: jsonb('video_urls').$type<string[]>().notNull().default(initialSettings.videoUrls),
    servicesOffset: integer('services_offset').notNull().default(initialSettings.servicesOffset),
    ordersOffset: integer('orders_offset').notNull().default(initialSettings.ordersOffset),
    usersOffset: integer('users_offset').notNull().default(initialSettings.usersOffset),
    timeZone: text('time_zone').notNull().default(initialSettings.timeZone),
    requestCooldownHours: integer('request_cooldown_hours').notNull().default(initialSettings.requestCooldownHours),
    giveLimitNanos: nanosColumn('give_limit_nanos').notNull().default(initialSettings.giveLimitNanos),
    approveLimitNanos: nanosColumn('approve_limit_nanos').notNull().default(initialSettings.approveLimitNanos),
    requireAdminSecondFactor: boolean('require_admin_second_factor')
      .notNull()
      .default(initialSettings.requireAdminSecondFactor),
    /** Whether the API v2 accepts GET, with its key in the address. */
    apiV2Get: boolean('api_v2_get').notNull().default(false),
    /** Whether a customer has at most one open order for a service and a link. */
    oneOpenOrderPerLink: boolean('one_open_order_per_link').notNull().default(false),
    /** What becomes of a script's order whose link does not fit its service. A new shop refuses it. */
    linkFit: text('link_fit', { enum: linkFits }).notNull().default('off'),
    /** What a message may credit without a person: a request, a customer a day, a method a day, a request without the payer's digits. */
    evidenceMostRequestNanos: nanosColumn('evidence_most_request_nanos')
      .notNull()
      .default(initialSettings.evidenceMostRequestNanos),
    evidenceMostCustomerDayNanos: nanosColumn('evidence_most_customer_day_nanos')
      .notNull()
      .default(initialSettings.evidenceMostCustomerDayNanos),
    evidenceMostMethodDayNanos: nanosColumn('evidence_most_method_day_nanos')
      .notNull()
      .default(initialSettings.evidenceMostMethodDayNanos),
    evidenceMostWithoutPayerNanos: nanosColumn('evidence_most_without_payer_nanos')
      .notNull()
      .default(initialSettings.evidenceMostWithoutPayerNanos),
    firstRechargeByHand: boolean('first_recharge_by_hand').notNull().default(initialSettings.firstRechargeByHand),
    evidenceReadsIds: boolean('evidence_reads_ids').notNull().default(initialSettings.evidenceReadsIds),
    /** When somebody is there, such as `09:00-23:00`; empty for always. */
    openingHours: text('opening_hours').notNull().default(initialSettings.openingHours),
    /** Where alarms are sent, and the token of the bot that sends them, encrypted by SECRETS_KEY; null for nowhere. */
    telegramChatId: text('telegram_chat_id'),
    sealedTelegramToken: text('sealed_telegram_token'),
    faceImages: jsonb('face_images').$type<FaceImages>().notNull().default({}),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('settings_single_check', sql`${t.id} = 1`),
    check(
      'settings_shop_name_check',
      sql`length(${t.shopName}) between 1 and ${sql.raw(String(textLimits.shopName))} and ${t.shopName} !~ '[[:cntrl:]]'`,
    ),
    check('settings_brand_color_check', sql`${t.brandColor} ~ '^#[0-9a-f]{6}$'`),
    check('settings_logo_image_check', isImagePath(t.logoImage)),
    check('settings_icon_image_check', isImagePath(t.iconImage)),
    check('settings_hero_title_check', isLocalized(t.heroTitle, textLimits.heroTitle)),
    check('settings_hero_text_check', isLocalized(t.heroText, textLimits.heroText)),
    check('settings_contact_check', isLocalized(t.contact, textLimits.contact)),
    check('settings_footer_text_check', isLocalized(t.footerText, textLimits.footerText)),
    check('settings_about_text_check', isLocalized(t.aboutText, textLimits.aboutText)),
    check('settings_terms_text_check', isLocalized(t.termsText, textLimits.termsText)),
    check('settings_refund_text_check', isLocalized(t.refundText, textLimits.refundText)),
    check('settings_request_cooldown_check', sql`${t.requestCooldownHours} between 0 and 8760`),
    check(
      'settings_telegram_check',
      sql`(${t.telegramChatId} is null) = (${t.sealedTelegramToken} is null) and char_length(${t.telegramChatId}) <= 64`,
    ),
    check('settings_link_fit_check', isOneOf(t.linkFit, linkFits)),
    check('settings_limits_check', sql`${t.giveLimitNanos} >= 0 and ${t.approveLimitNanos} >= 0`),
    check(
      'settings_evidence_check',
      sql`least(${t.evidenceMostRequestNanos}, ${t.evidenceMostCustomerDayNanos}, ${t.evidenceMostMethodDayNanos}, ${t.evidenceMostWithoutPayerNanos}) >= 0`,
    ),
    check('settings_opening_hours_check', sql`char_length(${t.openingHours}) <= 11`),
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

/** The payment methods whose requests messages credit without a person. */
export const automaticMethods = pgTable('automatic_methods', {
  methodId: int64('method_id')
    .primaryKey()
    .references(() => paymentMethods.id, { onDelete: 'cascade' }),
  since: at('since').notNull().defaultNow(),
});

/** The numbers of a payment method, of which the first free one is displayed. */
export const paymentAccounts = pgTable(
  'payment_accounts',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    methodId: int64('method_id')
      .notNull()
      .references(() => paymentMethods.id, { onDelete: 'cascade' }),
    number: text('number').notNull(),
    name: text('name').notNull(),
    /** The most taka that it takes a day; null without a limit. */
    mostTakaADay: integer('most_taka_a_day'),
    paused: boolean('paused').notNull().default(false),
    position: integer('position').notNull().default(0),
    /** Messages to it count for some days more. */
    removedAt: at('removed_at'),
  },
  (t) => [
    uniqueIndex('payment_accounts_number_key').on(t.methodId, t.number).where(sql`removed_at is null`),
    check('payment_accounts_limit_check', sql`${t.mostTakaADay} > 0`),
  ],
);
