import type { Db } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import { shopAccountIds } from '../../../db/schema/ledger.ts';
import { MAX_NANOS, type Micros, type Nanos, nanos } from '../../../shared/money.ts';
import type { PlacedOrder, PlaceOrderInput } from '../../../shared/orders.ts';

/**
 * Everything an order is, in one statement and so in one round trip and one transaction: it reads the price, debits the
 * wallet, writes the order and its ledger row, or does none of it. A free order leaves the wallet and the ledger alone.
 *
 * $1 user, $2 service, $3 link, $4 quantity, $5 expected charge or null, $6 request id or null. The charge is compared by
 * division, as a product could exceed 64 bits.
 */
export const CHARGE_ORDER = `
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

interface ChargedRow {
  id: number;
  created_at: string;
  name: string;
  price_micros: Micros;
  balance_nanos: Nanos;
}

/** Through the driver itself, which prepares the statement once a connection; Drizzle would plan it anew each time. */
const PREPARED = { prepare: true };

/**
 * Charges and places an order where everything about it holds.
 * @returns undefined where something does not, or its request id was used before; nothing has moved then.
 */
export async function chargeOrder(db: Db, userId: number, input: PlaceOrderInput): Promise<PlacedOrder | undefined> {
  const { serviceId, link, quantity, expectedChargeNanos = null, requestId = null } = input;
  const parameters = [userId, serviceId, link, quantity, expectedChargeNanos, requestId];
  try {
    const [row] = await db.$client.unsafe<ChargedRow[]>(CHARGE_ORDER, parameters, PREPARED);
    return row && placedOrder(row, input);
  } catch (error) {
    // Two requests with one id at the same moment: the second sees neither the first one's order nor gets past its key.
    if (isUniqueViolation(error, 'orders_request_key')) return undefined;
    throw error;
  }
}

/** An order as its customer is told of it when it has just been placed. */
export function placedOrder(row: ChargedRow, { serviceId, link, quantity }: PlaceOrderInput): PlacedOrder {
  const priceMicros = row.price_micros;
  return {
    order: {
      id: row.id,
      serviceId,
      serviceName: row.name,
      link,
      quantity,
      priceMicros,
      chargeNanos: nanos(quantity * priceMicros),
      status: 'pending',
      remaining: null,
      createdAt: new Date(row.created_at),
    },
    balanceNanos: row.balance_nanos,
  };
}
