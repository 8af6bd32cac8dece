import { and, eq, isNull, sql } from 'drizzle-orm';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { CreatedKey } from '#shared/keys.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import type { Client } from '../../base/identity/client.ts';
import { createSecret } from '../../base/identity/keys/key-secret.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { CREATIONS } from './create-key.ts';
import { keyColumns } from './key-columns.ts';
import { lockOwner, notifyOwner } from './key-owner.ts';

/**
 * Gives one of the caller's keys a new secret, and notifies them by mail. The secret until now works for 24 more hours, one from before it
 * ends at once. An admin's roll is recorded in the audit.
 * @param client whose address the mail names
 * @returns the key, and its new secret, which is not stored
 * @throws DomainError `reauthentication_required`, `not_found` for an unknown, revoked or foreign key, `bad_input` for an expired one,
 * `too_many_requests`
 */
export async function rollKey(
  { db, config, events, wakeMailer }: Pick<Deps, 'db' | 'config' | 'events' | 'wakeMailer'>,
  { actor, client }: { actor: Actor; client: Client },
  { id }: { id: number },
): Promise<CreatedKey> {
  assertReauthenticated(actor);
  await countAttempt(db, `key-made:${actor.id}`, CREATIONS);
  const { secret, hash } = createSecret(id);
  const key = await db.transaction(async (tx) => {
    const owner = await lockOwner(tx, actor);
    const [rolled] = await tx
      .update(apiKeys)
      .set({ hash, previousHash: apiKeys.hash, rolledAt: sql`now()` })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, actor.id), isNull(apiKeys.revokedAt)))
      .returning(keyColumns);
    if (!rolled) throw new DomainError('not_found');
    const { name, scopes, expiresAt } = rolled;
    if (expiresAt && expiresAt.getTime() <= Date.now())
      throw fieldError('bad_input', 'id', 'This key has expired. Create another one.');
    await notifyOwner(tx, owner, { ...rolled, panel: config.publicUrl, client });
    if (owner.role === 'admin') {
      await recordAction(tx, actor, {
        action: 'key.roll',
        subject: 'key',
        subjectId: id,
        subjectName: name,
        before: null,
        after: { scopes },
      });
    }
    return rolled;
  });
  // It ends open streams of a secret that works no more.
  events.publish('sessions', String(actor.id));
  wakeMailer();
  return { key, secret };
}
