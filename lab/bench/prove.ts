import type { Db } from '#db/client.ts';
import { checkLedger } from '#server/money/check-ledger.ts';

/**
 * Proves money after a load: every balance and every order by the ledger (`checkLedger`), Σ charges = Σ ledger, no duplicate request
 * id, and the number of orders if known.
 * @throws Error with every difference
 */
export async function proveMoney(db: Db, expected?: number): Promise<string> {
  const { problems, orders, wallets } = await checkLedger(db);
  const found = [...problems, ...(await wrongSums(db))];
  if (expected !== undefined && orders !== expected)
    found.push(`${orders} orders exist, ${expected} were acknowledged`);
  if (found.length > 0) throw new Error(`Money is wrong after the load:\n${found.slice(0, 10).join('\n')}`);
  return `proved: ${wallets.toLocaleString('en')} balances, ${orders.toLocaleString('en')} orders, Σ charges = Σ ledger, no gap, no request id twice`;
}

async function wrongSums(db: Db): Promise<string[]> {
  const rows = await db.$client<{ problem: string }[]>`
    select format('orders cost %s, the ledger charged %s', cost, charged) as problem
    from (select sum(charge_nanos)::text as cost from orders) o,
      (select (-sum(amount_nanos))::text as charged from ledger where kind = 'order_charge') l
    where cost is distinct from charged
    union all
    select format('%s orders have %s request ids', count(request_id), count(distinct (user_id, request_id)))
    from orders where request_id is not null having count(request_id) <> count(distinct (user_id, request_id))`;
  return rows.map(({ problem }) => problem);
}
