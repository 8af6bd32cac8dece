import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { keyCalls } from '#db/schema/key-calls.ts';
import type { keyCallPage, keyCallsInput } from '#shared/keys.ts';
import type { Actor } from '#shared/users.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { KEPT_CALLS, KEPT_DAYS } from './delete-old-key-calls.ts';

/**
 * The last 1,000 calls of one of the caller's keys, also a revoked one, newest first, of the last 7 days.
 * @throws DomainError `not_found` for an unknown key or another user's, `bad_input` for an invalid cursor
 */
export async function listKeyCalls(
  { db, keyCalls: log }: Pick<Deps, 'db' | 'keyCalls'>,
  actor: Actor,
  { id, cursor, limit }: z.output<typeof keyCallsInput>,
): Promise<z.output<typeof keyCallPage>> {
  const before = idFromCursor(cursor);
  if ((await db.$count(apiKeys, and(eq(apiKeys.id, id), eq(apiKeys.userId, actor.id)))) === 0)
    throw new DomainError('not_found');
  await log.flush();
  const rows = await db
    .select()
    .from(keyCalls)
    .where(
      and(
        eq(keyCalls.keyId, id),
        before === undefined ? undefined : lt(keyCalls.id, before),
        gte(keyCalls.id, oldestKept(db, id)),
        gte(keyCalls.at, sql`now() - make_interval(days => ${KEPT_DAYS})`),
      ),
    )
    .orderBy(desc(keyCalls.id))
    .limit(limit + 1);
  const { items, nextCursor } = pageFrom(rows, limit, (row) => row.id);
  return { items: items.map(({ status, code, traceId, at }) => ({ status, code, traceId, at })), nextCursor };
}

/** The id of the oldest call that is displayed. */
function oldestKept(db: Db, keyId: number) {
  const kept = db
    .select({ id: keyCalls.id })
    .from(keyCalls)
    .where(eq(keyCalls.keyId, keyId))
    .orderBy(desc(keyCalls.id))
    .limit(KEPT_CALLS);
  return sql`(select min(id) from ${kept} as kept)`;
}
