import { rechargeStatuses } from '#shared/recharge-status.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { useLiveList } from '../live-list.ts';
import { declareQueue } from '../review-queue/declaration.ts';
import { ReviewQueue } from '../review-queue/review-queue.tsx';
import { rechargeFilter } from './match-filter.tsx';
import type { Recharge } from './recharge.ts';
import { rechargeColumns } from './recharge-columns.tsx';
import { loadDuplicateDialog, rechargeActions } from './recharge-decisions.tsx';
import { rechargeSorts, rechargeWords } from './recharge-words.ts';

const { Part: RechargeDetails, load: loadDetails } = lazyWithPreload(() => import('./recharge-details.tsx'));

const rechargeQueue = declareQueue<Recharge>()({
  kind: 'recharge',
  words: rechargeWords,
  statuses: rechargeStatuses,
  undecided: ['pending'],
  reviewers: ['evidence'],
  sorts: rechargeSorts,
  columns: rechargeColumns,
  actions: rechargeActions,
  further: rechargeFilter,
  Details: RechargeDetails,
  preload: () => Promise.all([loadDuplicateDialog(), loadDetails()]),
  source: {
    useList: (input) => trpc.admin.recharges.list.useInfiniteQuery(input, useLiveList()),
    useRowsOf: (input) => trpc.admin.recharges.list.useQuery(input, { enabled: input.ids.length > 0 }).data?.items,
    useCount: (filter, enabled) => trpc.admin.recharges.count.useQuery(filter, { enabled }).data,
    useRow: (id) => trpc.admin.recharges.get.useQuery({ id: id ?? 0 }, { enabled: id !== null }).data,
    useReadMatching() {
      const utils = trpc.useUtils();
      return (input) => utils.admin.recharges.matching.fetch(input, { staleTime: 0 });
    },
  },
});

export default function ManageRechargesPage() {
  return <ReviewQueue queue={rechargeQueue} />;
}
