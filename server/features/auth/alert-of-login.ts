import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { loginAlerts } from '#db/schema/second-factors.ts';
import { users } from '#db/schema/users.ts';
import type { Deps } from '../../base/deps.ts';
import type { Client } from '../../base/identity/client.ts';
import { knownDevice } from '../../base/identity/devices.ts';
import { hashToken } from '../../base/identity/refresh-token.ts';
import { nowInShop } from '../../base/lists/shop-days.ts';
import { writeMail } from '../../base/mail/write-mail.ts';
import { newDeviceMail } from './mails.ts';

/** An owner may read the mail days later. */
const VALID_DAYS = 7;
/** Scripts that don't send their device cookie are a new device each time. */
const MOST_MAILS_A_DAY = 3;

interface LoggedInUser {
  id: number;
  email: string;
  firstLoginAt: Date | null;
}

/**
 * Writes a mail about a login on a new device, within the login's transaction, which has locked the user's row. The first login of an
 * account is only recorded. Above three mails in 24 hours the login succeeds without one.
 * @returns whether a mail was written; the caller then wakes the mailer after the commit
 */
export async function alertOfLogin(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  client: Client,
  { id, email, firstLoginAt }: LoggedInUser,
): Promise<boolean> {
  if (!firstLoginAt) {
    const isFirst = and(eq(users.id, id), isNull(users.firstLoginAt));
    await tx.update(users).set({ firstLoginAt: sql`now()` }).where(isFirst);
    return false;
  }
  if (knownDevice(client.device?.(), { id }) !== undefined) return false;
  const token = randomBytes(32).toString('base64url');
  const [alert] = await tx.execute<{ at: string }>(sql`
    insert into ${loginAlerts} (user_id, hash, recipient, expires_at)
    select ${id}::bigint, ${hashToken(token)}, ${email}, now() + make_interval(days => ${VALID_DAYS})
    where (
      select count(*) from login_alerts where user_id = ${id} and created_at > now() - interval '1 day'
    ) < ${MOST_MAILS_A_DAY}
    returning ${nowInShop} as at`);
  if (!alert) return false;
  await writeMail(tx, email, newDeviceMail(config.publicUrl, { token, at: alert.at, client, days: VALID_DAYS }));
  return true;
}
