import { useStore } from '@nanostores/react';
import { requestKinds } from '#shared/request-status.ts';
import { adminRequestKindTexts, adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { useLiveList } from '../live-list.ts';
import { declareQueue } from '../review-queue/declaration.ts';
import { serviceFilter } from '../review-queue/filters.tsx';
import { ReviewQueue } from '../review-queue/review-queue.tsx';
import { FileRequestsButton, loadFileRequests } from './file-requests-button.tsx';
import { requestColumns } from './request-columns.tsx';
import { type Request, requestActions } from './request-decisions.ts';
import { requestFilters, requestSorts, requestWords } from './request-words.ts';

const { Part: RequestChoice } = lazyWithPreload(() => import('./request-choice.tsx'));

/** Filters requests by their kind and by their order's service. */
const requestFilter = {
  useFilter() {
    const t = useStore(adminRequestTexts);
    const words = useStore(adminRequestKindTexts);
    const [param] = useUrlParam('kind');
    const kind = oneOf(param, requestKinds);
    const { input, active } = serviceFilter.useFilter();
    return {
      input: { ...input, kind },
      active: [...(kind ? [{ param: 'kind', words: t.filterKind({ kind: words[kind] }) }] : []), ...active],
    };
  },
  Choice: RequestChoice,
};

const { Part: RequestDetails, load: loadDetails } = lazyWithPreload(() => import('./request-details.tsx'));

const requestQueue = declareQueue<Request>()({
  kind: 'request',
  words: requestWords,
  statuses: requestFilters,
  undecided: ['open', 'pending', 'accepted'],
  reviewers: ['supplier'],
  sorts: requestSorts,
  columns: requestColumns,
  actions: requestActions,
  // Accepting goes on with pending ones; Done also with those accepted before.
  waits: ({ status }, decided) => status === 'pending' || (status === 'accepted' && decided.status === 'accepted'),
  Tool: FileRequestsButton,
  // Tab-separated lines, for the people who deliver.
  copy: (requests) => requests.map(({ order: { id, link, quantity } }) => `${id}\t${link}\t${quantity}`).join('\n'),
  further: requestFilter,
  Details: RequestDetails,
  preload: () => Promise.all([loadDetails(), loadFileRequests()]),
  source: {
    useList: (input) => trpc.admin.requests.list.useInfiniteQuery(input, useLiveList()),
    useRowsOf: (input) => trpc.admin.requests.list.useQuery(input, { enabled: input.ids.length > 0 }).data?.items,
    useCount: (filter, enabled) => trpc.admin.requests.count.useQuery(filter, { enabled }).data,
    useRow: (id) => trpc.admin.requests.get.useQuery({ id: id ?? 0 }, { enabled: id !== null }).data,
    useReadMatching() {
      const utils = trpc.useUtils();
      return (input) => utils.admin.requests.matching.fetch(input, { staleTime: 0 });
    },
  },
});

/** Refills, cancels and speed-ups that wait for a decision. */
export default function ManageRequestsPage() {
  return <ReviewQueue queue={requestQueue} />;
}
