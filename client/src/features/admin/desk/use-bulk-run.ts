import { useEffect, useRef, useState } from 'react';
import { isUnsure, readError } from '../../../lib/errors.ts';
import type { BulkJob } from './bulk-jobs.ts';
import type { RowResult } from './bulk-result.tsx';
import { NO_ANSWER } from './refusal-text.ts';
import { runAll } from './run-all.ts';
import type { Desk } from './use-desk.ts';

export interface BulkRun<Row> {
  /** Those that were selected at the start, as they were then, while the list behind moves on. */
  rows: readonly Row[];
  phase: 'asking' | 'running' | 'stopping' | 'over';
  /** Row id → how it went; a row that waits, or was not begun, has none. */
  results: ReadonlyMap<string, RowResult>;
  failedCount: number;
  /** Of how many nobody knows whether they were done, as no answer came. */
  unsureCount: number;
  /** Runs every row. Those that failed or were not begun stay selected. */
  start: (reason?: string) => Promise<void>;
  /** Begins no further row; what is under way comes to its end. */
  stop: () => void;
}

/** Results are drawn so often at most: thousands of them one by one would keep the browser busy with nothing else. */
const DRAWN_EVERY_MS = 100;

/** One job on all rows that allow it, with a result for each. */
export function useBulkRun<Row>(desk: Desk<Row>, job: BulkJob<Row>, selected: readonly Row[]): BulkRun<Row> {
  const [rows] = useState(() => selected.filter(job.can));
  const [results, setResults] = useState<BulkRun<Row>['results']>(new Map());
  const [phase, setPhase] = useState<BulkRun<Row>['phase']>('asking');
  const stopping = useRef(new AbortController());
  // Without its dialog nobody could stop it, or read how it went.
  useEffect(() => () => stopping.current.abort(), []);

  const start = async (reason?: string) => {
    setPhase('running');
    stopping.current = new AbortController();
    const known = new Map<string, RowResult>();
    const draw = () => setResults(new Map(known));
    const timer = setInterval(draw, DRAWN_EVERY_MS);
    const note = (row: Row, thrown: unknown) => known.set(desk.idOf(row), resultOf(thrown));
    await runAll(rows, (row) => job.run(row, reason), note, stopping.current.signal);
    clearInterval(timer);
    draw();
    const left = rows.map(desk.idOf).filter((id) => known.get(id)?.error !== undefined || !known.has(id));
    desk.selection.onChange(Object.fromEntries(left.map((id) => [id, true])));
    setPhase('over');
    await desk.refresh();
  };
  const stop = () => {
    stopping.current.abort();
    setPhase('stopping');
  };

  const all = [...results.values()];
  const unsureCount = all.filter((result) => result.isUnsure).length;
  const failedCount = all.filter(({ error }) => error !== undefined).length - unsureCount;
  return { rows, phase, results, failedCount, unsureCount, start, stop };
}

function resultOf(thrown: unknown): RowResult {
  if (thrown === undefined) return { error: undefined, isUnsure: false };
  const error = readError(thrown);
  return isUnsure(error)
    ? { error: `${NO_ANSWER}. ${error.message}`, isUnsure: true }
    : { error: error.message, isUnsure: false };
}
