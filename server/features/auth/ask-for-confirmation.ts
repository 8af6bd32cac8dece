import { randomBytes } from 'node:crypto';
import { and, ne, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { emailChanges } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { isSameMailbox } from '#shared/own-email.ts';
import type { Config } from '../../base/env.ts';
import { hashToken } from '../../base/identity/refresh-token.ts';
import { writeMail } from '../../base/mail/write-mail.ts';
import { addressInUseMail, allowNewAddressMail, confirmNewAddressMail } from './mails.ts';

const LINK_HOURS = 24;
const HOUR_MS = 3_600_000;

interface Change {
  userId: number;
  newEmail: string;
  /** Whether it was asked for with a second factor. */
  byFactor: boolean;
}

/**
 * Sends the new address a link that confirms it. Another user's address gets a mail without a link. Both cases run the same statements
 * and look the same to the caller. An earlier change of the user ends.
 */
export async function askNewAddress(tx: Tx, config: Pick<Config, 'publicUrl'>, change: Change): Promise<void> {
  const token = await keepChange(tx, 'new', change);
  const [holder] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(sql`${users.emailKey} = folded(${change.newEmail})`, ne(users.id, change.userId)));
  // Another spelling with the same key may be another mailbox. It gets the link, which reports the conflict when it is opened.
  if (holder && isSameMailbox(holder.email, change.newEmail))
    await writeMail(tx, holder.email, addressInUseMail(config.publicUrl), { about: 'address-in-use' });
  else await writeMail(tx, change.newEmail, confirmNewAddressMail(linkOf(config, token), LINK_HOURS));
}

/** Sends the current address a link that permits the confirmation of the new one. An earlier change of the user ends. */
export async function askOldAddress(
  tx: Tx,
  config: Pick<Config, 'publicUrl'>,
  { email, ...change }: Change & { email: string },
): Promise<void> {
  const token = await keepChange(tx, 'old', change);
  await writeMail(tx, email, allowNewAddressMail(linkOf(config, token), LINK_HOURS));
}

async function keepChange(tx: Tx, confirmer: 'old' | 'new', { userId, newEmail, byFactor }: Change): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + LINK_HOURS * HOUR_MS);
  const asked = { newEmail, confirmer, byFactor, hash: hashToken(token), expiresAt };
  await tx
    .insert(emailChanges)
    .values({ userId, ...asked })
    .onConflictDoUpdate({ target: emailChanges.userId, set: asked });
  return token;
}

function linkOf({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string {
  return `${publicUrl}/confirm-email/${token}`;
}
