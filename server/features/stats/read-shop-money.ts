import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { entryRule, type TotalKind, totalKinds } from '#shared/entry-kinds.ts';
import { addSums, moneySum } from '#shared/money-sum.ts';
import type { MoneyMoved, ShopMoney, ShopMoneyInput } from '#shared/stats.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { shopTimeZone } from '../../base/lists/shop-days.ts';
import { TOTAL_KIND } from '../../money/new-entries.ts';
import { catchUpMoneyTotals, LATELY } from './update-money-totals.ts';

/**
 * Money movements of today and of a range of days, and the total of all wallets. The cost does not depend on the range. At most some
 * seconds old. Admins only.
 */
export function readShopMoney(db: Db, actor: Actor, input: ShopMoneyInput): Promise<ShopMoney> {
  assertAdmin(actor);
  return shopMoney.get(db, JSON.stringify([input.days, input.from, input.to]));
}

type Range = [days: number | null, from: string | null, to: string | null];

const shopMoney = cachedRead(
  async (db, key) => {
    await catchUpMoneyTotals(db);
    const rows = await db.execute<KindRow>(statement(JSON.parse(key) as Range));
    return {
      today: figures(rows, (row) => difference(row.ever, row.before_today)),
      range: figures(rows, (row) => difference(row.until_end, row.before_range)),
      ever: figures(rows, ({ ever }) => ever),
      owedBefore: addSums(rows.map((row) => moneySum(row.before_range))),
      owedAfter: addSums(rows.map((row) => moneySum(row.until_end))),
      owed: addSums(rows.map((row) => moneySum(row.ever))),
    };
  },
  { freshForMs: 2_000, maxKeys: 100 },
);

/** The sum of a kind, as decimal digits, at each of four moments. */
interface KindRow extends Record<string, unknown> {
  kind: TotalKind;
  before_range: string;
  until_end: string;
  before_today: string;
  ever: string;
}

/** The field of a kind in the overview. */
const placeOf = (kind: TotalKind): keyof MoneyMoved =>
  kind === 'grant_taken_back' ? 'takenBack' : entryRule(kind).figure;

/** The amounts of each field; negative for outgoing money. */
function figures(rows: Iterable<KindRow>, amountOf: (row: KindRow) => string): MoneyMoved {
  const found = { received: 0n, given: 0n, refunded: 0n, charged: 0n, takenBack: 0n, reversed: 0n };
  for (const row of rows) found[placeOf(row.kind)] += BigInt(amountOf(row));
  for (const out of ['charged', 'takenBack', 'reversed'] as const) found[out] = -found[out];
  return Object.fromEntries(Object.entries(found).map(([field, nanos]) => [field, moneySum(nanos)])) as MoneyMoved;
}

function difference(until: string, before: string): string {
  return String(BigInt(until) - BigInt(before));
}

/** One statement, so that all sums are from one snapshot: the stored totals and the rows after them. */
function statement([days, from, to]: Range): SQL {
  const midnight = (day: SQL) => sql`(${day})::timestamp at time zone ${shopTimeZone}`;
  const today = sql`(now() at time zone ${shopTimeZone})::date`;
  const first = days === null ? from && sql`${from}::date` : sql`${today} - ${days - 1}::int`;
  const begin = first ? midnight(first) : sql`timestamptz '-infinity'`;
  const end = to && days === null ? midnight(sql`${to}::date + 1`) : null;
  const kept = (moment: SQL) => sql`coalesce((
    select total_nanos from money_totals t where t.kind = k.kind and t.quarter < ${moment} order by t.quarter desc limit 1), 0)`;
  return sql`
    with bounds as (
      select coalesce(until, '-infinity') as kept_until, ${begin} as range_begin,
        greatest(${end ?? sql`timestamptz 'infinity'`}, ${begin}) as range_end, ${midnight(today)} as today
      from money_totals_state limit 1
    ), later as (
      select ${TOTAL_KIND} as kind, sum(amount_nanos) as ever,
        sum(amount_nanos) filter (where at < range_begin) as before_range,
        sum(amount_nanos) filter (where at < range_end) as until_end,
        sum(amount_nanos) filter (where at < today) as before_today
      from ledger, bounds where at >= (select kept_until from bounds) and at >= ${LATELY} group by 1
    )
    select k.kind,
      (${kept(sql`range_begin`)} + coalesce(before_range, 0))::text as before_range,
      (${kept(sql`range_end`)} + coalesce(until_end, 0))::text as until_end,
      (${kept(sql`today`)} + coalesce(before_today, 0))::text as before_today,
      (${kept(sql`timestamptz 'infinity'`)} + coalesce(ever, 0))::text as ever
    from unnest(${sql.param([...totalKinds])}::text[]) as k (kind) cross join bounds left join later using (kind)`;
}
