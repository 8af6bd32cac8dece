import type { Db } from '#db/client.ts';
import type { Actor } from '#shared/users.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';

/** Requests to other servers that a customer causes by hand. */
const CALLS_PER_MINUTE = 60;

/** @throws DomainError `too_many_requests` */
export async function countWebhookCall(db: Db, actor: Actor): Promise<void> {
  await countAttempt(db, `webhook:${actor.id}`, { limit: CALLS_PER_MINUTE, windowSeconds: 60 });
}
