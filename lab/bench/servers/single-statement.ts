import { shopAccountIds } from '#db/schema/ledger.ts';
import { MAX_NANOS } from '#shared/money.ts';

/**
 * The yardstick of T1: the shortest statement that charges one order. The panel's own statement charges many.
 *
 * $1 user, $2 service, $3 link, $4 quantity, $5 expected charge or null, $6 request id or null.
 */
export const SINGLE_STATEMENT = `
with service as materialized (
  select id, name, price_micros, price_micros * $4::integer as charge_nanos
  from services
  where id = $2::bigint and deleted_at is null and not hidden
    and $4::integer between min and max
    and price_micros <= ${MAX_NANOS} / $4::integer
    and ($5::bigint is null or (price_micros = $5::bigint / $4::integer and $5::bigint % $4::integer = 0))
), debit as (
  update accounts
  set balance_nanos = accounts.balance_nanos - service.charge_nanos,
    version = accounts.version + (service.charge_nanos > 0)::integer
  from service
  where accounts.user_id = $1::bigint and accounts.balance_nanos >= service.charge_nanos and not accounts.owner_blocked
    and not exists (select from orders where orders.request_id = $6::uuid and orders.user_id = $1::bigint)
  returning accounts.id, accounts.balance_nanos, accounts.version
), placed as (
  insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos, request_id)
  select $1::bigint, service.id, service.name, $3::text, $4::integer, service.price_micros, service.charge_nanos, $6::uuid
  from service, debit
  returning id, created_at
), entry as (
  insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id)
  select debit.id, debit.version, ${shopAccountIds.sales}, -service.charge_nanos, debit.balance_nanos, 'order_charge', placed.id
  from service, debit, placed
  where service.charge_nanos > 0
)
select placed.id, placed.created_at, service.name, service.price_micros, debit.balance_nanos
from service, debit, placed`;
