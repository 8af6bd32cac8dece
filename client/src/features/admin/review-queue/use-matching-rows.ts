import { useCallback, useRef, useState } from 'react';
import { tellError } from '../../../lib/errors.ts';

/** Nobody decides more than these in one go. */
export const MOST_AT_ONCE = 5_000;

export interface MatchingRows<Row> {
  items: Row[];
  nextCursor: string | null;
}

export interface Matching<Row> {
  /** All rows that the filter matches, as they were when they were read; undefined until they are. */
  rows: readonly Row[] | undefined;
  /** Whether there are more of them than run at once. */
  isCut: boolean;
  /** How many were read so far, while they are read. */
  readCount: number | undefined;
  read: () => Promise<void>;
  forget: () => void;
}

/** All rows that a filter matches, read when they are asked for; rows that come later are not among them. */
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
      } while (cursor !== null && rows.length < MOST_AT_ONCE);
      setFound({ rows: rows.slice(0, MOST_AT_ONCE), isCut: cursor !== null || rows.length > MOST_AT_ONCE });
    } catch (error) {
      if (!isOver()) void tellError('Could not select everything', error);
    }
    if (!isOver()) setReadCount(undefined);
  };
  return { rows: found?.rows, isCut: found?.isCut ?? false, readCount, read, forget };
}
