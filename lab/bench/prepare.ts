import type { Db } from '#db/client.ts';
import { createAccessTokens } from '#server/base/identity/access-token.ts';
import { createPasswords } from '#server/base/identity/passwords.ts';
import { fillOrders } from './fill-orders.ts';
import { CHARGE_NANOS, PRICE_MICROS } from './order-input.ts';
import type { Customer } from './task.ts';

const GRANT_NANOS = 9_000_000_000_000;
/** The number of customers who order, evenly chosen from all. */
const CUSTOMERS = 1000;

export interface Prepared {
  serviceId: number;
  customers: Customer[];
  /** The number of existing orders. */
  earlier: number;
  /** The same customers with new tokens, which are valid for a quarter of an hour. */
  renewed: () => Promise<Customer[]>;
}

export interface PrepareOptions {
  users?: number;
  /** Per customer, so that no query is planned for an empty table. */
  earlierOrders?: number;
}

/** Fills a new database with a service, and with customers who have money, a session and earlier orders. */
export async function prepare(
  db: Db,
  jwtSecret: string,
  { users: count = 1000, earlierOrders = 20 }: PrepareOptions = {},
): Promise<Prepared> {
  const sql = db.$client;
  await sql`
    insert into users (user_name, name, email, phone, role, password_hash)
    select 'bench' || n, 'Bench ' || n, 'bench' || n || '@example.com', '01700000000', case n when 0 then 'admin' else 'user' end, '-'
    from generate_series(0, ${count}::int) n`;
  await sql`
    insert into accounts (user_id, kind, balance_nanos, version)
    select id, 'wallet',
      case role when 'user' then ${GRANT_NANOS - earlierOrders * CHARGE_NANOS}::bigint else 0 end,
      case role when 'user' then ${1 + earlierOrders}::int else 0 end
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
  await fillOrders(db, { serviceId: service.id, users: count, each: earlierOrders, grantNanos: GRANT_NANOS });
  const users = await sql<{ id: number }[]>`select id from users where role = 'user' order by id`;
  const step = Math.max(1, Math.floor(count / CUSTOMERS));
  const renewed = await openSessions(
    db,
    jwtSecret,
    users.flatMap(({ id }, nth) => (nth % step === 0 ? id : [])),
  );
  await sql`vacuum analyze`;
  await sql`checkpoint`;
  return { serviceId: service.id, customers: await renewed(), renewed, earlier: count * earlierOrders };
}

/** Opens a session for each user. @returns a function that issues their tokens */
export async function openSessions(db: Db, jwtSecret: string, userIds: number[]): Promise<() => Promise<Customer[]>> {
  const sessions = await db.$client<{ id: string; user_id: number }[]>`
    insert into sessions (id, user_id, expires_at)
    select gen_random_uuid(), id, now() + interval '1 day' from unnest(${userIds}::bigint[]) as users (id)
    returning id, user_id`;
  const tokens = createAccessTokens(jwtSecret);
  const signIn = async ({ id: sessionId, user_id: userId }: (typeof sessions)[number]) => {
    return { userId, accessToken: await tokens.issue({ userId, sessionId }) };
  };
  return () => Promise.all(sessions.map(signIn));
}

const PASSWORD = 'correct horse battery';

/** Gives all users one password. @returns it, and the bodies of their logins */
export async function givePassword(db: Db): Promise<{ password: string; hash: string; bodies: string[] }> {
  const hash = await createPasswords().hash(PASSWORD);
  await db.$client`update users set password_hash = ${hash}`;
  const users = await db.$client<{ user_name: string }[]>`
    select user_name from users where role = 'user' order by id`;
  const bodies = users.map(({ user_name: userName }) => JSON.stringify({ userName, password: PASSWORD }));
  return { password: PASSWORD, hash, bodies };
}
