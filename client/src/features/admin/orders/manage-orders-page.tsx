import { adminOrderFilters } from '#shared/order-status.ts';
import { withSupplierTexts } from '../../../i18n/supplier-texts.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { useLiveList } from '../live-list.ts';
import { declareQueue } from '../review-queue/declaration.ts';
import { ReviewQueue } from '../review-queue/review-queue.tsx';
import type { Order } from './order.ts';
import { orderColumns } from './order-columns.tsx';
import { loadOrderDialogs, orderActions } from './order-decisions.tsx';
import { orderFilter } from './order-filter.tsx';
import { progressTool } from './order-tools.tsx';
import { orderSorts, orderWords } from './order-words.ts';

const { Part: ForwardOrders } = lazyWithPreload(() => withSupplierTexts(import('../purchases/forward-orders.tsx')));
const { Part: OrderDetails, load: loadDetails } = lazyWithPreload(() => import('./order-details.tsx'));

const orderQueue = declareQueue<Order>()({
  kind: 'order',
  words: orderWords,
  statuses: adminOrderFilters,
  undecided: ['open', 'pending', 'processing'],
  reviewers: ['supplier'],
  sorts: orderSorts,
  columns: orderColumns,
  actions: orderActions,
  tools: [progressTool],
  // Tab-separated lines, for the people who deliver.
  copy: (orders) => orders.map(({ link, quantity }) => `${link}\t${quantity}`).join('\n'),
  BulkTool: ForwardOrders,
  further: orderFilter,
  Details: OrderDetails,
  preload: () => Promise.all([loadOrderDialogs(), loadDetails()]),
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
