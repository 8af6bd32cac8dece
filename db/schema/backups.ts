import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { at, dueAt, int64 } from './columns.ts';

/** One row per finished backup, also after its files were removed. Append-only: a trigger refuses every change. */
export const backups = pgTable(
  'backups',
  {
    /** Later backups have higher ids. Times may not say so: a clock can be set back. */
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The name of the machine that has the files. */
    host: text('host').notNull(),
    /** The name of its folder or file. */
    entry: text('entry').notNull(),
    bytes: int64('bytes').notNull(),
    startedAt: at('started_at').notNull(),
    finishedAt: at('finished_at').notNull(),
  },
  (t) => [
    check('backups_bytes_check', sql`${t.bytes} >= 0`),
    check('backups_length_check', sql`length(${t.host}) <= 255 and length(${t.entry}) <= 4096`),
  ],
);

/** The schedule of backups, once a server has had one: at most one row. */
export const backupSchedule = pgTable(
  'backup_schedule',
  {
    id: smallint('id').primaryKey().default(1),
    /** The age of a backup that was never made counts from here. */
    firstSeenAt: at('first_seen_at').notNull().defaultNow(),
    /** When the last backup that the schedule finished began; null before the first one. */
    lastStartedAt: dueAt('last_started_at'),
    /** The server that makes a backup now; null if none does. */
    claim: uuid('claim'),
    /** The server extends it while it makes the backup. Afterwards another one may. */
    claimedUntil: dueAt('claimed_until'),
  },
  (t) => [
    check('backup_schedule_single_check', sql`${t.id} = 1`),
    check('backup_schedule_claim_check', sql`(${t.claim} is null) = (${t.claimedUntil} is null)`),
  ],
);

/** While its one row is not released, nothing leaves the panel: no mail, no delivery of a webhook, no row of a job. At most one row. */
export const outgoingHold = pgTable(
  'outgoing_hold',
  {
    id: smallint('id').primaryKey().default(1),
    since: at('since').notNull().defaultNow(),
    reason: text('reason').notNull(),
    /** The newest mail at the beginning of the hold. Those up to it may have been sent by the panel that was backed up. */
    lastMailId: int64('last_mail_id').notNull(),
    /** The same for deliveries of webhooks. */
    lastDeliveryId: int64('last_delivery_id').notNull().default(0),
    /** The audit says by whom. */
    releasedAt: at('released_at'),
  },
  (t) => [
    check('outgoing_hold_single_check', sql`${t.id} = 1`),
    check('outgoing_hold_reason_check', sql`length(${t.reason}) between 1 and 500`),
  ],
);
