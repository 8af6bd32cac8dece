import { Box, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { LuCircleCheck, LuCircleDashed, LuCircleX, LuClock } from 'react-icons/lu';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { RowTitle } from '../../../components/row-title.tsx';
import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { managedOrderPath, managedRechargePath, managedRequestPath } from '../../../lib/paths.ts';
import { directClient } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { useOnePage } from '../live-list.ts';
import { useInLanguage } from '../use-in-language.ts';
import { isEnded, type Job } from './job-state.ts';
import { type JobRow, refusalOf, wordsOf } from './job-words.ts';
import { MayDeliver } from './may-deliver.tsx';

/** 10,000 rows are half a megabyte: while they change they are read less often than the progress. */
const READ_EVERY_MS = 2_000;
const READ_MANY_EVERY_MS = 10_000;
const MANY = 1_000;

const noRows: JobRow[] = [];
const outcomes = ['done', 'refused', 'waiting', 'not_run'] as const;

/** Every row of a job with its outcome; refused ones alone by a filter. */
export function JobRows({ job }: { job: Job }) {
  const t = useStore(jobTexts);
  const [chosen] = useUrlParam('outcome');
  const query = useJobRows(job);
  const all = query.data ?? noRows;
  const rows = useMemo(
    () => (outcomes.some((outcome) => outcome === chosen) ? all.filter(({ outcome }) => outcome === chosen) : all),
    [all, chosen],
  );
  const { kind, decision } = job;
  const columns = useInLanguage(useCallback(() => rowColumns({ kind, decision }), [kind, decision]));
  const labels = { done: t.done, refused: t.refused, waiting: t.waiting, not_run: t.notRun };
  const counts = countsOf(job);
  return (
    <>
      <MayDeliver job={job} rows={all} />
      <DataTable
        name={t.rows}
        keptAs="job rows"
        dense
        columns={columns}
        query={useOnePage(query, query.data)}
        rows={rows}
        rowId={({ id }) => String(id)}
        emptyText={t.noRows}
        toolbar={
          <FilterChips
            param="outcome"
            label={t.outcome}
            allCount={job.total}
            options={outcomes
              .filter((outcome) => counts[outcome] > 0 || outcome === chosen)
              .map((outcome) => ({ value: outcome, label: labels[outcome], count: counts[outcome] }))}
          />
        }
      />
    </>
  );
}

/** Not through tRPC's hook: each change of the job would read all rows again. */
function useJobRows(job: Job) {
  const hasEnded = isEnded(job);
  return useQuery({
    // The rows of an ended job do not change.
    queryKey: [['jobRows'], { id: job.id, hasEnded }],
    queryFn: async () => (await directClient.admin.jobs.get.query({ id: job.id })).rows,
    placeholderData: (before: JobRow[] | undefined) => before,
    staleTime: hasEnded ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: hasEnded ? false : job.total > MANY ? READ_MANY_EVERY_MS : READ_EVERY_MS,
  });
}

function countsOf(job: Job): Record<(typeof outcomes)[number], number> {
  const { total, done, refused } = job;
  const left = total - done;
  const hasEnded = isEnded(job);
  return { done: done - refused, refused, waiting: hasEnded ? 0 : left, not_run: hasEnded ? left : 0 };
}

function rowColumns({ kind, decision }: Pick<Job, 'kind' | 'decision'>): Column<JobRow>[] {
  const t = jobTexts.get();
  const { noun, pathOf } = rowsOf(kind);
  return [
    {
      id: 'row',
      header: noun,
      width: '10rem',
      cell: ({ id }) => (
        <RowTitle to={pathOf(id)}>
          {noun} <span translate="no">{id}</span>
        </RowTitle>
      ),
      card: 'title',
      canHide: false,
    },
    {
      id: 'outcome',
      header: t.outcome,
      width: '14rem',
      cell: ({ outcome }) => <Outcome outcome={outcome} doneWord={doneWordOf({ kind, decision })} />,
      card: 'aside',
    },
    { id: 'why', header: t.why, cell: ({ code }) => code && refusalOf(code), card: 'detail' },
  ];
}

/** What the rows of a kind are, and where each is. */
function rowsOf(kind: Job['kind']) {
  const t = jobTexts.get();
  const rows = {
    orders: { noun: t.order, pathOf: managedOrderPath },
    recharges: { noun: t.recharge, pathOf: managedRechargePath },
    requests: { noun: t.request, pathOf: managedRequestPath },
  };
  return rows[kind];
}

function doneWordOf(job: Pick<Job, 'kind' | 'decision'>): string {
  return wordsOf({ ...job, total: 0, done: 0, refused: 0, status: 'done' }).row;
}

function Outcome({ outcome, doneWord }: { outcome: JobRow['outcome']; doneWord: string }) {
  const t = useStore(jobTexts);
  const looks = {
    done: [LuCircleCheck, 'fg.success', doneWord],
    refused: [LuCircleX, 'fg.error', t.refusedRow],
    waiting: [LuClock, 'fg.muted', t.waitingRow],
    not_run: [LuCircleDashed, 'fg.muted', t.notRunRow],
  } as const;
  const [Icon, color, words] = looks[outcome];
  return (
    <Flex as="span" display="inline-flex" align="center" gap="1.5" textStyle="sm">
      <Box as="span" color={color} aria-hidden>
        <Icon />
      </Box>
      <Span>{words}</Span>
    </Flex>
  );
}
