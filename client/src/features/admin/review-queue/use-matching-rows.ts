import { useCallback, useRef, useState } from 'react';
import { MOST_JOB_ROWS } from '#shared/job-limits.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { reportError } from '../../../lib/errors.ts';

export interface MatchingRows<Row> {
  items: Row[];
  nextCursor: string | null;
}

export interface Matching<Row> {
  /** All rows that match the filter, as they were when read; undefined until then. */
  rows: readonly Row[] | undefined;
  /** Whether more rows match than the limit. */
  isCut: boolean;
  /** How many are read so far, while reading. */
  readCount: number | undefined;
  read: () => Promise<void>;
  forget: () => void;
}

/** All rows that match a filter, read on request; later rows are not included. */
export function useMatchingRows<Row>(readPage: (cursor: string | null) => Promise<MatchingRows<Row>>): Matching<Row> {
  const [found, setFound] = useState<{ rows: readonly Row[]; isCut: boolean }>();
  const [readCount, setReadCount] = useState<number>();
  const run = useRef(0);
  const forget = useCallback(() => {
    run.current++;
    setFound(undefined);
    setReadCount(undefined);
  }, []);
  const read = async () => {
    forget();
    const own = run.current;
    const isOver = () => run.current !== own;
    setReadCount(0);
    try {
      const rows: Row[] = [];
      let cursor: string | null = null;
      do {
        const page: MatchingRows<Row> = await readPage(cursor);
        if (isOver()) return;
        rows.push(...page.items);
        setReadCount(rows.length);
        cursor = page.nextCursor;
      } while (cursor !== null && rows.length < MOST_JOB_ROWS);
      setFound({ rows: rows.slice(0, MOST_JOB_ROWS), isCut: cursor !== null || rows.length > MOST_JOB_ROWS });
    } catch (error) {
      if (!isOver()) void reportError(queueTexts.get().selectAllFailed, error);
    }
    if (!isOver()) setReadCount(undefined);
  };
  return { rows: found?.rows, isCut: found?.isCut ?? false, readCount, read, forget };
}
