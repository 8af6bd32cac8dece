import { Box, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLayers } from 'react-icons/lu';
import type { Column } from '../../../components/data-table/columns.ts';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { RowTitle } from '../../../components/row-title.tsx';
import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { jobPath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { agoColumn } from '../columns.tsx';
import { declareList } from '../list/declare-list.tsx';
import { useLiveList } from '../live-list.ts';
import { UserLink } from '../user-link.tsx';
import { JobBadge, JobProgress } from './job-parts.tsx';
import { isEnded, type Job } from './job-state.ts';
import { wordsOf } from './job-words.ts';

const { Part: SetAside } = lazyWithPreload(() => import('./set-aside.tsx'));

/** All bulk jobs, newest first, and beside them the background work that was set aside. */
export default function JobsPage() {
  const t = useStore(jobTexts);
  const [tab] = useUrlParam('tab');
  return (
    <>
      <PageHeading dense title={t.heading} />
      <Box mb="4">
        <FilterChips
          param="tab"
          label={t.heading}
          unchosen="jobs"
          options={[
            { value: 'jobs', label: t.heading },
            { value: 'setAside', label: t.setAside },
          ]}
        />
      </Box>
      {tab === 'setAside' ? (
        <LazyBoundary>
          <SetAside />
        </LazyBoundary>
      ) : (
        <Jobs />
      )}
    </>
  );
}

const Jobs = declareList<Job>()({
  keptAs: 'jobs',
  isTextBelow: true,
  useInput: () => ({}),
  useList: (input) => trpc.admin.jobs.list.useInfiniteQuery(input, useLiveList()),
  words: () => jobTexts.get(),
  columns: jobColumns,
  emptyIcon: <LuLayers />,
});

function jobColumns(): Column<Job>[] {
  const t = jobTexts.get();
  return [
    {
      id: 'job',
      header: t.title,
      cell: (job) => <RowTitle to={jobPath(job.id)}>{wordsOf(job).title}</RowTitle>,
      card: 'title',
      canHide: false,
    },
    { id: 'status', header: t.status, cell: (job) => <JobBadge job={job} quiet />, card: 'aside' },
    { id: 'result', header: t.result, cell: (job) => <Result job={job} />, card: 'detail' },
    { id: 'moved', header: t.movedMoney, cell: (job) => <Moved job={job} />, align: 'end' },
    { id: 'by', header: t.startedBy, cell: ({ by }) => <UserLink user={by} /> },
    agoColumn('started', t.started, ({ createdAt }) => createdAt, {}),
  ];
}

function Result({ job }: { job: Job }) {
  if (isEnded(job)) return wordsOf(job).result;
  return (
    <Flex direction="column" minW="9rem">
      <JobProgress job={job} />
    </Flex>
  );
}

/** Income of the customers has a plus, a charge its own minus. */
export function Moved({ job: { movedNanos } }: { job: Pick<Job, 'movedNanos'> }) {
  return <MoneyText sum={movedNanos} sign={/^-|^0$/.test(movedNanos) ? '' : '+'} />;
}
