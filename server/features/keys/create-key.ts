import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { customerScopes, type KeyScope } from '#shared/key-scopes.ts';
import { type CreatedKey, type CreateKeyInput, MOST_KEYS } from '#shared/keys.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import type { Client } from '../../base/identity/client.ts';
import { createSecret } from '../../base/identity/keys/key-secret.ts';
import { countLiveKeys } from '../../base/identity/keys/live-keys.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { keyColumns } from './key-columns.ts';
import { lockOwner, notifyOwner } from './key-owner.ts';

/** Also counts rolls. Each sends a mail, and revoked keys stay in the database. */
export const CREATIONS = { limit: 100, windowSeconds: 3600 };

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
    const owner = await lockOwner(tx, actor);
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
    await notifyOwner(tx, owner, { ...key, panel: config.publicUrl, client });
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
