import type { Db } from '#db/client.ts';
import { CHARGE_NANOS, QUANTITY } from './order-input.ts';

const ROWS_PER_STATEMENT = 500_000;

export interface EarlierOrders {
  serviceId: number;
  users: number;
  /** Orders per user. */
  each: number;
  /** The initial balance of each wallet. */
  grantNanos: number;
}

/**
 * Writes orders with their ledger rows in bulk, in chronological order: customers alternate. Foreign keys are not checked meanwhile.
 * The generated rows satisfy them, and the ledger check proves it.
 */
export async function fillOrders(db: Db, earlier: EarlierOrders): Promise<void> {
  const { users, each } = earlier;
  const step = Math.max(1, Math.floor(ROWS_PER_STATEMENT / users));
  for (let from = 1; from <= each; from += step)
    await fillTurns(db, earlier, { from, to: Math.min(each, from + step - 1) });
  await db.$client`select setval('orders_id_seq', ${users * each})`;
}

async function fillTurns(db: Db, earlier: EarlierOrders, { from, to }: { from: number; to: number }): Promise<void> {
  const { serviceId, users, grantNanos } = earlier;
  await db.$client.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      with customer as (
        select id, row_number() over (order by id) as nth from users where role = 'user'
      )
      insert into orders (id, user_id, service_id, service_name, link, quantity, price_micros, charge_nanos, request_id)
      overriding system value
      select (turn - 1) * ${users}::bigint + nth, customer.id, service.id, service.name,
        'https://example.com/p/' || (turn * 7919 + nth) % 100000, ${QUANTITY}, service.price_micros, ${CHARGE_NANOS}, uuidv7()
      from generate_series(${from}::bigint, ${to}::bigint) turn, customer, services service
      where service.id = ${serviceId}
      order by turn, nth`;
    await tx`
      with customer as (
        select id, row_number() over (order by id) as nth from users where role = 'user'
      )
      insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id)
      select account.id, 1 + turn, 1, ${-CHARGE_NANOS}, ${grantNanos}::bigint - turn * ${CHARGE_NANOS}, 'order_charge',
        (turn - 1) * ${users}::bigint + nth
      from generate_series(${from}::bigint, ${to}::bigint) turn, customer
      join accounts account on account.user_id = customer.id
      order by turn, nth`;
  });
}
