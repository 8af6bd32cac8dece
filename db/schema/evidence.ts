import { type SQL, sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CreateDeviceInput } from '#shared/devices.ts';
import { directions, type EvidenceReason, evidenceStates, type StatementMapping } from '#shared/evidence.ts';
import { at, dueAt, int64, isOneOf } from './columns.ts';
import { users } from './users.ts';

/** Phones whose apps forward the messages of providers. */
export const paymentDevices = pgTable(
  'payment_devices',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    /** The payment methods that it may prove payments of. */
    methodIds: int64('method_ids').array().notNull(),
    /** The account of each SIM by its number; null if every SIM serves all. */
    sims: jsonb('sims').$type<NonNullable<CreateDeviceInput['sims']>>(),
    /** The secret that signs its messages, encrypted by SECRETS_KEY. */
    sealedSecret: text('sealed_secret').notNull(),
    createdBy: int64('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When it last sent anything, and its last message. */
    seenAt: at('seen_at'),
    messageAt: at('message_at'),
    revokedAt: at('revoked_at'),
  },
  (t) => [
    check('payment_devices_name_check', sql`char_length(${t.name}) between 1 and 40`),
    check('payment_devices_methods_check', sql`cardinality(${t.methodIds}) > 0`),
  ],
);

/** Wordings of providers' messages. A changed one is a new row; the former one stays for what it has read. */
export const wordings = pgTable(
  'wordings',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    provider: text('provider').notNull(),
    kind: text('kind').notNull(),
    direction: text('direction', { enum: directions }).notNull(),
    /** Sender ids, compared without regard to case. */
    senders: text('senders').array().notNull(),
    /** The whole text, with fields such as `{amount}`. */
    pattern: text('pattern').notNull(),
    examples: text('examples').array().notNull(),
    /** Null for one that came with the panel. */
    addedBy: int64('added_by').references(() => users.id),
    addedAt: at('added_at').notNull().defaultNow(),
    retiredAt: at('retired_at'),
  },
  (t) => [
    check('wordings_direction_check', isOneOf(t.direction, directions)),
    check('wordings_senders_check', sql`cardinality(${t.senders}) > 0`),
    check('wordings_pattern_check', sql`char_length(${t.pattern}) between 1 and 1000`),
  ],
);

/** Of all messages with one transaction ID, one counts as a payment. */
const isMoneyIn: SQL = sql`direction = 'in' and state <> 'ignored' and reason is distinct from 'id_differs'`;

/** Messages of providers, and what they say. A message is stored as it came; the background worker reads it. */
export const evidence = pgTable(
  'evidence',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    deviceId: int64('device_id').references(() => paymentDevices.id),
    sender: text('sender').notNull(),
    /** As it came; codes of one-time-password messages are masked. */
    text: text('text').notNull(),
    /** Of sender and text, without their white space: apps deliver a message again with other ids. */
    digest: text('digest').notNull(),
    sim: smallint('sim'),
    /** By the phone's clock. */
    sentAt: at('sent_at'),
    storedAt: at('stored_at').notNull().defaultNow(),
    /** When the background worker looks at it: to read it, to prove its balance, to find its request. */
    dueAt: dueAt('due_at').defaultNow(),
    /** Null until it is read. */
    state: text('state', { enum: evidenceStates }),
    reason: text('reason').$type<EvidenceReason>(),
    /** What the words of the reason name. */
    reasonValues: text('reason_values').array(),
    wordingId: int64('wording_id').references(() => wordings.id),
    provider: text('provider'),
    kind: text('kind'),
    direction: text('direction', { enum: directions }),
    amountPoisha: int64('amount_poisha'),
    feePoisha: int64('fee_poisha'),
    balancePoisha: int64('balance_poisha'),
    payer: text('payer'),
    memo: text('memo'),
    reference: text('reference'),
    /** When the provider says that it happened. */
    at: at('at'),
    /** The balance that it says was there before. */
    beforePoisha: int64('before_poisha'),
    /** When its balance was found to follow from the one before: it is a link of its chain. */
    linkedAt: at('linked_at'),
    /** The balance of the link before, where a person ended a gap with this message. */
    gapPoisha: int64('gap_poisha'),
    /** The admin who says that its balance is right. */
    confirmedBy: int64('confirmed_by').references(() => users.id),
  },
  (t) => [
    uniqueIndex('evidence_message_key').on(t.deviceId, t.digest),
    uniqueIndex('evidence_reference_key').on(t.provider, sql`upper(${t.reference})`).where(isMoneyIn),
    index('evidence_id_idx').on(sql`upper(${t.reference})`),
    index('evidence_unlinked_idx')
      .on(t.deviceId, sql`coalesce(sim, 0)`, t.provider, t.beforePoisha)
      .where(sql`before_poisha is not null and linked_at is null`),
    index('evidence_gap_idx')
      .on(t.deviceId, sql`coalesce(sim, 0)`, t.provider, t.gapPoisha)
      .where(sql`gap_poisha is not null`),
    index('evidence_used_idx').on(t.provider, t.id).where(sql`state = 'used'`),
    index('evidence_device_idx').on(t.deviceId, t.id),
    index('evidence_due_idx').on(t.dueAt).where(sql`due_at is not null`),
    index('evidence_state_idx').on(t.state, t.id),
    index('evidence_search_idx').using('gin', sql`${t.text} gin_trgm_ops`),
    check('evidence_state_check', isOneOf(t.state, evidenceStates)),
    check('evidence_direction_check', isOneOf(t.direction, directions)),
    check('evidence_read_check', sql`${t.state} is not null or ${t.dueAt} is not null`),
    check(
      'evidence_unclaimed_check',
      sql`${t.state} is distinct from 'unclaimed' or (${isMoneyIn} and num_nulls(${t.provider}, ${t.kind}, ${t.amountPoisha}, ${t.reference}, ${t.at}) = 0)`,
    ),
    check(
      'evidence_poisha_check',
      sql`least(${t.amountPoisha}, ${t.feePoisha}, ${t.balancePoisha}) >= 0 and greatest(${t.amountPoisha}, ${t.feePoisha}, ${t.balancePoisha}) <= 9007199254740991`,
    ),
  ],
);

/** The latest link of each chain of balances: of a phone, a SIM (0 for an unknown one) and a provider. */
export const balanceChains = pgTable(
  'balance_chains',
  {
    deviceId: int64('device_id')
      .notNull()
      .references(() => paymentDevices.id),
    sim: smallint('sim').notNull(),
    provider: text('provider').notNull(),
    evidenceId: int64('evidence_id')
      .notNull()
      .references(() => evidence.id),
    balancePoisha: int64('balance_poisha').notNull(),
    at: at('at'),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.sim, t.provider] })],
);

/** Which columns of a provider's statements say what. */
export const statementMappings = pgTable('statement_mappings', {
  provider: text('provider').primaryKey(),
  mapping: jsonb('mapping').$type<StatementMapping>().notNull(),
});
