import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRowsInJobs } from '../jobs/use-rows-in-jobs.ts';
import type { Actions, QueueKind, QueueRow, QueueWords } from '../review-queue/declaration.ts';
import { useDecide } from '../review-queue/use-decide.ts';
import { useDecisions } from '../review-queue/use-decisions.tsx';
import { useSendOnLeaving } from '../review-queue/use-send-on-leaving.ts';
import { useReadMoneyAgain } from '../use-read-money-again.ts';

interface DecideBesideOptions<Row extends QueueRow> {
  kind: QueueKind;
  /** Undefined until it has loaded. */
  row: Row | undefined;
  statuses: readonly string[];
  actions: Actions<Row>;
  words: () => Pick<QueueWords<Row, never, never>, 'rowName' | 'open' | 'nameOf' | 'about' | 'failure'>;
  path: (id: number) => string;
}

/** The decisions of a review queue on one row outside it. */
export function useDecideBeside<Row extends QueueRow>({ row, path, ...options }: DecideBesideOptions<Row>) {
  const navigate = useNavigate();
  const rows = useMemo(() => (row ? [row] : []), [row]);
  const decide = useDecide<Row>(options);
  useSendOnLeaving();
  return useDecisions<Row>({
    ...options,
    rows,
    inJobs: useRowsInJobs(`${options.kind}s`),
    listKey: 'beside',
    decide,
    refresh: useReadMoneyAgain(),
    openDetails: ({ id }) => void navigate(path(id)),
  });
}
