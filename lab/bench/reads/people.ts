import type { Db } from '#db/client.ts';
import type { Actor } from '#shared/users.ts';
import { openSessions } from '../prepare.ts';

/** A signed-in user. */
export interface Person {
  actor: Actor;
  accessToken: string;
}

/** The admin, and the customer with the most orders. */
export async function findPeople(db: Db, jwtSecret: string): Promise<{ admin: Person; customer: Person }> {
  const [ids] = await db.$client<{ admin: number | null; customer: number | null }[]>`
    select (select id from users where role = 'admin' limit 1) as admin,
      (select user_id from orders group by user_id order by count(*) desc, user_id limit 1) as customer`;
  if (!ids?.admin || !ids.customer) throw new Error('The database has no admin, or no order');
  const sessions = await (await openSessions(db, jwtSecret, [ids.admin, ids.customer]))();
  const tokenOf = (id: number) => sessions.find(({ userId }) => userId === id)?.accessToken ?? '';
  return {
    admin: { actor: { id: ids.admin, role: 'admin' }, accessToken: tokenOf(ids.admin) },
    customer: { actor: { id: ids.customer, role: 'user' }, accessToken: tokenOf(ids.customer) },
  };
}
