import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { grants, ledger } from '#db/schema/ledger.ts';
import { recharges } from '#db/schema/recharges.ts';
import { users } from '#db/schema/users.ts';
import type {
  AdminStatementPage,
  StatementInput,
  StatementPage,
  StatementSums,
  StatementSumsInput,
} from '#shared/balance.ts';
import type { MoneySum } from '#shared/money-sum.ts';
import type { Actor } from '#shared/users.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { beginOfDay, datedWithinDays, endOfDay } from '../../base/lists/shop-days.ts';

/**
 * A row is numbered when its wallet's lock is acquired and dated when its transaction began, so a later number may have an earlier
 * date. No transaction lasts this long.
 */
const OUT_OF_ORDER = sql.raw(`interval '1 hour'`);

/** The rows of a wallet with a date within a period of days in the shop's time zone. */
function datedWithin({ from, to }: StatementSumsInput): SQL | undefined {
  return datedWithinDays(ledger.at, { from, to });
}

/**
 * The rows of a wallet whose numbers may lie within a period, found by two lookups in the index of dates, so that a list by number
 * starts there. The dates decide.
 */
function numberedAbout(accountId: SQL, { from, to }: StatementSumsInput): SQL | undefined {
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

/**
 * The entries of the caller's own wallet with the balance after each, newest first by default; grants and reversals with their reason.
 * All entries, or those of a period of days in the shop's time zone.
 */
export async function readStatement(db: Db, actor: Actor, input: StatementInput): Promise<StatementPage> {
  const page = await readWalletStatement(db, actor.id, input);
  return { ...page, items: page.items.map(({ givenBy: _forAdmins, ...entry }) => entry) };
}

/** The entries of any wallet, like {@link readStatement}, with the admin behind each grant. Callers check the permission. */
export async function readWalletStatement(db: Db, userId: number, input: StatementInput): Promise<AdminStatementPage> {
  const { sort = 'newest', cursor, limit } = input;
  const lastSeq = idFromCursor(cursor);
  const isOldestFirst = sort === 'oldest';
  const accountId = walletOf(userId);
  const rows = await db
    .select({
      seq: ledger.seq,
      kind: ledger.kind,
      amountNanos: ledger.amountNanos,
      balanceAfterNanos: ledger.balanceAfterNanos,
      orderId: ledger.orderId,
      rechargeId: ledger.rechargeId,
      reason: sql<string | null>`coalesce(${grants.reason}, ${recharges.reversalReason})`,
      givenBy: users.userName,
      at: ledger.at,
    })
    .from(ledger)
    .leftJoin(grants, eq(grants.id, ledger.grantId))
    .leftJoin(recharges, and(eq(ledger.kind, 'recharge_reversal'), eq(recharges.id, ledger.rechargeId)))
    .leftJoin(users, eq(users.id, sql`coalesce(${grants.adminId}, ${recharges.reversedBy})`))
    .where(
      and(
        eq(ledger.accountId, accountId),
        lastSeq === undefined ? undefined : (isOldestFirst ? gt : lt)(ledger.seq, lastSeq),
        numberedAbout(accountId, input),
        datedWithin(input),
      ),
    )
    .orderBy((isOldestFirst ? asc : desc)(ledger.seq))
    .limit(limit + 1);
  return pageFrom(rows, limit, (entry) => entry.seq);
}

/** The incoming and outgoing sums of the caller's wallet within a period of days in the shop's time zone. */
export async function sumStatement(db: Db, actor: Actor, period: StatementSumsInput): Promise<StatementSums> {
  const [sums] = await db
    .select({
      cameIn: sql<MoneySum>`coalesce(sum(${ledger.amountNanos}) filter (where ${ledger.amountNanos} > 0), 0)::text`,
      wentOut: sql<MoneySum>`coalesce(-sum(${ledger.amountNanos}) filter (where ${ledger.amountNanos} < 0), 0)::text`,
    })
    .from(ledger)
    .where(and(eq(ledger.accountId, walletOf(actor.id)), datedWithin(period)));
  if (!sums) throw new Error('A sum without groups returned no row');
  return sums;
}

function walletOf(userId: number): SQL<number> {
  return sql`(select id from accounts where user_id = ${userId})`;
}
