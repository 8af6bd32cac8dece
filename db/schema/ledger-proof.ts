import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { dueAt, int64, nanosColumn } from './columns.ts';

/**
 * A wallet's rows up to `seq` were proved, and led to this balance. Append-only like the ledger: a trigger refuses every change. There
 * is no foreign key, so that the table needs no lock on accounts; the full proof finds a checkpoint without its rows.
 */
export const ledgerCheckpoints = pgTable(
  'ledger_checkpoints',
  {
    accountId: int64('account_id').notNull(),
    seq: int64('seq').notNull(),
    balanceNanos: nanosColumn('balance_nanos').notNull(),
    /** SHA-256, hex, of the wallet's checkpoint before and of the rows since. */
    hash: text('hash').notNull(),
    sealedAt: dueAt('sealed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.seq] }),
    check('ledger_checkpoints_seq_check', sql`${t.seq} > 0`),
    check('ledger_checkpoints_balance_check', sql`${t.balanceNanos} >= 0`),
    check('ledger_checkpoints_hash_check', sql`${t.hash} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** The progress of the proof: always exactly one row. */
export const ledgerProof = pgTable(
  'ledger_proof',
  {
    id: smallint('id').primaryKey().default(1),
    /** All orders created until then were proved from their ledger rows; null before the first. */
    ordersUntil: timestamp('orders_until', { withTimezone: true }),
    /** When everything was last read, and how many differences there were. */
    fullAt: dueAt('full_at'),
    fullProblems: integer('full_problems'),
  },
  (t) => [
    check('ledger_proof_single_check', sql`${t.id} = 1`),
    check('ledger_proof_full_check', sql`(${t.fullAt} is null) = (${t.fullProblems} is null)`),
  ],
);
