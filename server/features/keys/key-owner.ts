import { isIP } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Key } from '#shared/keys.ts';
import type { Actor, Role } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import type { Client } from '../../base/identity/client.ts';
import { shortAddress } from '../../base/identity/short-address.ts';
import { nowInShop } from '../../base/lists/shop-days.ts';
import { type MailText, writeMail } from '../../base/mail/write-mail.ts';

interface Owner {
  role: Role;
  email: string;
}

/**
 * One change of a user's keys at a time; the role stays until its end.
 * @throws DomainError `blocked`
 */
export async function lockOwner(tx: Tx, actor: Actor): Promise<Owner> {
  const [owner] = await tx
    .select({ role: users.role, email: users.email, blockedAt: users.blockedAt })
    .from(users)
    .where(eq(users.id, actor.id))
    .for('no key update');
  if (!owner || owner.blockedAt) throw new DomainError('blocked');
  return owner;
}

interface NewSecret extends Pick<Key, 'name' | 'scopes' | 'expiresAt' | 'previousSecretEndsAt'> {
  /** The panel's address. */
  panel: string;
  /** Who made it. */
  client: Client;
}

/** Writes the mail about a new key, or about a rolled one: that has a previous secret. */
export async function notifyOwner(tx: Tx, owner: Owner, secret: NewSecret): Promise<void> {
  const [row] = await tx.execute<{ at: string }>(sql`select ${nowInShop} as at`);
  if (!row) throw new Error('A select without a table returned no row');
  await writeMail(tx, owner.email, mailOf({ ...secret, at: row.at }));
}

/** The name is the one text of a user in a mail: only the owner, who entered the password for it, can have chosen it. */
function mailOf({
  panel,
  client,
  at,
  name,
  scopes,
  expiresAt,
  previousSecretEndsAt,
}: NewSecret & { at: string }): MailText {
  const happened = previousSecretEndsAt
    ? `rolled an API key of your account. Its old secret works until ${previousSecretEndsAt.toISOString()}.`
    : 'made an API key for your account.';
  return {
    subject: previousSecretEndsAt ? 'New secret of your API key' : 'New API key for your account',
    body: `Hello,

somebody, hopefully you, ${happened} Programs that have it can use your account without your password:

Name: ${name}
Scopes: ${scopes.join(', ')}
Expires: ${expiresAt ? expiresAt.toISOString() : 'never'}
Time: ${at}
Address: ${isIP(client.address) ? shortAddress(client.address) : 'unknown'}

If it was you, there is nothing to do. If it was not you, set a new password at once, and then revoke the key in your profile:

${panel}/register?mode=forgot
${panel}/profile
`,
  };
}
