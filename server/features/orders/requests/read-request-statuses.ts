import type { Db } from '#db/client.ts';
import type { RequestKind, RequestStatus } from '#shared/request-status.ts';
import type { Actor } from '#shared/users.ts';

/**
 * The statuses of many own requests of a kind, in one statement.
 * @returns by the request's id; foreign and unknown ones are left out
 */
export async function readRequestStatuses(
  db: Db,
  actor: Actor,
  { kind, ids }: { kind: RequestKind; ids: readonly number[] },
): Promise<Map<number, RequestStatus>> {
  const rows = await db.$client<{ id: number; status: RequestStatus }[]>`
    select id, status from order_requests
    where id = any(${[...ids]}::bigint[]) and user_id = ${actor.id} and kind = ${kind}`;
  return new Map(rows.map(({ id, status }) => [id, status]));
}
