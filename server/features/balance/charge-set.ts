import type { Sql } from 'postgres';
import { shopAccountIds } from '../../../db/schema/ledger.ts';
import { MAX_NANOS, type Micros, type Nanos } from '../../../shared/money.ts';
import type { PlacedOrder, PlaceOrderInput } from '../../../shared/orders.ts';
import { placedOrder } from './charge-order.ts';

/**
 * Everything that many orders are, in one statement: what PostgreSQL does once for each execution (starting it, reading the
 * conditions of every constraint and index) it does once for all of them. Prices are read once; each wallet's orders are
 * judged in their turn against the balance that those before have left; orders, ledger rows and wallets are written as sets.
 *
 * A wallet that another transaction holds is left out, so that no set ever waits, and none for another in a circle. Of several
 * orders with one request id the first counts. Order ids are drawn beforehand, as the ledger's rows name them.
 *
 * $1 users, $2 services, $3 links, $4 quantities, $5 expected charges or null, $6 request ids or null; otherwise the terms are
 * those of `chargeOrder`.
 */
const CHARGE_SET = `
with given as materialized (
  select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::bigint[], $6::uuid[])
    with ordinality as line (user_id, service_id, link, quantity, expected_nanos, request_id, nth)
), wallet as materialized (
  select id, user_id, balance_nanos, version, owner_blocked from accounts
  where user_id = any($1::bigint[])
  for no key update skip locked
), priced as (
  select given.*, service.name, service.price_micros, service.price_micros * given.quantity as charge_nanos,
    wallet.id as account_id, wallet.balance_nanos, wallet.version,
    row_number() over (partition by given.user_id, given.request_id order by given.nth) as copy
  from given
  join wallet on wallet.user_id = given.user_id and not wallet.owner_blocked
  join services service on service.id = given.service_id and service.deleted_at is null and not service.hidden
  where given.quantity between service.min and service.max
    and service.price_micros <= ${MAX_NANOS} / given.quantity
    and (given.expected_nanos is null
      or (service.price_micros = given.expected_nanos / given.quantity and given.expected_nanos % given.quantity = 0))
    and not exists (
      select from orders where orders.request_id = given.request_id and orders.user_id = given.user_id)
), judged as (
  select *, sum(charge_nanos) over turn as spent_nanos, count(nullif(charge_nanos, 0)) over turn as entries
  from priced
  where copy = 1 or request_id is null
  window turn as (partition by account_id order by nth)
), accepted as materialized (
  select nextval('orders_id_seq') as order_id, covered.*
  from (
    select *, (balance_nanos - spent_nanos)::bigint as balance_after_nanos from judged
    where spent_nanos <= balance_nanos
    order by nth
  ) as covered
), debit as (
  update accounts set balance_nanos = accounts.balance_nanos - total.spent_nanos, version = accounts.version + total.entries
  from (
    select account_id, max(spent_nanos)::bigint as spent_nanos, max(entries) as entries
    from accepted
    group by account_id
    having max(entries) > 0
  ) as total
  where accounts.id = total.account_id
), placed as (
  insert into orders (id, user_id, service_id, service_name, link, quantity, price_micros, charge_nanos, request_id)
  overriding system value
  select order_id, user_id, service_id, name, link, quantity, price_micros, charge_nanos, request_id from accepted
), entry as (
  insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id)
  select account_id, version + entries, ${shopAccountIds.sales}, -charge_nanos, balance_after_nanos, 'order_charge', order_id
  from accepted
  where charge_nanos > 0
)
select wallet.id is null as is_held, accepted.order_id as id, now()::timestamptz(3) as created_at, accepted.name, accepted.price_micros,
  accepted.balance_after_nanos as balance_nanos
from given
left join wallet on wallet.user_id = given.user_id
left join accepted on accepted.nth = given.nth
order by given.nth`;

interface LineRow {
  is_held: boolean;
  id: number | null;
  created_at: string;
  name: string;
  price_micros: Micros;
  balance_nanos: Nanos;
}

/** Through the driver itself, which prepares the statement once a connection. */
const PREPARED = { prepare: true };

/** An order that is to be charged, and whose it is. */
export interface OrderToCharge {
  userId: number;
  input: PlaceOrderInput;
}

/** What became of an order: it was placed, something about it does not hold, or another transaction has its wallet. */
export type ChargeOutcome = PlacedOrder | 'not_taken' | 'wallet_held';

/**
 * Charges and places orders, of one customer or of many, each where everything about it holds; what the database refuses is
 * thrown, and nothing of the set has moved then.
 * @param sql a connection or an open transaction; wallets that it holds itself count as free
 * @param orders are judged in this order
 * @returns what became of each, in the same order
 */
export async function chargeSet(sql: Pick<Sql, 'unsafe'>, orders: readonly OrderToCharge[]): Promise<ChargeOutcome[]> {
  if (orders.length === 0) return [];
  const inputs = orders.map(({ input }) => input);
  const parameters = [
    orders.map(({ userId }) => userId),
    inputs.map(({ serviceId }) => serviceId),
    inputs.map(({ link }) => link),
    inputs.map(({ quantity }) => quantity),
    inputs.map(({ expectedChargeNanos = null }) => expectedChargeNanos),
    inputs.map(({ requestId = null }) => requestId),
  ];
  const rows = await sql.unsafe<LineRow[]>(CHARGE_SET, parameters, PREPARED);
  return inputs.map((input, index) => {
    const row = rows[index];
    if (!row || row.is_held) return 'wallet_held';
    return row.id === null ? 'not_taken' : placedOrder({ ...row, id: row.id }, input);
  });
}
