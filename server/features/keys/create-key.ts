import { isIP } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { users } from '#db/schema/users.ts';
import { customerScopes, type KeyScope } from '#shared/key-scopes.ts';
import { type CreatedKey, type CreateKeyInput, type Key, MOST_KEYS } from '#shared/keys.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import type { Client } from '../../base/identity/client.ts';
import { createSecret } from '../../base/identity/keys/key-secret.ts';
import { countLiveKeys } from '../../base/identity/keys/live-keys.ts';
import { shortAddress } from '../../base/identity/short-address.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { nowInShop } from '../../base/lists/shop-days.ts';
import { type MailText, writeMail } from '../../base/mail/write-mail.ts';
import { keyColumns } from './key-columns.ts';

/** Each sends a mail, and revoked keys stay in the database. */
const CREATIONS = { limit: 100, windowSeconds: 3600 };

/**
 * Makes an API key of the caller, and notifies them by mail. An admin's is recorded in the audit.
 * @param client whose address the mail names
 * @returns the key, and its secret, which is not stored
 * @throws DomainError `reauthentication_required`, `bad_input` for an admin's scope of a customer, `too_many_keys`, `too_many_requests`
 */
export async function createKey(
  { db, config, wakeMailer }: Pick<Deps, 'db' | 'config' | 'wakeMailer'>,
  { actor, client }: { actor: Actor; client: Client },
  input: CreateKeyInput,
): Promise<CreatedKey> {
  assertReauthenticated(actor);
  await countAttempt(db, `key-made:${actor.id}`, CREATIONS);
  const scopes = [...new Set(input.scopes)];
  const created = await db.transaction(async (tx) => {
    // One at a time, so that the limit is exact; and the role stays until the end.
    const [owner] = await tx
      .select({ role: users.role, email: users.email, blockedAt: users.blockedAt })
      .from(users)
      .where(eq(users.id, actor.id))
      .for('no key update');
    if (!owner || owner.blockedAt) throw new DomainError('blocked');
    if (owner.role !== 'admin' && !scopes.every(isOfCustomers)) {
      throw fieldError('bad_input', 'scopes', 'Only admins may choose the scopes of admins.');
    }
    if ((await countLiveKeys(tx, actor.id)) >= MOST_KEYS) {
      throw new DomainError('too_many_keys');
    }
    const { id, secret, hash } = createSecret(await nextId(tx));
    const addresses = [...new Set(input.addresses)];
    const { name, expiresAt = null } = input;
    const [key] = await tx
      .insert(apiKeys)
      .overridingSystemValue()
      .values({ id, userId: actor.id, name, hash, scopes, addresses, expiresAt })
      .returning(keyColumns);
    if (!key) throw new Error('Inserting a key returned no row');
    await writeMail(tx, owner.email, newKeyMail(config.publicUrl, { ...key, at: await timeInShop(tx), client }));
    if (owner.role === 'admin') {
      await recordAction(tx, actor, {
        action: 'key.create',
        subject: 'key',
        subjectId: id,
        subjectName: name,
        before: null,
        after: { scopes, addresses, expiresAt },
      });
    }
    return { key, secret };
  });
  wakeMailer();
  return created;
}

const customers: readonly KeyScope[] = customerScopes;

function isOfCustomers(scope: KeyScope): boolean {
  return customers.includes(scope);
}

/** The secret contains the id, so it is drawn before the row is inserted. */
async function nextId(tx: Tx): Promise<number> {
  const [row] = await tx.execute<{ id: string }>(sql`select nextval(pg_get_serial_sequence('api_keys', 'id')) as id`);
  if (!row) throw new Error('A sequence returned no number');
  return Number(row.id);
}

async function timeInShop(tx: Tx): Promise<string> {
  const [row] = await tx.execute<{ at: string }>(sql`select ${nowInShop} as at`);
  if (!row) throw new Error('A select without a table returned no row');
  return row.at;
}

interface NewKey extends Pick<Key, 'name' | 'scopes' | 'expiresAt'> {
  /** The time and time zone of the shop. */
  at: string;
  /** Who made it. */
  client: Client;
}

/** The name is the one text of a user in a mail: only the owner, who entered the password for it, can have chosen it. */
function newKeyMail(panel: string, { name, scopes, expiresAt, at, client }: NewKey): MailText {
  return {
    subject: 'New API key for your account',
    body: `Hello,

somebody, hopefully you, made an API key for your account. Programs that have it can use your account without your password:

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
