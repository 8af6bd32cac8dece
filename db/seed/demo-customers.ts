import type { TransactionSql } from 'postgres';
import type { DemoOptions } from './demo-options.ts';

/** Common names in Bangladesh. */
const givenNames = words(`
  Rahim Karim Sakib Tamim Mushfiq Nusrat Farhana Sumaiya Tanvir Rakib Hasan Jahid Mahmud Arif Shakil Imran Sabbir Nayeem
  Rashed Masud Sadia Tasnim Mim Jannat Ayesha Fatema Rumana Sharmin Nadia Tania Shirin Moushumi Rafi Fahim Anik Shuvo Joy
  Sourav Prosenjit Dipa Puja Rima Habib Kamrul Shafiq Zahid Omar Yasin`);

const familyNames = words(`
  Islam Hossain Rahman Ahmed Uddin Khan Chowdhury Akter Begum Khatun Miah Sarkar Das Roy Mondal Sheikh Talukder Haque Alam
  Karim Hasan Mahmud Bhuiyan Siddique Biswas Paul Saha Ghosh Barua Sultana Jahan Parvin Molla Sikder Kazi Mridha`);

/**
 * Customers who joined over the last six months, with empty wallets until the ledger is written. Creates `demo_customers(n, user_id,
 * joined_at, topup_nanos)`: n from 1, the oldest first. Addresses and phone numbers belong to nobody: example.com, and 010, which no
 * operator in Bangladesh uses.
 * @returns the user names of the first few
 */
export async function addDemoCustomers(
  sql: TransactionSql,
  { customers, passwordHash }: Pick<DemoOptions, 'customers' | 'passwordHash'>,
): Promise<string[]> {
  await sql`
    create temp table demo_customers (
      n bigint generated always as identity primary key, user_id bigint, joined_at timestamptz, topup_nanos bigint
    ) on commit drop`;
  await sql`
    with drawn as (
      select i, known.users + i as number,
        (string_to_array(${givenNames.join()}, ','))[1 + floor(${givenNames.length} * pg_temp.dice(i, 1))::int] as given,
        (string_to_array(${familyNames.join()}, ','))[1 + floor(${familyNames.length} * pg_temp.dice(i, 2))::int] as family
      from generate_series(1, ${customers}::bigint) i, (select coalesce(max(id), 0) as users from users) known
    ), named as (
      select *, lower(given || '.' || family || number) as user_name from drawn
    ), inserted as (
      insert into users (user_name, name, email, phone, password_hash, created_at)
      select user_name, given || ' ' || family, user_name || '@example.com',
        '010' || lpad((number % 100000000)::text, 8, '0'), ${passwordHash},
        date_trunc('milliseconds', now() - interval '3 days' - interval '177 days' * (1 - (i - 0.5) / ${customers}::bigint))
      from named order by i
      returning id, created_at
    )
    insert into demo_customers (user_id, joined_at, topup_nanos)
    select id, created_at,
      1000000000 * (array[10, 10, 20, 20, 25, 50, 100])[1 + floor(7 * pg_temp.dice(id, 3))::int]::bigint
    from inserted order by id`;
  await sql`analyze demo_customers`;
  const names = await sql<{ user_name: string }[]>`
    select user_name from users join demo_customers c on c.user_id = users.id order by c.n limit 3`;
  return names.map(({ user_name }) => user_name);
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
