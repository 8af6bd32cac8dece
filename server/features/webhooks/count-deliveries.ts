import type { Db } from '#db/client.ts';

export interface DeliveryFigures {
  waiting: number;
  /** Given up within the last 24 hours. */
  failed: number;
  /** The age of the oldest event that was not attempted, of webhooks that do not fail; 0 without one. */
  oldestSeconds: number;
  /** Webhooks that are on and fail. */
  failingWebhooks: number;
}

/** How the deliveries of all webhooks go. */
export async function countDeliveries(db: Db): Promise<DeliveryFigures> {
  const [row] = await db.$client<DeliveryFigures[]>`
    select (select count(*)::int from webhook_deliveries where status = 'waiting') as waiting,
      (select count(*)::int from webhook_deliveries where status = 'failed'
        and next_attempt_at > now() - interval '1 day') as failed,
      (select coalesce(extract(epoch from now() - min(d.created_at)), 0)::float8 from webhook_deliveries d
        join webhooks w on w.id = d.webhook_id and w.failing_since is null
        where d.status = 'waiting' and d.attempts = 0) as "oldestSeconds",
      (select count(*)::int from webhooks where enabled and failing_since is not null) as "failingWebhooks"`;
  return row ?? { waiting: 0, failed: 0, oldestSeconds: 0, failingWebhooks: 0 };
}
