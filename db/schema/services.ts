import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ColumnMapping } from '#shared/catalogue-file.ts';
import { drops, type QualityWord } from '#shared/facts.ts';
import type { TargetKind } from '#shared/paste/target.ts';
import { type Per, ruleOf, serviceTypes } from '#shared/service-types.ts';
import { MAX_NAME_LENGTH, MAX_REFILL_DAYS, type NamedServiceFields } from '#shared/services.ts';
import { type SupplierField, servicePauses, supplierFields } from '#shared/supplier-fields.ts';
import { categories } from './categories.ts';
import { at, int64, isOneOf, microsColumn } from './columns.ts';
import { users } from './users.ts';

export const services = pgTable(
  'services',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The shop's own identifier, by which a catalogue file matches it. */
    externalId: text('external_id'),
    name: text('name').notNull(),
    /** Former names, so that search finds orders that store one of them. */
    formerNames: text('former_names').array().notNull().default([]),
    image: text('image'),
    description: text('description').notNull(),
    /** The Bengali name; null shows the other one. */
    nameBn: text('name_bn'),
    /** The slug of its category. A trigger leads that of a merged one on. */
    category: text('category')
      .notNull()
      .references(() => categories.slug),
    /** The slug of its category's top, and whether one of the two is hidden: triggers keep both. */
    top: text('top').notNull().default(''),
    categoryHidden: boolean('category_hidden').notNull().default(false),
    /** The platform and the kinds of target that it serves; null if they are not set. */
    platform: text('platform'),
    kinds: text('kinds').array().$type<TargetKind[]>(),
    /** Micro-dollars per `per` units. */
    priceMicros: microsColumn('price_micros').notNull(),
    type: text('type', { enum: serviceTypes }).notNull().default('default'),
    /** How many units the price is for; the type decides it. */
    per: smallint('per').$type<Per>().notNull().default(1000),
    min: integer('min').notNull(),
    max: integer('max').notNull(),
    avgTimeHours: integer('avg_time_hours').notNull(),
    /** The number of orders at the last count; the list is sorted by it. */
    countedOrders: integer('counted_orders').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Hidden from customers and not for sale, until an admin shows it again. */
    hidden: boolean('hidden').notNull().default(false),
    /** The position that an admin chose in its category: the highest comes first. 0 for no chosen position. */
    shelfRank: integer('shelf_rank').notNull().default(0),
    /** How many days after its delivery an order can be refilled; null for never. */
    refillDays: integer('refill_days'),
    /** Whether the refill comes without being asked for. */
    autoRefill: boolean('auto_refill').notNull().default(false),
    /** Facts that names of this trade tell; null for what is not said. The latest start and the units a day. */
    startMinutes: integer('start_minutes'),
    speedPerDay: int64('speed_per_day'),
    quality: text('quality').array().$type<QualityWord[]>(),
    /** ISO 3166-1 alpha-2, in capitals. */
    country: text('country'),
    drop: text('drop', { enum: drops }),
    /** What is sold, by the slug of the market's kind: `followers`. */
    kind: text('kind'),
    /** Whether customers can ask to cancel an open order, and to speed it up. */
    cancel: boolean('cancel').notNull().default(false),
    speedUp: boolean('speed_up').notNull().default(false),
    /** Over the cost; null for the supplier's rule or the shop's. */
    marginBasisPoints: integer('margin_basis_points'),
    /** Whether the price follows the cost at its first source. Otherwise a person set it. */
    pricedByRule: boolean('priced_by_rule').notNull().default(false),
    /** The fields that follow the first source. The others are the shop's own. */
    fieldsOfSupplier: text('fields_of_supplier').array().$type<SupplierField[]>().notNull().default([]),
    /** Whether new orders are forwarded: it has a source. */
    forwarded: boolean('forwarded').notNull().default(false),
    /** Why the panel paused it; a paused service is hidden. An admin resumes it. */
    pausedReason: text('paused_reason', { enum: servicePauses }),
    pausedAt: at('paused_at'),
    /** Services are soft-deleted: orders and history stay. */
    deletedAt: at('deleted_at'),
    /** The admin who created it; null for seeds and earlier versions. */
    createdBy: int64('created_by').references(() => users.id),
    requestId: uuid('request_id'),
    /** The input it was created from. It identifies a repeated request after later changes. */
    createdFrom: jsonb('created_from').$type<NamedServiceFields>(),
  },
  (t) => [
    uniqueIndex('services_request_key').on(t.requestId, t.createdBy),
    // Partial, so that no foreign key can refer to it: an update then does not wait for orders that are being placed.
    uniqueIndex('services_external_id_key').on(t.externalId).where(sql`external_id is not null`),
    index('services_paused_idx')
      .on(t.pausedAt, t.id)
      .where(sql`paused_at is not null and deleted_at is null`)
      .concurrently(),
    index('services_category_idx').on(t.category, t.id).where(sql`deleted_at is null`),
    index('services_top_idx').on(t.top, t.id).where(sql`deleted_at is null`).concurrently(),
    index('services_price_idx').on(t.priceMicros, t.id).where(sql`deleted_at is null`),
    index('services_time_idx').on(t.avgTimeHours, t.id).where(sql`deleted_at is null`),
    index('services_popular_idx').on(t.countedOrders, t.id).where(sql`deleted_at is null`),
    index('services_featured_idx')
      .on(featuredRank(t.category, t.shelfRank), t.countedOrders, t.id)
      .where(sql`deleted_at is null`),
    index('services_shelf_idx').on(t.category, t.shelfRank, t.countedOrders, t.id).where(sql`deleted_at is null`),
    index('services_top_shelf_idx')
      .on(t.top, t.shelfRank, t.countedOrders, t.id)
      .where(sql`deleted_at is null`)
      .concurrently(),
    index('services_name_idx').on(sql`lower(${t.name})`, t.id).where(sql`deleted_at is null`),
    index('services_search_idx')
      .using('gin', sql`(${t.name} || ' ' || ${t.category} || ' ' || ${t.description}) gin_trgm_ops`)
      .where(sql`deleted_at is null`),
    index('services_external_id_search_idx')
      .using('gin', sql`${t.externalId} gin_trgm_ops`)
      .where(sql`external_id is not null`),
    // Current and former names, for the search in orders; the migration that creates the index also creates the function.
    index('services_names_idx').using('gin', sql`all_names(${t.name}, ${t.formerNames}) gin_trgm_ops`),
    check(
      'services_request_check',
      sql`(${t.requestId} is null) = (${t.createdFrom} is null) and (${t.requestId} is null or ${t.createdBy} is not null)`,
    ),
    check('services_external_id_check', sql`char_length(${t.externalId}) between 1 and 64`),
    check('services_price_check', sql`${t.priceMicros} between 0 and 1000000000000`),
    check(
      'services_type_check',
      sql.raw(
        `case type ${serviceTypes
          .map((type) => {
            const { per, quantity } = ruleOf(type);
            return `when '${type}' then per = ${per} and min >= 1${quantity === 'one' ? ' and max = 1' : ''}`;
          })
          .join(' ')} else false end`,
      ),
    ),
    check('services_range_check', sql`${t.max} >= ${t.min}`),
    check('services_refill_check', sql.raw(`refill_days between 1 and ${MAX_REFILL_DAYS}`)),
    check('services_margin_check', sql`${t.marginBasisPoints} between 0 and 1000000`),
    check(
      'services_fields_check',
      sql`${t.fieldsOfSupplier} <@ array[${sql.raw(supplierFields.map((each) => `'${each}'`).join(', '))}]`,
    ),
    check('services_paused_reason_check', isOneOf(t.pausedReason, servicePauses)),
    check(
      'services_paused_check',
      sql`(${t.pausedAt} is null) = (${t.pausedReason} is null) and (${t.pausedAt} is null or ${t.hidden})`,
    ),
    check('services_shelf_rank_check', sql`${t.shelfRank} >= 0`),
    check('services_time_check', sql`${t.avgTimeHours} >= 1`),
    check('services_name_bn_check', sql`char_length(${t.nameBn}) between 1 and ${sql.raw(String(MAX_NAME_LENGTH))}`),
    check(
      'services_facts_check',
      sql`${t.startMinutes} between 0 and 43200 and ${t.speedPerDay} between 1 and 1000000000000
        and ${t.country} ~ '^[A-Z]{2}$' and cardinality(${t.quality}) between 1 and 12 and ${t.kind} ~ '^[a-z0-9-]{1,40}$'`,
    ),
    check('services_drop_check', isOneOf(t.drop, drops)),
  ],
);

/** Sorts featured services before all others, in the shop's order. 0 for others. */
export function featuredRank(category: PgColumn, shelfRank: PgColumn): SQL {
  return sql`(case when ${category} = 'feature' then ${shelfRank} + 1 else 0 end)`;
}

/** Whether customers see a service and can order it. Statements in plain SQL repeat this condition. */
export const isOnOffer = and(
  isNull(services.deletedAt),
  eq(services.hidden, false),
  eq(services.categoryHidden, false),
);

/** How the columns of other panels' files were mapped, for the next file with the same headers. */
export const importMappings = pgTable('import_mappings', {
  /** SHA-256 of the headers. */
  headers: text('headers').primaryKey(),
  mapping: jsonb('mapping').$type<ColumnMapping>().notNull(),
  usedAt: at('used_at').notNull().defaultNow(),
});
