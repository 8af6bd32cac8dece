import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { listProblems } from '#shared/supplier-fields.ts';
import type { RatePicos, SupplierMicros } from '#shared/supplier-money.ts';
import { refusalMeanings } from '#shared/supplier-words.ts';
import { callActions, entryKindsOfSuppliers, stopReasons } from '#shared/suppliers.ts';
import { at, dueAt, int64, isOneOf, supplierMicrosColumn, wholeMicrosColumn } from './columns.ts';
import { users } from './users.ts';

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
    lowBalanceMicros: wholeMicrosColumn('low_balance_micros'),
    /** The largest purchase, and the purchases of a day in the shop's time zone; null for no limit. */
    orderLimitMicros: wholeMicrosColumn('order_limit_micros'),
    dayLimitMicros: wholeMicrosColumn('day_limit_micros'),
    /** Calls of this panel's servers together, apart from `add`. */
    callsPerMinute: integer('calls_per_minute').notNull().default(60),
    /** Where the answer to a purchase has the order's number, as names with points between; null for the protocol's own place. */
    orderPlace: text('order_place'),
    /** The last balance that the supplier named. */
    balanceMicros: supplierMicrosColumn('balance_exact'),
    balanceWhole: int64('balance_micros'),
    balanceAt: at('balance_at'),
    /** The balance of its books: the newest entry's. */
    booksMicros: supplierMicrosColumn('books_exact').notNull().default(sql`0`),
    /** The sum of the rounded entries, which servers of the release before read and book. */
    booksWhole: int64('books_micros').notNull().default(sql`0`),
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
    /** How many rests in a row followed a refused connection; 0 after any response. */
    unreachableCount: smallint('unreachable_count').notNull().default(0),
    /** When its list was last read completely. */
    listedAt: at('listed_at'),
    /** When the list is read next by itself; null for never. */
    listDueAt: dueAt('list_due_at'),
    /** Why the last list was not taken, and in words for the admin; null if it was. */
    listProblem: text('list_problem', { enum: listProblems }),
    listProblemText: text('list_problem_text'),
    /** Lines of the last list that can't be read, and lines that were left out because the list is too long. */
    linesUnreadable: integer('lines_unreadable').notNull().default(0),
    linesLeftOut: integer('lines_left_out').notNull().default(0),
    /** When its address became that of another panel, which does not know the orders that were accepted before; null if never. */
    movedAt: at('moved_at'),
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
    check('suppliers_place_check', sql`char_length(${t.orderPlace}) between 1 and 60`),
    check('suppliers_calls_check', sql`${t.callsPerMinute} between 1 and 6000`),
    check('suppliers_balance_check', sql`(${t.balanceWhole} is null) = (${t.balanceAt} is null)`),
    check('suppliers_books_check', sql`${t.booksVersion} >= 0 and (${t.booksVersion} > 0 or ${t.booksWhole} = 0)`),
    check('suppliers_stopped_reason_check', isOneOf(t.stoppedReason, stopReasons)),
    check('suppliers_list_problem_check', isOneOf(t.listProblem, listProblems)),
    check(
      'suppliers_stopped_check',
      sql`(${t.stoppedAt} is null) = (${t.stoppedReason} is null) and (${t.stoppedAt} is not null or num_nonnulls(${t.stoppedBy}, ${t.stoppedText}) = 0)`,
    ),
  ],
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
    /** Why there was no response: a failure reason of `server/base/outbound`. */
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
    /** Null in an entry of an earlier release, whose amount is the rounded one. See `entryAmount` and `entryBalance`. */
    amountExact: supplierMicrosColumn('amount_exact'),
    balanceAfterExact: supplierMicrosColumn('balance_after_exact'),
    /** Rounded away from 0, as earlier releases booked, and the sum of these. */
    amountWhole: int64('amount_micros').notNull(),
    balanceAfterWhole: int64('balance_after_micros').notNull(),
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
    check('supplier_entries_amount_check', sql`${t.amountWhole} <> 0`),
    check('supplier_entries_balance_check', sql`${t.balanceAfterWhole} between -9007199254740991 and 9007199254740991`),
    check(
      'supplier_entries_reference_check',
      sql`case when ${t.kind} in ('payment', 'adjustment') then ${t.forwardId} is null and ${t.adminId} is not null
        when ${t.kind} = 'purchase' then ${t.forwardId} is not null and ${t.amountWhole} < 0
        when ${t.kind} = 'return' then ${t.forwardId} is not null and ${t.amountWhole} > 0
        else ${t.forwardId} is not null end`,
    ),
    check('supplier_entries_reason_check', sql`char_length(${t.reason}) <= 500`),
  ],
);

/** The amount of an entry, and the balance after it, with all digits. */
export const entryAmount = sql<SupplierMicros>`coalesce(amount_exact, amount_micros)::numeric(24, 4)`;
export const entryBalance = sql<SupplierMicros>`coalesce(balance_after_exact, balance_after_micros)::numeric(24, 4)`;

/** Words in suppliers' refusals and what they mean, before the panel's own table. The owner edits them. */
export const supplierRefusalWords = pgTable(
  'supplier_refusal_words',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    /** A part of a supplier's answer, compared without case; its blanks are single spaces. */
    text: text('text').notNull(),
    meaning: text('meaning', { enum: refusalMeanings }).notNull(),
    /** Null for all suppliers. */
    supplierId: int64('supplier_id').references(() => suppliers.id),
  },
  (t) => [
    uniqueIndex('supplier_refusal_words_key').on(sql`lower(${t.text})`, sql`coalesce(${t.supplierId}, 0)`),
    check('supplier_refusal_words_text_check', sql`char_length(${t.text}) between 4 and 200`),
    check('supplier_refusal_words_meaning_check', isOneOf(t.meaning, refusalMeanings)),
  ],
);

/**
 * Readings of a supplier's balance during which nothing was being bought there, with its books at the same time: proof about unknown
 * purchases. Those of a day stay.
 */
export const supplierReadings = pgTable(
  'supplier_readings',
  {
    supplierId: int64('supplier_id')
      .notNull()
      .references(() => suppliers.id),
    /** When the answer was stored, and before the call. */
    at: dueAt('at').notNull(),
    startedAt: dueAt('started_at').notNull(),
    balanceMicros: supplierMicrosColumn('balance_micros').notNull(),
    booksMicros: supplierMicrosColumn('books_micros').notNull(),
    booksVersion: int64('books_version').notNull(),
    /** Identifies the address, the key and the currency. Readings of two accounts are not compared. */
    account: text('account').notNull(),
  },
  (t) => [primaryKey({ columns: [t.supplierId, t.at] })],
);

/** Alarms of servers of the release before; `alarms` replaces it. */
export const supplierAlarms = pgTable(
  'supplier_alarms',
  {
    kind: text('kind').notNull(),
    subjectId: int64('subject_id').notNull(),
    since: at('since').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subjectId] }),
    check(
      'supplier_alarms_kind_check',
      isOneOf(t.kind, ['stopped', 'low_balance', 'waiting_funds', 'undecided', 'stuck']),
    ),
  ],
);
