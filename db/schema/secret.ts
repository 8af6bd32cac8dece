import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** The secret that signs this database's sessions, as an HMAC fingerprint: at most one row. */
export const secretFingerprints = pgTable(
  'secret_fingerprints',
  {
    id: smallint('id').primaryKey().default(1),
    /** HMAC-SHA256 under the secret, hex. */
    fingerprint: text('fingerprint').notNull(),
    acceptedAt: at('accepted_at').notNull().defaultNow(),
  },
  (t) => [check('secret_fingerprints_single_check', sql`${t.id} = 1`)],
);
