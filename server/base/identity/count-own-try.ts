import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Config } from '../env.ts';
import { DomainError } from '../errors.ts';
import type { Client } from './client.ts';
import { knownDevice } from './devices.ts';
import { type CountedTry, countLoginTry } from './login-failures.ts';

/**
 * Counts the try of a signed-in user to prove who they are, like a login with their user name: guesses share one budget.
 * @throws DomainError `too_many_requests`
 */
export async function countOwnTry(
  { db, config }: { db: Db; config: Pick<Config, 'limits'> },
  { address, device }: Client,
  userId: number,
): Promise<CountedTry> {
  const [user] = await db
    .select({ nameKey: sql<string>`lower(${users.userName})` })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new DomainError('session_ended');
  const known = knownDevice(device?.(), { id: userId });
  return countLoginTry(db, config.limits, { nameKey: user.nameKey, address, knownDevice: known });
}
