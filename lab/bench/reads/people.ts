import { randomUUID } from 'node:crypto';
import type { Db } from '../../../db/client.ts';
import { createAccessTokens } from '../../../server/identity/access-token.ts';
import type { Actor } from '../../../shared/users.ts';

/** Somebody who asks, with a session of their own. */
export interface Person {
  actor: Actor;
  accessToken: string;
}

/** The admin, and the customer who has the most orders. */
export async function findPeople(db: Db, jwtSecret: string): Promise<{ admin: Person; customer: Person }> {
  const sql = db.$client;
  const tokens = createAccessTokens(jwtSecret);
  const [admin] = await sql<{ id: number }[]>`select id from users where role = 'admin' limit 1`;
  const [customer] = await sql<{ id: number }[]>`
    select user_id as id from orders group by user_id order by count(*) desc, user_id limit 1`;
  if (!admin || !customer) throw new Error('The database has no admin, or no order');
  return {
    admin: await signIn({ id: admin.id, role: 'admin' }),
    customer: await signIn({ id: customer.id, role: 'user' }),
  };

  async function signIn(actor: Actor): Promise<Person> {
    const sessionId = randomUUID();
    await sql`insert into sessions (id, user_id, expires_at) values (${sessionId}, ${actor.id}, now() + interval '1 day')`;
    return { actor, accessToken: await tokens.issue({ userId: actor.id, sessionId }) };
  }
}
