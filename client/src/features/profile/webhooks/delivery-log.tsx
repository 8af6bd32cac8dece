import { useStore } from '@nanostores/react';
import { webhooksTexts } from '../../../i18n/en/webhooks.ts';
import { pagedList } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { OwnLog } from '../own-log.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import type { Delivery, Webhook } from './use-webhook-changes.ts';

const PAGE = 20;
/** How often the log is read while an attempt is due. */
const EVERY_MS = 2000;
/** One that is overdue for longer waits behind another of its order, perhaps for days. */
const OVERDUE_MS = 60_000;
/** A timer of more than 24 days would ring at once. */
const LONGEST_MS = 3_600_000;

/** The deliveries of a webhook in the last 30 days, newest first. */
export function DeliveryLog({ webhook: { id, url } }: { webhook: Webhook }) {
  const t = useStore(webhooksTexts);
  const query = trpc.webhooks.deliveries.useInfiniteQuery(
    { id, limit: PAGE },
    {
      ...pagedList,
      refetchInterval: ({ state }) => pauseBefore(state.data?.pages.flatMap(({ items }) => items) ?? []),
    },
  );
  return (
    <OwnLog
      label={t.deliveriesOf({ url })}
      empty={t.noDeliveries}
      query={query}
      row={(delivery) => <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} />}
    />
  );
}

/** The time until the log is read again, in milliseconds; false if there will be no further attempt. */
function pauseBefore(deliveries: readonly Delivery[]): number | false {
  const pauses = deliveries
    .map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') - Date.now())
    .filter((pauseMs) => pauseMs > -OVERDUE_MS);
  return pauses.length > 0 && Math.max(EVERY_MS, Math.min(LONGEST_MS, ...pauses));
}
