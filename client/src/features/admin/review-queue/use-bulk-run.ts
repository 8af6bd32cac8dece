import { useEffect, useRef, useState } from 'react';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { isUnsure, readError } from '../../../lib/errors.ts';
import { idOf } from './use-decisions.tsx';

/** Half a batch. The other rows wait, so that results arrive row by row. */
const AT_ONCE = 5;
/** Results are batched for rendering: rendering thousands one by one would block the browser. */
const RENDER_EVERY_MS = 100;

export interface RowResult {
  /** Why the server refused the row, or that it did not respond. */
  error: string | undefined;
  /** Whether there was no response, so the action may have been carried out. */
  isUnsure: boolean;
}

export interface BulkRun<Row> {
  rows: readonly Row[];
  phase: 'asking' | 'running' | 'stopping' | 'over';
  /** Row id → result; rows that wait or were not started have none. */
  results: ReadonlyMap<string, RowResult>;
  failedCount: number;
  unsureCount: number;
  start: (reason?: string) => Promise<void>;
  /** Starts no further row; rows already sent get their results. */
  stop: () => void;
}

export interface BulkRunOptions<Row> {
  /** As they were when selected. */
  rows: readonly Row[];
  run: (row: Row, reason?: string) => Promise<unknown>;
  /** @param leftIds the rows that failed or were not started */
  onOver: (leftIds: string[]) => Promise<unknown>;
}

/** Runs one action on many rows, with a result for each. */
export function useBulkRun<Row extends { id: number }>({ rows, run, onOver }: BulkRunOptions<Row>): BulkRun<Row> {
  const [results, setResults] = useState<BulkRun<Row>['results']>(new Map());
  const [phase, setPhase] = useState<BulkRun<Row>['phase']>('asking');
  const stopping = useRef(new AbortController());
  // A run stops when its dialog closes, because only the dialog can stop it and show its results.
  useEffect(() => () => stopping.current.abort(), []);

  const start = async (reason?: string) => {
    setPhase('running');
    stopping.current = new AbortController();
    const known = new Map<string, RowResult>();
    const render = () => setResults(new Map(known));
    const timer = setInterval(render, RENDER_EVERY_MS);
    const note = (row: Row, thrown: unknown) => known.set(idOf(row), resultOf(thrown));
    await runAll(rows, (row) => run(row, reason), note, stopping.current.signal);
    clearInterval(timer);
    render();
    setPhase('over');
    await onOver(rows.map(idOf).filter((id) => !known.has(id) || known.get(id)?.error !== undefined));
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
  const isLost = isUnsure(error);
  return { error: isLost ? queueTexts.get().noAnswerTo({ message: error.message }) : error.message, isUnsure: isLost };
}

/**
 * Runs a task for every row, a few in parallel. A failure does not stop the others.
 * @param onResult called for each finished row; `error` is undefined after a success
 * @param signal when aborted, no further row starts
 */
export async function runAll<Row>(
  rows: readonly Row[],
  task: (row: Row) => Promise<unknown>,
  onResult: (row: Row, error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = rows.values();
  const worker = async () => {
    for (const row of waiting) {
      if (signal?.aborted) return;
      const error = await task(row).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('failed'),
      );
      onResult(row, error);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
