import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { accounts } from '#db/schema/ledger.ts';
import { users } from '#db/schema/users.ts';
import type { Actor, AdminUser } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { adminUserColumns } from './user-columns.ts';

/**
 * One user as admins see them. Admins only.
 * @throws DomainError `not_found`
 */
export async function getUser(db: Db | Tx, actor: Actor, { id }: { id: number }): Promise<AdminUser> {
  assertAdmin(actor);
  const [user] = await db
    .select(adminUserColumns)
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(eq(users.id, id));
  if (!user) throw new DomainError('not_found');
  return user;
}
