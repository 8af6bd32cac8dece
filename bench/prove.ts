import type { Db } from '../db/client.ts';
import { checkLedger } from '../server/money/check-ledger.ts';

/**
 * Proves that money is right after a load: every balance by its rows, which are numbered without a gap, and every order by what
 * was charged for it (`checkLedger`); the sum of all charges by the sum of the ledger; no key twice; and that exactly as
 * many orders are there as were acknowledged.
 * @param expected how many orders there have to be
 * @throws Error that says what does not add up
 */
export async function proveMoney(db: Db, expected: number): Promise<string> {
  const { problems, orders, wallets } = await checkLedger(db);
  const found = [...problems, ...(await wrongSums(db))];
  if (orders !== expected) found.push(`${orders} orders are there, ${expected} were acknowledged`);
  if (found.length > 0) throw new Error(`Money is wrong after the load:\n${found.slice(0, 10).join('\n')}`);
  return `proved: ${wallets.toLocaleString('en')} balances, ${orders.toLocaleString('en')} orders as acknowledged, Σ charges = Σ ledger, no gap, no key twice`;
}

async function wrongSums(db: Db): Promise<string[]> {
  const rows = await db.$client<{ problem: string }[]>`
    select format('orders cost %s, the ledger charged %s', cost, charged) as problem
    from (select sum(charge_nanos)::text as cost from orders) o,
      (select (-sum(amount_nanos))::text as charged from ledger where kind = 'order_charge') l
    where cost is distinct from charged
    union all
    select format('%s orders have %s keys', count(request_id), count(distinct (user_id, request_id)))
    from orders having count(request_id) <> count(distinct (user_id, request_id))`;
  return rows.map(({ problem }) => problem);
}
