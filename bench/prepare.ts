import { randomUUID } from 'node:crypto';
import type { Db } from '../db/client.ts';
import { createAccessTokens } from '../server/identity/access-token.ts';

const USERS = 1000;
/** A tenth of a cent for 1000 units, so that a wallet of $9,000 outlasts any run. */
const PRICE_MICROS = 1000;
const GRANT_NANOS = 9_000_000_000_000;
/** Orders of each customer that are there already, so that no query is planned for an empty table. */
const EARLIER_ORDERS = 20;
const EARLIER_QUANTITY = 10;
const EARLIER_CHARGE_NANOS = EARLIER_QUANTITY * PRICE_MICROS;

export interface Prepared {
  serviceId: number;
  /** A customer each: who they are and the token they call with. */
  customers: { userId: number; accessToken: string }[];
}

/** Fills a new database with customers who have money, a session and earlier orders, and a service to buy. */
export async function prepare(db: Db, jwtSecret: string): Promise<Prepared> {
  const sql = db.$client;
  await sql`
    insert into users (user_name, name, email, phone, role, password_hash)
    select 'bench' || n, 'Bench ' || n, 'bench' || n || '@example.com', '01700000000', case n when 0 then 'admin' else 'user' end, '-'
    from generate_series(0, ${USERS}::int) n`;
  await sql`
    insert into accounts (user_id, kind, balance_nanos, version)
    select id, 'wallet',
      case role when 'user' then ${GRANT_NANOS - EARLIER_ORDERS * EARLIER_CHARGE_NANOS}::bigint else 0 end,
      case role when 'user' then ${1 + EARLIER_ORDERS}::int else 0 end
    from users order by id`;
  await sql`
    insert into grants (user_id, admin_id, amount_nanos, reason)
    select u.id, a.id, ${GRANT_NANOS}, 'benchmark' from users u, users a where u.role = 'user' and a.role = 'admin'`;
  await sql`
    insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, grant_id)
    select a.id, 1, 3, g.amount_nanos, g.amount_nanos, 'grant', g.id from grants g join accounts a on a.user_id = g.user_id`;
  const [service] = await sql<{ id: number }[]>`
    insert into services (name, description, category, price_micros, min, max, avg_time_hours)
    values ('Benchmark followers', 'For the benchmark.', 'instagram', ${PRICE_MICROS}, 10, 1000000, 1) returning id`;
  if (!service) throw new Error('A service was written and not returned');
  await sql`
    with placed as (
      insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos, request_id)
      select u.id, s.id, s.name, 'https://example.com/p/1', ${EARLIER_QUANTITY}, s.price_micros, ${EARLIER_CHARGE_NANOS},
        gen_random_uuid()
      from users u, services s, generate_series(1, ${EARLIER_ORDERS}::int) where u.role = 'user'
      returning id, user_id
    ), numbered as (
      select id, user_id, row_number() over (partition by user_id order by id) as n from placed
    )
    insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id)
    select a.id, 1 + n, 1, ${-EARLIER_CHARGE_NANOS}, ${GRANT_NANOS} - n * ${EARLIER_CHARGE_NANOS}, 'order_charge', numbered.id
    from numbered join accounts a on a.user_id = numbered.user_id`;
  const users = await sql<{ id: number }[]>`select id from users where role = 'user' order by id`;
  const tokens = createAccessTokens(jwtSecret);
  const customers = [];
  for (const { id } of users) {
    const sessionId = randomUUID();
    await sql`insert into sessions (id, user_id, expires_at) values (${sessionId}, ${id}, now() + interval '1 day')`;
    customers.push({ userId: id, accessToken: await tokens.issue({ userId: id, sessionId }) });
  }
  await sql`vacuum analyze`;
  await sql`checkpoint`;
  return { serviceId: service.id, customers };
}
