import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { accounts } from '#db/schema/ledger.ts';
import { users } from '#db/schema/users.ts';
import type { Nanos } from '#shared/money.ts';
import type { Actor, SessionUser } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import type { Authenticated } from '../../base/identity/authenticate.ts';
import { sessionUserColumns } from '../../base/identity/session-user.ts';

export interface Me extends SessionUser {
  balanceNanos: Nanos;
}

/** The caller's own profile and wallet balance in nano-dollars. */
export async function whoAmI(db: Db, actor: Actor): Promise<Me> {
  const [me] = await db
    .select({ ...sessionUserColumns, balanceNanos: accounts.balanceNanos })
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(eq(users.id, actor.id));
  if (!me) throw new DomainError('not_found');
  return me;
}

/** The same, with what this session needs to know of the second factor. */
export async function whoAmIHere(
  db: Db,
  { actor, mustEnroll }: Pick<Authenticated, 'actor' | 'mustEnroll'>,
): Promise<Me & { twoFactor: boolean; mustEnroll: boolean }> {
  return { ...(await whoAmI(db, actor)), twoFactor: actor.confirmsBy === 'code', mustEnroll };
}
