import { useState } from 'react';
import { readError } from '../../../lib/errors.ts';
import type { RowResult } from './bulk-result.tsx';
import { runAll } from './run-all.ts';
import type { Desk, Verdict } from './use-desk.ts';

export interface BulkRun<Row> {
  /** Those that were selected at the start, while the list behind moves on. */
  rows: readonly Row[];
  phase: 'asking' | 'running' | 'over';
  /** Row id → how it went; a row that waits has none. */
  results: ReadonlyMap<string, RowResult>;
  failedCount: number;
  /** Decides every row. Those that failed stay selected. */
  start: (reason?: string) => Promise<void>;
}

/** One decision on all selected rows that allow it, with a result for each. */
export function useBulkRun<Row>(desk: Desk<Row>, verdict: Verdict): BulkRun<Row> {
  const [rows] = useState(() => desk.selection.rows.filter((row) => desk.can(row, verdict)));
  const [results, setResults] = useState<BulkRun<Row>['results']>(new Map());
  const [phase, setPhase] = useState<BulkRun<Row>['phase']>('asking');

  const start = async (reason?: string) => {
    setPhase('running');
    const stillSelected = new Set(rows.map(desk.idOf));
    await runAll(
      rows,
      (row) => desk.decide(row, verdict, reason),
      (row, thrown) => {
        const id = desk.idOf(row);
        const error = thrown === undefined ? undefined : readError(thrown).message;
        if (error === undefined) stillSelected.delete(id);
        setResults((before) => new Map(before).set(id, { error }));
      },
    );
    desk.selection.onChange(Object.fromEntries([...stillSelected].map((id) => [id, true])));
    setPhase('over');
    await desk.refresh();
  };

  const failedCount = [...results.values()].filter(({ error }) => error !== undefined).length;
  return { rows, phase, results, failedCount, start };
}
