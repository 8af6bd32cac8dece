import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { MAX_SOURCES } from '#shared/forward-states.ts';
import { micros } from '#shared/money.ts';
import { serviceTypes } from '#shared/service-types.ts';
import { costWaits, sourcePauses, unreadableReasons } from '#shared/supplier-fields.ts';
import { statusMeanings } from '#shared/supplier-words.ts';
import { categories } from './categories.ts';
import { at, int64, isOneOf, microsColumn, supplierMicrosColumn } from './columns.ts';
import { services } from './services.ts';
import { suppliers } from './suppliers.ts';
import { users } from './users.ts';

/** A supplier's list, as it was last read. A service that the list lacks stays here. */
export const supplierServices = pgTable(
  'supplier_services',
  {
    supplierId: int64('supplier_id')
      .notNull()
      .references(() => suppliers.id),
    /** Its id at the supplier: a text. */
    externalId: text('external_id').notNull(),
    name: text('name').notNull(),
    category: text('category').notNull(),
    description: text('description').notNull(),
    /** The supplier's word for the type. */
    tradeType: text('trade_type').notNull(),
    /** Null for a type that the panel doesn't sell. */
    type: text('type', { enum: serviceTypes }),
    /** In the supplier's currency, for 1000 units or one package. The whole one is for servers of the release before, by a trigger. */
    costMicros: supplierMicrosColumn('cost_exact').notNull().default(sql`0`),
    costWhole: int64('cost_micros').notNull().default(0),
    min: int64('min').notNull(),
    max: int64('max').notNull(),
    refill: boolean('refill').notNull(),
    cancel: boolean('cancel').notNull(),
    /** The lists since it was last there, and the first of them. Two lists an hour apart make it gone. */
    missingLists: integer('missing_lists').notNull().default(0),
    missingSince: at('missing_since'),
    goneAt: at('gone_at'),
    firstListedAt: at('first_listed_at').notNull().defaultNow(),
    /** When a list last changed it. */
    listedAt: at('listed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.supplierId, t.externalId] }),
    check('supplier_services_id_check', sql`char_length(${t.externalId}) between 1 and 64`),
    check('supplier_services_cost_check', sql`${t.costWhole} >= 0`),
    check('supplier_services_type_check', isOneOf(t.type, serviceTypes)),
    check('supplier_services_missing_check', sql`(${t.missingLists} = 0) = (${t.missingSince} is null)`),
  ],
);

/** The lines of a supplier's last list that can't be read, at most a thousand; `suppliers.lines_unreadable` counts all. */
export const supplierUnreadableLines = pgTable(
  'supplier_unreadable_lines',
  {
    supplierId: int64('supplier_id')
      .notNull()
      .references(() => suppliers.id),
    /** Its place in the list, from 1. */
    lineNo: integer('line_no').notNull(),
    externalId: text('external_id'),
    name: text('name').notNull(),
    reason: text('reason', { enum: unreadableReasons }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.supplierId, t.lineNo] }),
    check('supplier_unreadable_lines_reason_check', isOneOf(t.reason, unreadableReasons)),
    check(
      'supplier_unreadable_lines_text_check',
      sql`char_length(${t.externalId}) between 1 and 64 and char_length(${t.name}) <= 500`,
    ),
  ],
);

/** Where a service is bought: up to five sources, tried in order. */
export const serviceSources = pgTable(
  'service_sources',
  {
    serviceId: int64('service_id')
      .notNull()
      .references(() => services.id),
    /** From 1. */
    position: smallint('position').notNull(),
    supplierId: int64('supplier_id').notNull(),
    externalId: text('external_id').notNull(),
    /** The cost that a person last accepted, in the supplier's currency; rises and falls are measured from it. */
    acceptedCostMicros: supplierMicrosColumn('accepted_cost_exact').notNull().default(sql`0`),
    acceptedCostWhole: int64('accepted_cost_micros').notNull().default(0),
    acceptedAt: at('accepted_at').notNull().defaultNow(),
    acceptedBy: int64('accepted_by').references(() => users.id),
    /** A paused source is skipped. */
    pausedAt: at('paused_at'),
    pausedReason: text('paused_reason', { enum: sourcePauses }),
    /** The supplier's words behind a pause. */
    pausedText: text('paused_text'),
    /** How its cost differs from the accepted one, for a person to accept; null if it does not need one. */
    waiting: text('waiting', { enum: costWaits }),
    /** Purchases that were charged too much since the source was last resumed. The third pauses it. */
    overcharges: smallint('overcharges').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.position] }),
    uniqueIndex('service_sources_once_key').on(t.serviceId, t.supplierId, t.externalId),
    index('service_sources_supplier_idx').on(t.supplierId, t.externalId),
    foreignKey({
      name: 'service_sources_supplier_service_fk',
      columns: [t.supplierId, t.externalId],
      foreignColumns: [supplierServices.supplierId, supplierServices.externalId],
    }),
    check('service_sources_position_check', sql`${t.position} between 1 and ${sql.raw(String(MAX_SOURCES))}`),
    check('service_sources_cost_check', sql`${t.acceptedCostWhole} >= 0`),
    check('service_sources_pause_reason_check', isOneOf(t.pausedReason, sourcePauses)),
    check('service_sources_waiting_check', isOneOf(t.waiting, costWaits)),
    check('service_sources_pause_check', sql`(${t.pausedAt} is null) = (${t.pausedReason} is null)`),
  ],
);

/** The shop's rules about prices and lists of suppliers: always exactly one row. */
export const supplierRules = pgTable(
  'supplier_rules',
  {
    id: smallint('id').primaryKey().default(1),
    /** 2000 adds 20 % to the cost. */
    marginBasisPoints: integer('margin_basis_points').notNull().default(2_000),
    /** A price below the cost plus this margin pauses its service. */
    leastMarginBasisPoints: integer('least_margin_basis_points').notNull().default(0),
    /** The least price, and the step of prices, in micro-dollars. */
    floorMicros: microsColumn('floor_micros').notNull().default(micros(0)),
    stepMicros: microsColumn('step_micros').notNull().default(micros(100)),
    /** A fall of the cost up to this applies by itself; 0 for none. */
    smallChangeBasisPoints: integer('small_change_basis_points').notNull().default(1_000),
    /** A rise of the cost up to this moves the price by rule at once; a larger one pauses the service. */
    riseBasisPoints: integer('rise_basis_points').notNull().default(5_000),
    /** When the admins of a shop from before these rules were told of them. */
    lawToldAt: at('law_told_at'),
    /** The refill period of a new service whose supplier refills and names no period. */
    refillDays: smallint('refill_days').notNull().default(30),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('supplier_rules_refill_check', sql`${t.refillDays} between 1 and 3650`),
    check('supplier_rules_single_check', sql`${t.id} = 1`),
    check(
      'supplier_rules_margin_check',
      sql`${t.marginBasisPoints} between 0 and 1000000 and ${t.leastMarginBasisPoints} between 0 and 1000000`,
    ),
    check('supplier_rules_price_check', sql`${t.floorMicros} >= 0 and ${t.stepMicros} between 1 and 1000000000`),
    check('supplier_rules_rise_check', sql`${t.riseBasisPoints} between 0 and 100000`),
    check('supplier_rules_change_check', sql`${t.smallChangeBasisPoints} between 0 and 10000`),
  ],
);

/** Words in a supplier's category or service name, and the category that they mean. The owner edits it. */
export const categoryWords = pgTable(
  'category_words',
  {
    /** Lower case. */
    word: text('word').primaryKey(),
    category: text('category')
      .notNull()
      .references(() => categories.slug),
  },
  (t) => [
    check('category_words_word_check', sql`char_length(${t.word}) between 1 and 60 and ${t.word} = lower(${t.word})`),
  ],
);

/** Suppliers' words for the status of an order. The owner edits it. */
export const supplierStatusWords = pgTable(
  'supplier_status_words',
  {
    /** As `plainWord` writes it. */
    word: text('word').primaryKey(),
    meaning: text('meaning', { enum: statusMeanings }).notNull(),
  },
  (t) => [
    check('supplier_status_words_word_check', sql`char_length(${t.word}) between 1 and 60`),
    check('supplier_status_words_meaning_check', isOneOf(t.meaning, statusMeanings)),
  ],
);

/** The prices of services since this table exists, after the price before the first change; triggers write it. Append-only. */
export const servicePrices = pgTable(
  'service_prices',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    serviceId: int64('service_id')
      .notNull()
      .references(() => services.id),
    priceMicros: microsColumn('price_micros').notNull(),
    /** Whether the price follows the cost by a rule. */
    byRule: boolean('by_rule').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('service_prices_service_idx').on(t.serviceId, t.id)],
);
