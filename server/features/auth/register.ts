import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#db/schema/users.ts';
import type { registerInput } from '#shared/auth.ts';
import type { Deps } from '../../base/deps.ts';
import type { Client } from '../../base/identity/client.ts';
import { phoneColumns } from '../../base/identity/phone-number.ts';
import { sessionUserColumns } from '../../base/identity/session-user.ts';
import { type SignedIn, startSession } from '../../base/identity/sessions.ts';
import { addressKey, countAttempt } from '../../base/limits/rate-limit.ts';
import { openWallet } from '../../money/wallets.ts';
import { assertNewPassword } from './new-password.ts';
import { asTakenName } from './taken-names.ts';

const HOUR_SECONDS = 3600;

/**
 * Registers a customer with an empty wallet and signs them in.
 * @throws DomainError `user_name_taken`, `email_taken`, `bad_input` for a weak password, `too_many_requests`, `busy`
 */
export async function register(
  deps: Deps,
  client: Client,
  input: z.output<ReturnType<typeof registerInput>>,
): Promise<SignedIn> {
  const { db, config, passwords } = deps;
  const { userName, name, email, phone, password } = input;
  await assertNewPassword(config, 'password', password, { role: 'user', userName, email });
  // A new account has no known device: cookies of other accounts give it no priority in the queue.
  const passwordHash = await passwords.runQueued({ address: client.address }, async (hasher) => {
    await countAttempt(db, `register:address:${addressKey(client.address)}`, {
      limit: config.limits.registrationsPerHourPerAddress,
      windowSeconds: HOUR_SECONDS,
    });
    return hasher.hash(password);
  });
  try {
    return await db.transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({ userName, name, email, ...phoneColumns(phone), passwordHash, firstLoginAt: sql`now()` })
        .returning(sessionUserColumns);
      if (!user) throw new Error('inserting a user returned no row');
      await openWallet(tx, user.id);
      return startSession(tx, deps, user, client);
    });
  } catch (error) {
    throw asTakenName(error);
  }
}
