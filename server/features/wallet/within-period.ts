import { and, type SQL, sql } from 'drizzle-orm';
import { ledger } from '#db/schema/ledger.ts';
import type { StatementSumsInput } from '#shared/balance.ts';
import { beginOfDay, datedWithinDays, endOfDay } from '../../base/lists/shop-days.ts';

/**
 * A row is numbered when its wallet's lock is acquired and dated when its transaction began, so a later number may have an earlier
 * date. No transaction lasts this long.
 */
const OUT_OF_ORDER = sql.raw(`interval '1 hour'`);

/** The rows of a wallet with a date within a period of days in the shop's time zone. */
export function datedWithin({ from, to }: StatementSumsInput): SQL | undefined {
  return datedWithinDays(ledger.at, { from, to });
}

/**
 * The rows of a wallet whose numbers may lie within a period, found by two lookups in the index of dates, so that a list by number
 * starts there. The dates decide.
 */
export function numberedAbout(accountId: SQL, { from, to }: StatementSumsInput): SQL | undefined {
  const before =
    from &&
    sql`(select l.seq from ledger l where l.account_id = ${accountId} and l.at < ${beginOfDay(from)} - ${OUT_OF_ORDER}
    order by l.at desc limit 1)`;
  const after =
    to &&
    sql`(select l.seq from ledger l where l.account_id = ${accountId} and l.at >= ${endOfDay(to)} + ${OUT_OF_ORDER}
    order by l.at limit 1)`;
  return and(
    before ? sql`${ledger.seq} > coalesce(${before}, 0)` : undefined,
    after ? sql`${ledger.seq} < coalesce(${after}, 9223372036854775807)` : undefined,
  );
}
