import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../schema/users.ts';
import { testDatabase } from '../testing/database.ts';
import { seedDemo } from './demo.ts';

const progress: string[] = [];
const small = { services: 0, passwordHash: 'unused', report: (line: string) => progress.push(line) };

const database = await testDatabase();

async function one(query: ReturnType<typeof sql>): Promise<Record<string, unknown>> {
  const [row] = await database.db.execute(query);
  if (!row) throw new Error('no row');
  return row;
}

describe('a demo shop', () => {
  test('needs an admin, and says how to create one', async () => {
    await expect(seedDemo(database.db, { ...small, customers: 1, orders: 1 })).rejects.toThrow('npm run admin:create');
  });

  test('is added consistently, and once more next to the first', async () => {
    await database.db.insert(users).values({
      userName: 'admin',
      name: 'Admin',
      email: 'admin@example.com',
      phone: '01',
      role: 'admin',
      passwordHash: 'x',
    });
    const first = await seedDemo(database.db, { ...small, customers: 30, orders: 1500, services: 130 });
    expect(first).toMatchObject({ customers: 30, orders: 1500 });
    expect(first.userNames).toHaveLength(3);
    expect(progress).toContain('1,500 of 1,500 orders');
    await seedDemo(database.db, { ...small, customers: 5, orders: 100 });

    expect(
      await one(sql`select (select count(*)::int from users where role = 'user') as customers,
        (select count(*)::int from orders) as orders, (select count(*)::int from services) as services`),
    ).toEqual({ customers: 35, orders: 1600, services: 130 });
  });

  test('has each wallet equal to the sum of its chained, gap-free history, oldest first', async () => {
    const wrong = await database.db.execute(sql`
      with chained as (
        select *, row_number() over w as expected_seq, sum(amount_nanos) over w as expected_balance, lag(at) over w as before
        from ledger window w as (partition by account_id order by seq)
      )
      select account_id from chained
      where seq <> expected_seq or balance_after_nanos <> expected_balance or at < before
      union
      select a.id from accounts a left join ledger l on l.account_id = a.id where a.kind = 'wallet'
      group by a.id having a.balance_nanos <> coalesce(sum(l.amount_nanos), 0) or a.version <> count(l.seq)
      union
      select id from users where role = 'user' and id not in (select user_id from accounts where user_id is not null)`);
    expect([...wrong]).toEqual([]);
  });

  test('has ledger entries for each order and recharge that match its status', async () => {
    const wrong = await database.db.execute(sql`
      select o.id from orders o left join ledger l on l.order_id = o.id group by o.id
      having coalesce(-sum(l.amount_nanos), 0) <> case o.status
        when 'rejected' then 0 when 'partial' then (o.quantity - o.remaining) * o.price_micros * (1000 / o.per) else o.charge_nanos end
      union all
      select r.id from recharges r left join ledger l on l.recharge_id = r.id group by r.id
      having coalesce(sum(l.amount_nanos), 0) <> case r.status when 'approved' then r.amount_nanos else 0 end
        or r.paid_taka <> round(r.amount_nanos::numeric * r.rate_paisa / 100000000000)`);
    expect([...wrong]).toEqual([]);
  });

  test('has orders of every type, with comments and progress', async () => {
    const types = await database.db.execute(sql`
      select s.type, bool_and((c.order_id is not null) = (s.type like 'custom%')) as fits,
        bool_and(o.quantity = 1 and o.per = 1 or o.per = 1000 and o.charge_nanos = o.quantity * o.price_micros) as priced,
        bool_and(s.type <> 'custom_comments' or o.quantity = array_length(string_to_array(c.comments, chr(10)), 1)) as counted
      from orders o join services s on s.id = o.service_id left join order_comments c on c.order_id = o.id
      group by 1 order by 1`);
    expect(types).toEqual(
      ['custom_comments', 'custom_comments_package', 'default', 'package'].map((type) => {
        return { type, fits: true, priced: true, counted: true };
      }),
    );
    const { several } = await one(sql`
      select count(*) > 3 as several from order_progress join orders on id = order_id where remains <= quantity`);
    expect(several).toBe(true);
  });

  test('has every status, each with its events', async () => {
    const statuses = await database.db.execute(sql`select distinct status from orders order by 1`);
    expect(statuses.map(({ status }) => status)).toEqual(['completed', 'partial', 'pending', 'processing', 'rejected']);
    const recharges = await database.db.execute(sql`select distinct status from recharges order by 1`);
    expect(recharges.map(({ status }) => status)).toEqual(['approved', 'pending', 'rejected']);
    const wrong = await database.db.execute(sql`
      select o.id from orders o left join lateral
        (select to_status, seq from order_events e where e.order_id = o.id order by seq desc limit 1) last on true
      where o.status <> coalesce(last.to_status, 'pending')
        or coalesce(last.seq, 0) <> (select count(*) from order_events e where e.order_id = o.id)
      union
      select e.order_id from order_events e join orders o on o.id = e.order_id where e.at < o.created_at or e.at > now()`);
    expect([...wrong]).toEqual([]);
  });

  test('spans six months up to now, with ids that follow time', async () => {
    const { out_of_order, oldest_days, newest_days } = await one(sql`
      select count(*) filter (where created_at < before)::int as out_of_order,
        extract(day from now() - min(created_at))::int as oldest_days,
        extract(day from now() - max(created_at))::int as newest_days
      from (select created_at, lag(created_at) over (order by id) as before from orders where id <= 1500) o`);
    expect(out_of_order).toBe(0);
    expect(oldest_days).toBeGreaterThan(160);
    expect(oldest_days).toBeLessThan(181);
    expect(newest_days).toBe(0);
  });

  test('leaves the next order and recharge ids free', async () => {
    const { orders, recharges } = await one(sql`
      select nextval('orders_id_seq') > (select max(id) from orders) as orders,
        nextval('recharges_id_seq') > (select max(id) from recharges) as recharges`);
    expect([orders, recharges]).toEqual([true, true]);
  });
});
