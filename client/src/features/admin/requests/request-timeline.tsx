import { Timeline } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { RequestStatus } from '#shared/request-status.ts';
import { reasonWords } from '../../../components/order-requests/reason-words.ts';
import { requestLook } from '../../../components/order-requests/request-look.tsx';
import { TimelineEntry } from '../../../components/order-timeline/timeline-entry.tsx';
import { adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { adminTimelineTexts } from '../../../i18n/en/admin/statuses.ts';
import { formatAmount } from '../../../lib/money.ts';
import type { Outputs } from '../../../lib/trpc.ts';

type RequestWithEvents = Outputs['admin']['requests']['get'];

/** The history of a request: each change with its author, time and reason, oldest first. */
export function RequestTimeline({ request }: { request: RequestWithEvents }) {
  const t = useStore(adminRequestTexts);
  const { anAdmin, theCustomer, theSupplier, evidence } = useStore(adminTimelineTexts);
  const titles: Record<RequestStatus, string> = {
    pending: t.stepAsked,
    accepted: t.stepAccepted,
    rejected: t.stepRejected,
    done: t.stepDone,
  };
  const names = { customer: theCustomer, admin: anAdmin, panel: t.byPanel, supplier: theSupplier, evidence };
  const refunded = t.refunded({ amount: formatAmount(request.order.chargeNanos) });
  return (
    <Timeline.Root as="ol" listStyleType="none">
      {request.events.map(({ seq, status, by, byName, reason, at }) => {
        const { tone, icon } = requestLook(request.kind, status);
        return (
          <TimelineEntry
            key={seq}
            icon={icon}
            palette={tone}
            title={titles[status]}
            money={request.kind === 'cancel' && status === 'accepted' ? refunded : null}
            reason={reasonWords({ by, reason })}
            who={byName ?? names[by]}
            at={at}
          />
        );
      })}
    </Timeline.Root>
  );
}
