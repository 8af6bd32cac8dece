import { adminOrderFilters, adminStatus } from '#shared/order-status.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { useLiveList } from '../live-list.ts';
import { declareQueue } from '../review-queue/declaration.ts';
import { serviceFilter } from '../review-queue/filters.tsx';
import { ReviewQueue } from '../review-queue/review-queue.tsx';
import { orderColumns } from './order-columns.tsx';
import { failureTitle, loadPartialDialog, type Order, orderActions } from './order-decisions.tsx';

const { Part: OrderDetails, load: loadDetails } = lazyWithPreload(() => import('./order-details.tsx'));

const orderQueue = declareQueue<Order>()({
  kind: 'order',
  title: 'Manage Promotion Orders',
  text: 'Approve what was delivered. Rejecting refunds the customer at once.',
  tabTitle: 'Manage Orders',
  searchPlaceholder: 'Customer, service, link or order number',
  statuses: adminOrderFilters,
  statusLabel: (status) => (status === 'open' ? status : adminStatus[status]),
  undecided: ['open', 'pending', 'processing'],
  sortNames: {
    oldest: 'Oldest first',
    newest: 'Newest first',
    largest: 'Dearest first',
    smallest: 'Cheapest first',
    mostUnits: 'Largest amount first',
    fewestUnits: 'Smallest amount first',
  },
  columns: orderColumns,
  actions: orderActions,
  nameOf: ({ id, user }) => `order ${id} of ${user.userName}`,
  failureTitle,
  copy: {
    label: 'Copy links',
    // Tab-separated lines, for the people who deliver.
    text: (orders) => orders.map(({ link, quantity }) => `${link}\t${quantity}`).join('\n'),
  },
  further: serviceFilter,
  Details: OrderDetails,
  preload: () => Promise.all([loadPartialDialog(), loadDetails()]),
  source: {
    useList: (input) => trpc.admin.orders.list.useInfiniteQuery(input, useLiveList()),
    useRowsOf: (input) => trpc.admin.orders.list.useQuery(input, { enabled: input.ids.length > 0 }).data?.items,
    useCount: (filter, enabled) => trpc.admin.orders.count.useQuery(filter, { enabled }).data,
    useRow: (id) => trpc.admin.orders.get.useQuery({ id: id ?? 0 }, { enabled: id !== null }).data,
    useReadMatching() {
      const utils = trpc.useUtils();
      return (input) => utils.admin.orders.matching.fetch(input, { staleTime: 0 });
    },
  },
});

export default function ManageOrdersPage() {
  return <ReviewQueue queue={orderQueue} />;
}
