import { Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderTimeline } from '../../../components/order-timeline/order-timeline.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { formatCount } from '../../../lib/format.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { managedRequestPath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import type { DetailsProps } from '../review-queue/declaration.ts';
import { DetailsFrame } from '../review-queue/details-frame.tsx';
import { CopyableLink, CustomerFacts, DetailsFacts, DetailsSection } from '../review-queue/details-parts.tsx';
import { RequestActions } from './request-actions.tsx';
import { RequestKindLabel, RequestStatusBadge } from './request-badges.tsx';
import { OrderNumber } from './request-columns.tsx';
import type { Request } from './request-decisions.ts';
import { RequestTimeline } from './request-timeline.tsx';
import { RequestsOfOrder } from './requests-of-order.tsx';

/** One request beside the facts of its order, with the same decisions as in the list. */
export default function RequestDetails({ id, queue, ...frame }: DetailsProps<Request>) {
  const t = useStore(adminRequestTexts);
  const { timeline } = useStore(queueTexts);
  const query = trpc.admin.requests.get.useQuery({ id }, { refetchInterval: usePollMs() });
  return (
    <DetailsFrame
      {...frame}
      query={query}
      title={t.title({ id: String(id) })}
      path={managedRequestPath(id)}
      status={(request) => <RequestStatusBadge request={request} />}
      footer={(request) => <RequestActions request={request} queue={queue} inDetails />}
    >
      {(request) => (
        <>
          <DetailsFacts facts={factsOf(t, request)} />
          <DetailsSection title={timeline}>
            <RequestTimeline request={request} />
          </DetailsSection>
          <OrderHistory request={request} />
          <CustomerFacts user={request.order.user} />
          <AuditTrail of={{ subject: 'order', subjectId: request.order.id }} />
        </>
      )}
    </DetailsFrame>
  );
}

function factsOf(t: ReturnType<typeof adminRequestTexts.get>, { kind, createdAt, order, atSupplier }: Request) {
  return [
    { label: t.kind, value: <RequestKindLabel kind={kind} /> },
    { label: t.askedAt, value: <TimeText at={createdAt} /> },
    ...(atSupplier
      ? [
          {
            label: t.atSupplier({ supplier: atSupplier.supplierName }),
            value: <RequestAtSupplier state={atSupplier.state} answer={atSupplier.answer} />,
          },
        ]
      : []),
    { label: t.order, value: <OrderNumber id={order.id} /> },
    { label: t.orderStatus, value: <OrderStatusBadge status={order.status} audience="admin" quiet /> },
    { label: t.customer, value: order.user.userName },
    { label: t.service, value: <ServiceName id={order.serviceId} name={order.serviceName} /> },
    {
      label: t.link,
      value: <CopyableLink link={order.link} label={t.linkOf} />,
    },
    { label: t.amount, value: formatCount(order.quantity) },
    ...(order.remains === null
      ? []
      : [
          {
            label: t.delivered,
            value: t.deliveredOf({ done: order.quantity - order.remains, all: order.quantity }),
          },
        ]),
    ...(order.startCount === null ? [] : [{ label: t.startedAt, value: formatCount(order.startCount) }]),
    { label: t.cost, value: <MoneyText nanos={order.chargeNanos} fontWeight="semibold" /> },
    { label: t.placed, value: <TimeText at={order.createdAt} /> },
  ];
}

/** The order's timeline and its other requests. */
function OrderHistory({ request: { id, order } }: { request: Request }) {
  const t = useStore(adminRequestTexts);
  const { data } = trpc.admin.orders.get.useQuery({ id: order.id }, { refetchInterval: usePollMs() });
  if (!data) return null;
  const others = data.requests.filter((other) => other.id !== id);
  return (
    <>
      <DetailsSection title={t.orderTimeline({ id: String(order.id) })}>
        <OrderTimeline order={data} audience="admin" />
      </DetailsSection>
      <RequestsOfOrder title={t.otherRequests} requests={others} />
    </>
  );
}

type AtSupplier = NonNullable<Request['atSupplier']>;

/** How far a request is at the supplier of its order, with the supplier's words. */
function RequestAtSupplier({ state, answer }: Pick<AtSupplier, 'state' | 'answer'>) {
  const t = useStore(adminRequestTexts);
  const words: Record<AtSupplier['state'], string> = {
    queued: t.atSupplierQueued,
    sending: t.atSupplierSending,
    accepted: t.atSupplierAccepted,
    refused: t.atSupplierRefused,
    unknown: t.atSupplierUnknown,
    ended: t.atSupplierEnded,
  };
  return (
    <Span>
      {words[state]}
      {answer && (
        <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
          “{answer}”
        </Text>
      )}
    </Span>
  );
}
