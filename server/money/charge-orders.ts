import type { Sql } from 'postgres';
import type { Db } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { shopAccountIds } from '#db/schema/ledger.ts';
import { orders as orderTable } from '#db/schema/orders.ts';
import { joined } from '#shared/comments.ts';
import { MAX_NANOS, type Nanos } from '#shared/money.ts';
import { listedFieldNames, storedFields } from '#shared/order-fields.ts';
import type { OrderRow, PlaceOrderInput, StoredOrder } from '#shared/orders.ts';
import { linkedPlatforms, type ServiceTarget } from '#shared/paste/fit.ts';
import { typesInSql } from '#shared/service-types.ts';
import { targetKeyOf } from './target-key.ts';

/** Its name in the statement, its type, and its value for an order; null for a missing one. */
type Parameter = { name: string; type: string; of: (order: OrderToCharge) => string | number | null };

/** The listed fields that are stored as they are sent, each in its column; the statement itself finds the quantity. */
const storedNames = listedFieldNames.filter((name) => name !== 'quantity');
const stored = storedNames.map((name): [typeof name, Parameter] => [
  name,
  { name: orderTable[name].name, type: orderTable[name].getSQLType(), of: ({ input }) => input[name] ?? null },
]);

/** The parameters of the statement by name: each is an array with one element an order. */
const parameters: Record<
  'userId' | 'targetKey' | keyof ServiceTarget | Exclude<keyof PlaceOrderInput, 'fit'>,
  Parameter
> = {
  targetKey: { name: 'target_key', type: 'text', of: ({ input }) => targetKeyOf(input.link) },
  platform: { name: 'platform', type: 'text', of: ({ demands }) => demands?.platform ?? null },
  kinds: { name: 'kinds', type: 'text', of: ({ demands }) => demands?.kinds?.join() ?? null },
  userId: { name: 'user_id', type: 'bigint', of: ({ userId }) => userId },
  serviceId: { name: 'service_id', type: 'bigint', of: ({ input }) => input.serviceId },
  ...(Object.fromEntries(stored) as Record<(typeof storedNames)[number], Parameter>),
  quantity: { name: 'entered', type: 'integer', of: ({ input }) => input.quantity ?? null },
  expectedChargeNanos: { name: 'expected_nanos', type: 'bigint', of: ({ input }) => input.expectedChargeNanos ?? null },
  requestId: { name: 'request_id', type: 'uuid', of: ({ input }) => input.requestId ?? null },
  comments: { name: 'comment_count', type: 'integer', of: ({ input }) => input.comments?.length ?? 0 },
};
const names = Object.keys(parameters) as (keyof typeof parameters)[];
const arrayOf = (name: keyof typeof parameters) => `$${names.indexOf(name) + 1}::${parameters[name].type}[]`;
const STORED = stored.map(([, { name }]) => name).join(', ');
/** The comments of each order as one text or null; an empty array if no order has comments. */
const COMMENTS = `$${names.length + 1}::text[]`;

/** `quantityOf` in SQL. Null instead of 0, because expected charges are divided by it. */
const QUANTITY = `case
  when service.type in (${typesInSql(({ quantity }) => quantity === 'one')}) then 1
  when service.type in (${typesInSql(({ quantity }) => quantity === 'comments')}) then nullif(line.comment_count, 0)
  else line.entered end`;

/** The open orders for the targets of the call, read once. One of an older server has no key yet, and is compared by its link. */
const OPEN_TARGETS = `, open_target as materialized (
  select user_id, service_id, target_key, null as link from orders
  where user_id = any(${arrayOf('userId')}) and target_key = any(${arrayOf('targetKey')}) and status in ('pending', 'processing')
  union
  select user_id, service_id, null, link from orders
  where user_id = any(${arrayOf('userId')}) and target_key is null and link = any(${arrayOf('link')})
    and status in ('pending', 'processing')
)`;
const WITH_FREE_TARGET = `and not exists (
      select from open_target as open
      where open.user_id = line.user_id and open.service_id = line.service_id
        and (open.target_key = line.target_key or open.link = line.link))`;
const USES_OF_TARGET =
  ', row_number() over (partition by line.user_id, line.service_id, line.target_key order by line.nth) as use_of_target';

/** The platforms whose links can be told apart; a service of another one takes any link. */
const LINKED = linkedPlatforms.map((slug) => `'${slug}'`).join(', ');

/**
 * The one statement that charges: it places one order or many, each only if all its terms hold. PostgreSQL's fixed cost of an execution
 * (executors, conditions of constraints and indexes) is paid once for all of them.
 *
 * Each wallet's orders are checked in sequence against the balance left by the ones before. For many customers it skips a wallet locked
 * by another transaction, so it never waits and never deadlocks; for one customer it waits. Of several orders with one request id the first
 * counts. Order ids are drawn beforehand, because ledger rows refer to them. A free order does not change wallet and ledger. An order
 * whose service has a source is queued for it, with the `request_id` of its purchase.
 *
 * The last step reads the comments by their position, so that no other step carries 48 kB an order. The charge is compared by division,
 * because a product could exceed 64 bits.
 */
const chargeStatement = (locked: '' | 'skip locked', { onePerTarget = false } = {}) => `
with line as materialized (
  select * from unnest(${names.map(arrayOf).join(', ')})
    with ordinality as l (${Object.values(parameters)
      .map(({ name }) => `${name}, `)
      .join('')}nth)
), wallet as materialized (
  select id, user_id, balance_nanos, version, owner_blocked from accounts
  where user_id = any(${arrayOf('userId')})
  for no key update ${locked}
)${onePerTarget ? OPEN_TARGETS : ''}, priced as (
  select line.*, quantity, service.name, service.price_micros, service.per, service.forwarded,
    service.price_micros * quantity * (1000 / service.per) as charge_nanos,
    wallet.id as account_id, wallet.balance_nanos, wallet.version,
    row_number() over (partition by line.user_id, line.request_id order by line.nth) as copy
    ${onePerTarget ? USES_OF_TARGET : ''}
  from line
  join wallet on wallet.user_id = line.user_id and not wallet.owner_blocked
  join services service on service.id = line.service_id and service.deleted_at is null and not service.hidden and not service.category_hidden
  cross join lateral (select ${QUANTITY} as quantity) as ordered
  where quantity between service.min and service.max
    and (line.entered is null or line.entered = quantity)
    and (line.comment_count > 0) = (service.type in (${typesInSql((rule) => rule.takesComments)}))
    and service.price_micros <= ${MAX_NANOS} / quantity / (1000 / service.per)
    and (line.platform is null or service.platform is null or line.platform = service.platform
      or service.platform not in (${LINKED}))
    and (line.kinds is null or service.platform is null or service.kinds is null
      or service.platform not in (${LINKED})
      or string_to_array(line.kinds, ',') && service.kinds)
    and (line.expected_nanos is null
      or (service.price_micros = line.expected_nanos / quantity / (1000 / service.per)
        and line.expected_nanos % (quantity::bigint * (1000 / service.per)) = 0))
    and not exists (
      select from orders where orders.request_id = line.request_id and orders.user_id = line.user_id)
    ${onePerTarget ? WITH_FREE_TARGET : ''}
), judged as (
  select *, sum(charge_nanos) over turn as spent_nanos, count(nullif(charge_nanos, 0)) over turn as entries
  from priced
  where (copy = 1 or request_id is null) ${onePerTarget ? 'and use_of_target = 1' : ''}
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
  insert into orders (id, user_id, service_id, service_name, ${STORED}, target_key, quantity, price_micros, per, charge_nanos, request_id)
  overriding system value
  select order_id, user_id, service_id, name, ${STORED}, target_key, quantity, price_micros, per, charge_nanos, request_id from accepted
), commented as (
  insert into order_comments (order_id, comments)
  select order_id, (${COMMENTS})[nth::integer] from accepted where comment_count > 0
), forwarded as (
  insert into forwards (order_id) select order_id from accepted where forwarded order by nth
), entry as (
  insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id)
  select account_id, version + entries, ${shopAccountIds.sales}, -charge_nanos, balance_after_nanos, 'order_charge', order_id
  from accepted
  where charge_nanos > 0
)
select wallet.id is null as "isHeld", accepted.order_id as id, now()::timestamptz(3) as "createdAt", accepted.name as "serviceName",
  accepted.price_micros as "priceMicros", accepted.per, accepted.quantity, accepted.charge_nanos as "chargeNanos",
  accepted.balance_after_nanos as "balanceNanos",
  case when accepted.charge_nanos > 0 then accepted.version + accepted.entries end as seq
from line
left join wallet on wallet.user_id = line.user_id
left join accepted on accepted.nth = line.nth
order by line.nth`;

const CHARGE_WITHOUT_WAITING = chargeStatement('skip locked');
const CHARGE_WAITING = chargeStatement('');
/** They also refuse an order while another one of its service and target is open. Their transaction holds the wallets' locks already. */
const CHARGE_ONE_PER_LINK = chargeStatement('', { onePerTarget: true });

interface LineRow extends Pick<OrderRow, 'serviceName' | 'priceMicros' | 'per' | 'quantity' | 'chargeNanos'> {
  isHeld: boolean;
  id: number | null;
  createdAt: string;
  balanceNanos: Nanos;
  seq: number | null;
}

type Connection = Pick<Sql, 'unsafe'>;

/** The driver prepares the statement once per connection; Drizzle would plan it each time. */
const PREPARED = { prepare: true };

/** An order to charge, and its customer. */
export interface OrderToCharge {
  userId: number;
  input: PlaceOrderInput;
  /** Refuses the order while the customer has an open one of the same service and target. */
  isOnePerLink?: boolean | undefined;
  /** What its link demands of the service, from `demandsOfOrder`. */
  demands?: ServiceTarget | undefined;
}

/** `seq` is the number of its ledger entry in the wallet; null for a free order, which has none. */
export type ChargedOrder = StoredOrder & { seq: number | null };

/** The order was placed, one of its terms does not hold, or another transaction holds its wallet's lock. */
export type ChargeOutcome = ChargedOrder | 'not_taken' | 'wallet_held';

/**
 * Charges and places orders in sequence. If the database refuses one, nothing is charged and the error is thrown.
 * @param sql a connection or an open transaction; wallets that it locks itself count as free
 * @returns the outcome of each, in the same order
 */
export function chargeOrders(sql: Connection, orders: readonly OrderToCharge[]): Promise<ChargeOutcome[]> {
  return charge(sql, CHARGE_WITHOUT_WAITING, orders);
}

/** Charges orders of any customers like `chargeOrders`, in a transaction of its own. */
export function chargeOrdersOfMany(db: Db, orders: readonly OrderToCharge[]): Promise<ChargeOutcome[]> {
  return againIfIdWasUsed(() =>
    orders.some(isOnePerLink) ? chargeOnePerLink(db, 'skip locked', orders) : chargeOrders(db.$client, orders),
  );
}

/**
 * Charges orders of one customer like `chargeOrders`, but waits for a lock on the wallet. All wait together, so that several servers
 * take turns with whole batches. An order of a customer without a wallet is not taken.
 */
export async function chargeOrdersOfOne(db: Db, orders: readonly OrderToCharge[]): Promise<ChargeOutcome[]> {
  const outcomes = await againIfIdWasUsed(() =>
    orders.some(isOnePerLink) ? chargeOnePerLink(db, '', orders) : charge(db.$client, CHARGE_WAITING, orders),
  );
  return outcomes.map((outcome) => (outcome === 'wallet_held' ? 'not_taken' : outcome));
}

/**
 * Charges and places one order, and waits for a lock on its wallet. Undefined if one of its terms does not hold or its request id is
 * already used; nothing is charged then.
 */
export async function chargeOrder(db: Db, order: OrderToCharge): Promise<ChargedOrder | undefined> {
  const [outcome] = await chargeOrdersOfOne(db, [order]);
  return typeof outcome === 'object' ? outcome : undefined;
}

const isOnePerLink = (order: OrderToCharge) => order.isOnePerLink === true;

/**
 * Locks the wallets by a statement of its own. The charging one then sees each order that was placed under those locks: a statement that
 * waits for a lock sees the orders of its beginning.
 */
async function chargeOnePerLink(
  db: Db,
  locked: '' | 'skip locked',
  orders: readonly OrderToCharge[],
): Promise<ChargeOutcome[]> {
  return db.$client.begin(async (sql) => {
    const userIds = orders.map(({ userId }) => userId);
    const rows = await sql.unsafe<{ user_id: number }[]>(
      `select user_id from accounts where user_id = any($1::bigint[]) order by id for no key update ${locked}`,
      [userIds],
      PREPARED,
    );
    const own = new Set(rows.map(({ user_id }) => user_id));
    const charged = await charge(
      sql,
      CHARGE_ONE_PER_LINK,
      orders.filter(({ userId }) => own.has(userId)),
    );
    let nth = 0;
    return userIds.map((userId) => (own.has(userId) ? (charged[nth++] ?? 'not_taken') : 'wallet_held'));
  });
}

/** Another server may place an order with one of the request ids after the statement has begun. The next statement sees it. */
async function againIfIdWasUsed<T>(charging: () => Promise<T>): Promise<T> {
  try {
    return await charging();
  } catch (error) {
    if (isUniqueViolation(error, 'orders_request_key')) return charging();
    throw error;
  }
}

async function charge(sql: Connection, statement: string, orders: readonly OrderToCharge[]): Promise<ChargeOutcome[]> {
  if (orders.length === 0) return [];
  const inputs = orders.map(({ input }) => input);
  const comments = inputs.map((input) => joined(input.comments ?? []) || null);
  const values = [
    ...Object.values(parameters).map(({ of }) => orders.map(of)),
    comments.some((text) => text !== null) ? comments : [],
  ];
  const rows = await sql.unsafe<LineRow[]>(statement, values, PREPARED);
  return inputs.map((input, index) => {
    const row = rows[index];
    if (!row || row.isHeld) return 'wallet_held';
    return row.id === null ? 'not_taken' : placedOrder(row, row.id, input);
  });
}

/** What an order's placement leaves open. */
export const justPlaced = { status: 'pending', remaining: null, startCount: null, remains: null } as const;

function placedOrder(row: LineRow, id: number, input: PlaceOrderInput): ChargedOrder {
  const { serviceName, quantity, priceMicros, per, chargeNanos, createdAt, balanceNanos, seq } = row;
  const terms = { ...storedFields(input, quantity), priceMicros, per, chargeNanos };
  const order = {
    id,
    serviceId: input.serviceId,
    serviceName,
    ...terms,
    ...justPlaced,
    createdAt: new Date(createdAt),
  };
  return { order, balanceNanos, seq };
}
