import { useCallback, useRef, useState } from 'react';
import { tellError } from '../../../lib/errors.ts';

/** More than these nobody decides in one go. */
export const MOST_AT_ONCE = 5_000;

/** Reads a page of all that the filter finds. */
export type ReadMatching<Row> = (cursor: string | null) => Promise<{ items: Row[]; nextCursor: string | null }>;

/** All rows that a filter finds, as they were when they were asked for: what comes later is not among them. */
export interface Everything<Row> {
  /** Undefined until they have been asked for. */
  rows: readonly Row[] | undefined;
  /** Whether there are more of them than are taken at once. */
  isCut: boolean;
  /** How many were read so far, while they are read. */
  readCount: number | undefined;
  read: () => Promise<void>;
  forget: () => void;
}

export function useEverything<Row>(readMatching: ReadMatching<Row>): Everything<Row> {
  const [found, setFound] = useState<{ rows: readonly Row[]; isCut: boolean }>();
  const [readCount, setReadCount] = useState<number>();
  const asked = useRef(0);
  const forget = useCallback(() => {
    asked.current++;
    setFound(undefined);
    setReadCount(undefined);
  }, []);
  const read = async () => {
    forget();
    const own = asked.current;
    const isOver = () => asked.current !== own;
    setReadCount(0);
    try {
      const rows: Row[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<ReadMatching<Row>>> = await readMatching(cursor);
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
