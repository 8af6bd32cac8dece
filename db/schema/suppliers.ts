import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { categories } from '#shared/categories.ts';
import { MAX_SOURCES } from '#shared/forward-states.ts';
import { micros } from '#shared/money.ts';
import { serviceTypes } from '#shared/service-types.ts';
import type { RatePicos, SupplierMicros } from '#shared/supplier-money.ts';
import { statusMeanings } from '#shared/supplier-words.ts';
import { callActions, entryKindsOfSuppliers, listProblems, sourcePauses, stopReasons } from '#shared/suppliers.ts';
import { at, dueAt, int64, isOneOf, microsColumn } from './columns.ts';
import { services } from './services.ts';
import { users } from './users.ts';

const supplierMicrosColumn = (name: string) => int64(name).$type<SupplierMicros>();
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Panels that this panel buys from, over the trade's API v2. */
export const suppliers = pgTable(
  'suppliers',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** Its API key, encrypted by SECRETS_KEY. */
    sealedKey: text('sealed_key').notNull(),
    /** As ISO 4217 writes it. */
    currency: text('currency').notNull(),
    /** Pico-dollars of one unit of the currency. */
    ratePicos: int64('rate_picos').$type<RatePicos>().notNull(),
    rateAt: at('rate_at').notNull().defaultNow(),
    /** Whether `add` with a known `request_id` returns the first order. Never probed: a probe buys twice. */
    idempotent: boolean('idempotent').notNull().default(false),
    /** Over the cost; null for the shop's rule. */
    marginBasisPoints: integer('margin_basis_points'),
    /** A lower balance raises an alarm; null for none. */
    lowBalanceMicros: supplierMicrosColumn('low_balance_micros'),
    /** The largest purchase, and the purchases of a day in the shop's time zone; null for no limit. */
    orderLimitMicros: supplierMicrosColumn('order_limit_micros'),
    dayLimitMicros: supplierMicrosColumn('day_limit_micros'),
    /** Calls of this panel's servers together, apart from `add`. */
    callsPerMinute: integer('calls_per_minute').notNull().default(60),
    /** The last balance that the supplier named. */
    balanceMicros: supplierMicrosColumn('balance_micros'),
    balanceAt: at('balance_at'),
    /** The balance of its books: the newest entry's. */
    booksMicros: supplierMicrosColumn('books_micros').notNull().default(sql`0`),
    /** How many entries its books have; the newest entry's `seq`. */
    booksVersion: int64('books_version').notNull().default(0),
    /** While it is stopped, nothing is bought from it. Statuses are still read. */
    stoppedAt: at('stopped_at'),
    stoppedReason: text('stopped_reason', { enum: stopReasons }),
    /** The admin who stopped it; null for a stop by the panel. */
    stoppedBy: int64('stopped_by').references(() => users.id),
    /** The supplier's words behind a stop. */
    stoppedText: text('stopped_text'),
    /** Unknown forwards before this time do not count towards a stop. */
    resumedAt: dueAt('resumed_at'),
    /** Nothing is sent before this time: no connection, or too many calls. */
    pausedUntil: dueAt('paused_until'),
    /** Since when no connection to it could be opened; null after any response. */
    unreachableSince: dueAt('unreachable_since'),
    /** When its list was last read completely. */
    listedAt: at('listed_at'),
    /** When the list is read next by itself; null for never. */
    listDueAt: dueAt('list_due_at'),
    /** Why the last list was not taken, and in words for the admin; null if it was. */
    listProblem: text('list_problem', { enum: listProblems }),
    listProblemText: text('list_problem_text'),
    createdBy: int64('created_by')
      .notNull()
      .references(() => users.id),
    /** The creator's idempotency key. */
    requestId: uuid('request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('suppliers_request_key').on(t.requestId, t.createdBy).where(sql`request_id is not null`),
    uniqueIndex('suppliers_name_key').on(sql`lower(${t.name})`),
    check('suppliers_name_check', sql`char_length(${t.name}) between 1 and 60`),
    check('suppliers_url_check', sql`char_length(${t.url}) between 1 and 2000`),
    check('suppliers_currency_check', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('suppliers_rate_check', sql`${t.ratePicos} between 1 and 9007199254740991`),
    check('suppliers_margin_check', sql`${t.marginBasisPoints} between 0 and 1000000`),
    check('suppliers_limits_check', sql`${t.orderLimitMicros} >= 0 and ${t.dayLimitMicros} >= 0`),
    check('suppliers_calls_check', sql`${t.callsPerMinute} between 1 and 6000`),
    check('suppliers_balance_check', sql`(${t.balanceMicros} is null) = (${t.balanceAt} is null)`),
    check('suppliers_books_check', sql`${t.booksVersion} >= 0 and (${t.booksVersion} > 0 or ${t.booksMicros} = 0)`),
    check('suppliers_stopped_reason_check', isOneOf(t.stoppedReason, stopReasons)),
    check('suppliers_list_problem_check', isOneOf(t.listProblem, listProblems)),
    check(
      'suppliers_stopped_check',
      sql`(${t.stoppedAt} is null) = (${t.stoppedReason} is null) and (${t.stoppedAt} is not null or num_nonnulls(${t.stoppedBy}, ${t.stoppedText}) = 0)`,
    ),
  ],
);

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
    /** In the supplier's currency, for 1000 units or one package. */
    costMicros: supplierMicrosColumn('cost_micros').notNull(),
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
    check('supplier_services_cost_check', sql`${t.costMicros} >= 0`),
    check('supplier_services_type_check', isOneOf(t.type, serviceTypes)),
    check('supplier_services_missing_check', sql`(${t.missingLists} = 0) = (${t.missingSince} is null)`),
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
    /** The cost that a person last accepted, in the supplier's currency; small changes are measured from it. */
    acceptedCostMicros: supplierMicrosColumn('accepted_cost_micros').notNull(),
    acceptedAt: at('accepted_at').notNull().defaultNow(),
    acceptedBy: int64('accepted_by').references(() => users.id),
    /** A paused source is skipped. */
    pausedAt: at('paused_at'),
    pausedReason: text('paused_reason', { enum: sourcePauses }),
    /** The supplier's words behind a pause. */
    pausedText: text('paused_text'),
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
    check('service_sources_cost_check', sql`${t.acceptedCostMicros} >= 0`),
    check('service_sources_pause_reason_check', isOneOf(t.pausedReason, sourcePauses)),
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
    /** A change of cost up to this is accepted by itself; 0 for none. */
    smallChangeBasisPoints: integer('small_change_basis_points').notNull().default(1_000),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('supplier_rules_single_check', sql`${t.id} = 1`),
    check(
      'supplier_rules_margin_check',
      sql`${t.marginBasisPoints} between 0 and 1000000 and ${t.leastMarginBasisPoints} between 0 and 1000000`,
    ),
    check('supplier_rules_price_check', sql`${t.floorMicros} >= 0 and ${t.stepMicros} between 1 and 1000000000`),
    check('supplier_rules_change_check', sql`${t.smallChangeBasisPoints} between 0 and 10000`),
  ],
);

/** Words in a supplier's category or service name, and the category that they mean. The owner edits it. */
export const categoryWords = pgTable(
  'category_words',
  {
    /** Lower case. */
    word: text('word').primaryKey(),
    category: text('category', { enum: categories }).notNull(),
  },
  (t) => [
    check('category_words_word_check', sql`char_length(${t.word}) between 1 and 60 and ${t.word} = lower(${t.word})`),
    check('category_words_category_check', isOneOf(t.category, categories)),
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

/** Calls to suppliers, with their answers. Keys are masked. Old ones are deleted, except those of purchases. */
export const supplierCalls = pgTable(
  'supplier_calls',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    supplierId: int64('supplier_id')
      .notNull()
      .references(() => suppliers.id),
    action: text('action', { enum: callActions }).notNull(),
    /** Its forward, for a purchase. Without a foreign key: `forwards` refers to suppliers already. */
    forwardId: int64('forward_id'),
    /** The form that was sent, without the key. */
    request: text('request').notNull(),
    /** Null if there was no response. */
    httpStatus: smallint('http_status'),
    /** Why there was no response: a failure reason of `server/outbound`. */
    failure: text('failure'),
    /** Whether the supplier may have received the request. */
    mayHaveArrived: boolean('may_have_arrived').notNull(),
    /** The beginning of the response, and its full length. */
    response: bytes('response'),
    responseBytes: integer('response_bytes'),
    /** How the panel read the response: `ok`, `refused`, `unknown`, and for a refusal its text. */
    outcome: text('outcome').notNull(),
    startedAt: at('started_at').notNull().defaultNow(),
    durationMs: integer('duration_ms').notNull(),
  },
  (t) => [
    index('supplier_calls_supplier_idx').on(t.supplierId, t.id),
    index('supplier_calls_forward_idx').on(t.forwardId, t.id).where(sql`forward_id is not null`),
    index('supplier_calls_old_idx').on(t.startedAt).where(sql`forward_id is null`),
    check('supplier_calls_action_check', isOneOf(t.action, callActions)),
    check('supplier_calls_response_check', sql`octet_length(${t.response}) <= 65536`),
  ],
);

/**
 * The books of each supplier, in its own currency. `seq` counts its entries without gaps, and `balance_after` links each to the one
 * before. The balance may be negative. Append-only: a trigger refuses every change.
 */
export const supplierEntries = pgTable(
  'supplier_entries',
  {
    supplierId: int64('supplier_id')
      .notNull()
      .references(() => suppliers.id),
    seq: int64('seq').notNull(),
    kind: text('kind', { enum: entryKindsOfSuppliers }).notNull(),
    amountMicros: supplierMicrosColumn('amount_micros').notNull(),
    balanceAfterMicros: supplierMicrosColumn('balance_after_micros').notNull(),
    /** The purchase that it belongs to; none for payments. Without a foreign key, as in `supplier_calls`. */
    forwardId: int64('forward_id'),
    reason: text('reason'),
    /** The admin who entered it; null for the panel. */
    adminId: int64('admin_id').references(() => users.id),
    requestId: uuid('request_id'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.supplierId, t.seq] }),
    uniqueIndex('supplier_entries_request_key').on(t.requestId, t.adminId).where(sql`request_id is not null`),
    index('supplier_entries_forward_idx').on(t.forwardId).where(sql`forward_id is not null`),
    // A purchase is booked once, and ends once.
    uniqueIndex('supplier_entries_purchase_key').on(t.forwardId).where(sql`kind = 'purchase'`),
    uniqueIndex('supplier_entries_return_key').on(t.forwardId).where(sql`kind = 'return'`),
    index('supplier_entries_at_idx').on(t.supplierId, t.at),
    index('supplier_entries_payment_idx').on(t.supplierId, t.at).where(sql`kind in ('payment', 'adjustment')`),
    check('supplier_entries_kind_check', isOneOf(t.kind, entryKindsOfSuppliers)),
    check('supplier_entries_seq_check', sql`${t.seq} > 0`),
    check('supplier_entries_amount_check', sql`${t.amountMicros} <> 0`),
    check(
      'supplier_entries_balance_check',
      sql`${t.balanceAfterMicros} between -9007199254740991 and 9007199254740991`,
    ),
    check(
      'supplier_entries_reference_check',
      sql`case when ${t.kind} in ('payment', 'adjustment') then ${t.forwardId} is null and ${t.adminId} is not null
        when ${t.kind} = 'purchase' then ${t.forwardId} is not null and ${t.amountMicros} < 0
        when ${t.kind} = 'return' then ${t.forwardId} is not null and ${t.amountMicros} > 0
        else ${t.forwardId} is not null end`,
    ),
    check('supplier_entries_reason_check', sql`char_length(${t.reason}) <= 500`),
  ],
);
