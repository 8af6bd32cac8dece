import { Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLayers } from 'react-icons/lu';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { RowTitle } from '../../../components/row-title.tsx';
import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { jobPath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { agoColumn } from '../columns.tsx';
import { useLiveList } from '../live-list.ts';
import { useInLanguage } from '../use-in-language.ts';
import { UserLink } from '../user-link.tsx';
import { JobBadge, JobProgress } from './job-parts.tsx';
import { isEnded, type Job } from './job-state.ts';
import { wordsOf } from './job-words.ts';

/** All bulk jobs, newest first. */
export default function JobsPage() {
  const t = useStore(jobTexts);
  const query = trpc.admin.jobs.list.useInfiniteQuery({}, useLiveList());
  const rows = useRows(query);
  const columns = useInLanguage(jobColumns);
  return (
    <>
      <PageHeading dense title={t.heading} />
      {query.data && rows.length === 0 ? (
        <EmptyState icon={<LuLayers />} title={t.none} text={t.noneText} />
      ) : (
        <DataTable
          name={t.heading}
          keptAs="jobs"
          columns={columns}
          query={query}
          rows={rows}
          rowId={({ id }) => String(id)}
          emptyText={t.none}
          toolbar={<Text color="fg.muted">{t.headingText}</Text>}
        />
      )}
    </>
  );
}

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
