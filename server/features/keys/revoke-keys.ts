import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { Actor } from '#shared/users.ts';
import { recordActions } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';

/**
 * Revokes one of the caller's keys: every process refuses it from now on. A repeated call changes nothing.
 * @throws DomainError `not_found` for an unknown key or another user's
 */
export async function revokeKey(
  { db, events }: WriteDeps,
  actor: Actor,
  { id }: { id: number },
): Promise<Record<string, never>> {
  await db.transaction(async (tx) => {
    const [owned] = await tx
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, actor.id)));
    if (!owned) throw new DomainError('not_found');
    await revoke(tx, actor, id);
  });
  // It ends the key's open streams.
  events.publish('sessions', String(actor.id));
  return {};
}

/** Revokes all keys of the caller, also expired ones. @returns how many */
export async function revokeAllKeys({ db, events }: WriteDeps, actor: Actor): Promise<{ revoked: number }> {
  const revoked = await db.transaction((tx) => revoke(tx, actor));
  events.publish('sessions', String(actor.id));
  return { revoked };
}

/** @param id only this key @returns how many were revoked; those of admins are recorded */
async function revoke(tx: Tx, actor: Actor, id?: number): Promise<number> {
  const rows = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(
      and(eq(apiKeys.userId, actor.id), isNull(apiKeys.revokedAt), id === undefined ? undefined : eq(apiKeys.id, id)),
    )
    .returning({ id: apiKeys.id, name: apiKeys.name, scopes: apiKeys.scopes });
  if (actor.role === 'admin') {
    const actions = rows.map((row) => ({
      action: 'key.revoke' as const,
      subject: 'key' as const,
      subjectId: row.id,
      subjectName: row.name,
      before: { scopes: row.scopes },
      after: null,
    }));
    await recordActions(tx, actor, actions);
  }
  return rows.length;
}
