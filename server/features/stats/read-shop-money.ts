import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type EntryKind, entryKinds } from '../../../shared/entry-kinds.ts';
import { addSums, type MoneySum, moneySum } from '../../../shared/money-sum.ts';
import type { ShopMoney, ShopMoneyInput } from '../../../shared/stats.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { cachedRead } from '../../kept/cached-read.ts';
import { shopTimeZone } from '../settings/read-settings.ts';
import { catchUpMoneyTotals } from './keep-money-totals.ts';

/**
 * What came in, was charged and given back, today and within a range of the shop's days, and what the wallets hold: as much work
 * whatever the range and however many orders there were. At most some seconds old.
 * @throws DomainError `forbidden` unless an admin asks.
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
    const ever = figures(rows, ({ ever: total }) => total);
    return {
      today: figures(rows, (row) => difference(row.ever, row.before_today)),
      range: figures(rows, (row) => difference(row.until_end, row.before_range)),
      ever,
      owed: addSums(rows.map((row) => moneySum(row.ever))),
    };
  },
  { freshForMs: 2_000, maxKeys: 100 },
);

/** What had moved of a kind, as decimal digits, up to each of four moments. */
interface KindRow extends Record<string, unknown> {
  kind: EntryKind;
  before_range: string;
  until_end: string;
  before_today: string;
  ever: string;
}

/** Under what the overview tells each kind, and whether it leaves the wallet. */
const places: Record<EntryKind, { figure: keyof Figures; isOut?: true }> = {
  recharge: { figure: 'received' },
  // Its amount is negative: what was received by mistake was not.
  recharge_reversal: { figure: 'received' },
  grant: { figure: 'given' },
  order_charge: { figure: 'charged', isOut: true },
  order_recharge: { figure: 'charged', isOut: true },
  order_refund: { figure: 'refunded' },
  order_partial_refund: { figure: 'refunded' },
};

type Figures = ShopMoney['range'];

function figures(rows: Iterable<KindRow>, amountOf: (row: KindRow) => string): Figures {
  const found: Record<keyof Figures, MoneySum[]> = { received: [], charged: [], refunded: [], given: [] };
  for (const row of rows) {
    const { figure, isOut } = places[row.kind];
    const amount = BigInt(amountOf(row));
    found[figure].push(moneySum(isOut ? -amount : amount));
  }
  return {
    received: addSums(found.received),
    charged: addSums(found.charged),
    refunded: addSums(found.refunded),
    given: addSums(found.given),
  };
}

function difference(until: string, before: string): string {
  return String(BigInt(until) - BigInt(before));
}

/** One statement, so that all sums are of the same moment: what is kept of each kind, and the rows that are dated later. */
function statement([days, from, to]: Range): SQL {
  const midnight = (day: SQL) => sql`(${day})::timestamp at time zone ${shopTimeZone}`;
  const today = sql`(now() at time zone ${shopTimeZone})::date`;
  const begin = days === null ? from && midnight(sql`${from}::date`) : midnight(sql`${today} - ${days - 1}::int`);
  const end = to && days === null ? midnight(sql`${to}::date + 1`) : null;
  const kept = (moment: SQL) => sql`coalesce((
    select total_nanos from money_totals t where t.kind = k.kind and t.quarter < ${moment} order by t.quarter desc limit 1), 0)`;
  return sql`
    with bounds as (
      select coalesce(until, '-infinity') as kept_until, ${begin ?? sql`timestamptz '-infinity'`} as range_begin,
        ${end ?? sql`timestamptz 'infinity'`} as range_end, ${midnight(today)} as today
      from money_totals_state
    ), later as (
      select kind, sum(amount_nanos) as ever,
        sum(amount_nanos) filter (where at < range_begin) as before_range,
        sum(amount_nanos) filter (where at < range_end) as until_end,
        sum(amount_nanos) filter (where at < today) as before_today
      from ledger, bounds where at >= kept_until group by kind
    )
    select k.kind,
      (${kept(sql`range_begin`)} + coalesce(before_range, 0))::text as before_range,
      (${kept(sql`range_end`)} + coalesce(until_end, 0))::text as until_end,
      (${kept(sql`today`)} + coalesce(before_today, 0))::text as before_today,
      (${kept(sql`timestamptz 'infinity'`)} + coalesce(ever, 0))::text as ever
    from unnest(${sql.param([...entryKinds])}::text[]) as k (kind) cross join bounds left join later using (kind)`;
}
