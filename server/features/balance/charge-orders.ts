import type { TransactionSql } from 'postgres';
import { shopAccountIds } from '../../../db/schema/ledger.ts';
import { type Micros, type Nanos, negate, subtract, sum } from '../../../shared/money.ts';
import { DomainError } from '../../errors.ts';

/** A customer's wallet, which this transaction holds. */
export interface HeldWallet {
  userId: number;
  accountId: number;
  balanceNanos: Nanos;
  /** The number of its last ledger row. */
  version: number;
}

/** An order whose terms were found right, and whose charge the balance covers. */
export interface ChargeableOrder {
  serviceId: number;
  serviceName: string;
  link: string;
  quantity: number;
  priceMicros: Micros;
  chargeNanos: Nanos;
  requestId: string;
}

/**
 * Keeps a wallet for this transaction, so that whatever else would move its money or place an order from it waits.
 * @throws DomainError `blocked` where its owner is
 */
export async function holdWallet(sql: TransactionSql, userId: number): Promise<HeldWallet> {
  const [row] = await sql<{ id: number; balance_nanos: Nanos; version: number; owner_blocked: boolean }[]>`
    select id, balance_nanos, version, owner_blocked from accounts where user_id = ${userId} for no key update`;
  if (!row) throw new Error(`User ${userId} has no wallet`);
  if (row.owner_blocked) throw new DomainError('blocked');
  return { userId, accountId: row.id, balanceNanos: row.balance_nanos, version: row.version };
}

/**
 * Charges and places many orders of one customer in one statement, each with its own ledger row, in the order in which they
 * are given; a free one has none.
 * @returns the new orders by their request ids
 */
export async function chargeOrders(
  sql: TransactionSql,
  { userId, accountId, balanceNanos, version }: HeldWallet,
  orders: ChargeableOrder[],
): Promise<Map<string, { id: number; createdAt: Date }>> {
  if (orders.length === 0) return new Map();
  const entries = withEntries(orders, { balanceNanos, version });
  const column = <Key extends keyof Entry>(key: Key) => entries.map((entry) => entry[key]);
  const totalNanos = sum(orders.map(({ chargeNanos }) => chargeNanos));
  const rowsAdded = orders.filter(({ chargeNanos }) => chargeNanos > 0).length;

  const placed = await sql<{ id: number; request_id: string; created_at: string }[]>`
    with line as materialized (
      select * from unnest(
        ${column('serviceId')}::bigint[], ${column('serviceName')}::text[], ${column('link')}::text[],
        ${column('quantity')}::integer[], ${column('priceMicros')}::bigint[], ${column('chargeNanos')}::bigint[],
        ${column('requestId')}::uuid[], ${column('seq')}::bigint[], ${column('balanceAfterNanos')}::bigint[]
      ) with ordinality as given (
        service_id, service_name, link, quantity, price_micros, charge_nanos, request_id, seq, balance_after_nanos, nth
      )
    ), debit as (
      update accounts set balance_nanos = balance_nanos + ${negate(totalNanos)}, version = version + ${rowsAdded}
      where id = ${accountId}
    ), placed as (
      insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos, request_id)
      select ${userId}::bigint, service_id, service_name, link, quantity, price_micros, charge_nanos, request_id
      from line order by nth
      returning id, request_id, created_at
    ), entry as (
      insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id)
      select ${accountId}::bigint, line.seq, ${shopAccountIds.sales}::bigint, -line.charge_nanos,
        line.balance_after_nanos, 'order_charge', placed.id
      from line join placed on placed.request_id = line.request_id
      where line.charge_nanos > 0
      order by line.seq
    )
    select id, request_id, created_at from placed`;
  return new Map(placed.map((row) => [row.request_id, { id: row.id, createdAt: new Date(row.created_at) }]));
}

interface Entry extends ChargeableOrder {
  /** Of its ledger row; a free order has none, and this is not written. */
  seq: number;
  balanceAfterNanos: Nanos;
}

function withEntries(orders: ChargeableOrder[], wallet: { balanceNanos: Nanos; version: number }): Entry[] {
  let { balanceNanos, version } = wallet;
  return orders.map((order) => {
    balanceNanos = subtract(balanceNanos, order.chargeNanos);
    if (order.chargeNanos > 0) version++;
    return { ...order, seq: version, balanceAfterNanos: balanceNanos };
  });
}
