import { Span } from '@chakra-ui/react';
import { AppLink } from '../../../components/app-link.tsx';
import { type Column, recordNumber } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { reasonWords } from '../../../components/order-requests/reason-words.ts';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { formatCount } from '../../../lib/format.ts';
import { managedOrderPath } from '../../../lib/paths.ts';
import { actionsColumn, agoColumn, moneyColumn } from '../columns.tsx';
import { byWords } from '../review-queue/by-words.ts';
import type { QueueHandle } from '../review-queue/declaration.ts';
import { idColumn } from '../review-queue/open-button.tsx';
import { UserLink } from '../user-link.tsx';
import { RequestActions } from './request-actions.tsx';
import { RequestKindLabel, RequestStatusBadge } from './request-badges.tsx';
import type { Request } from './request-decisions.ts';

export function requestColumns(queue: QueueHandle<Request>): Column<Request>[] {
  const t = adminRequestTexts.get();
  return [
    idColumn(queue, {
      stackedWidth: '6.5rem',
      below: (request) => <RequestStatusBadge request={request} quiet />,
    }),
    {
      id: 'kind',
      header: t.kind,
      width: '6.75rem',
      stackedWidth: '7rem',
      cell: ({ kind }) => <RequestKindLabel kind={kind} />,
      below: ({ createdAt }) => <Ago at={createdAt} />,
      card: 'title',
      canHide: false,
    },
    {
      id: 'order',
      header: t.order,
      width: '4.25rem',
      stacked: true,
      cell: ({ order }) => <OrderNumber id={order.id} />,
      card: 'figure',
    },
    {
      id: 'customer',
      header: t.customer,
      width: '7.5rem',
      stackedWidth: 'auto',
      cell: ({ order }) => <UserLink user={order.user} />,
      below: ({ order }) => (
        <>
          {t.order} <OrderNumber id={order.id} />
        </>
      ),
      card: 'figure',
    },
    {
      id: 'service',
      header: t.service,
      fromPx: 640,
      stacked: true,
      cell: ({ order }) => <ServiceName id={order.serviceId} name={order.serviceName} lines={1} />,
      card: 'detail',
    },
    {
      id: 'link',
      header: t.link,
      width: 'clamp(6rem, 10cqw, 16rem)',
      fromPx: 1300,
      cell: ({ order }) => <OrderLink link={order.link} />,
      card: 'detail',
    },
    {
      id: 'progress',
      header: t.progress,
      width: '6.5rem',
      align: 'end',
      fromPx: 1000,
      figure: progressOf,
      cell: (request) => <Span fontVariantNumeric="tabular-nums">{progressOf(request)}</Span>,
      stacked: true,
      card: 'figure',
    },
    moneyColumn('cost', t.cost, ({ order }) => order.chargeNanos, {
      width: '5rem',
      below: ({ order }) => formatCount(order.quantity),
      card: 'figure',
    }),
    {
      id: 'orderStatus',
      header: t.orderStatus,
      width: '7rem',
      fromPx: 1500,
      cell: ({ order }) => <OrderStatusBadge status={order.status} audience="admin" quiet />,
      stacked: true,
    },
    agoColumn('age', t.age, ({ createdAt }) => createdAt, {
      width: '6.25rem',
      fromPx: 750,
      card: 'figure',
      stacked: true,
      sorts: { ascending: 'newest', descending: 'oldest', first: 'descending' },
    }),
    {
      id: 'status',
      header: t.status,
      width: '6.25rem',
      cell: (request) => <Status request={request} />,
      card: 'aside',
      stacked: true,
    },
    actionsColumn((request) => <RequestActions request={request} queue={queue} />, {
      width: '11rem',
      stackedWidth: '12rem',
      fromPx: 800,
    }),
  ];
}

/** "1,200 / 5,000" where the progress is known, else the quantity. */
function progressOf({ order: { quantity, remains } }: Pick<Request, 'order'>): string {
  if (remains === null) return formatCount(quantity);
  return `${formatCount(quantity - remains)} / ${formatCount(quantity)}`;
}

/** It opens the order's own decisions. */
export function OrderNumber({ id }: { id: number }) {
  return (
    <Span _hover={{ textDecoration: 'underline' }} textUnderlineOffset="3px" fontVariantNumeric="tabular-nums">
      <AppLink to={managedOrderPath(id)}>{recordNumber(id)}</AppLink>
    </Span>
  );
}

/** With the admin and the reason as its title. Without an admin, the panel ended it. */
function Status({ request }: { request: Request }) {
  const { reason } = request;
  return (
    <Span title={byWords(request, reason) ?? reasonWords({ by: 'panel', reason }) ?? undefined}>
      <RequestStatusBadge request={request} quiet />
    </Span>
  );
}
