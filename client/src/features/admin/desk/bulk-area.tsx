import { lazy, Suspense, useEffect, useState } from 'react';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { BulkJob } from './bulk-jobs.ts';
import type { Desk } from './use-desk.ts';
import { type ReadMatching, useEverything } from './use-everything.ts';

const loadDialog = () => import('./bulk-dialog.tsx');
/** `lazy` forgets that it is generic. */
const BulkDialog = lazy(loadDialog) as unknown as Awaited<ReturnType<typeof loadDialog>>['default'];

export interface BulkAreaProps<Row> {
  desk: Desk<Row>;
  listKey: string;
  jobs: readonly BulkJob<Row>[];
  readMatching: ReadMatching<Row>;
  /** How many the filter finds, in words, where that is more than are loaded. */
  matching: string | undefined;
  copy?: { label: string; text: (rows: readonly Row[]) => string } | undefined;
  countText: (count: number) => string;
  nameOf: (row: Row) => string;
  /** Told when its dialog is asked for and when that is closed. */
  onAsked: (isAsked: boolean) => void;
}

/** What is done with many rows at once: those selected on screen, or all that the filter finds. */
export function BulkArea<Row>(props: BulkAreaProps<Row>) {
  const { desk, listKey, jobs, readMatching, matching, copy, countText, nameOf, onAsked } = props;
  const { selected, onChange, rows } = desk.selection;
  const everything = useEverything(readMatching);
  const [asked, setAsked] = useState<{ job: BulkJob<Row>; rows: readonly Row[] } | null>(null);
  usePreloadOnIntent(loadDialog);
  const { forget } = everything;
  // Another list, or a row that is selected by hand, is not all that matched.
  useEffect(forget, [forget, listKey, selected]);
  const chosen = everything.rows?.filter((row) => jobs.some((job) => job.can(row))) ?? rows;
  return (
    <>
      <BulkBar
        rows={chosen}
        jobs={jobs}
        everything={everything}
        matching={matching}
        copy={copy}
        onClear={() => onChange({})}
        onAsk={(job) => {
          setAsked({ job, rows: chosen });
          onAsked(true);
        }}
      />
      <Suspense>
        {asked && (
          <BulkDialog
            desk={desk}
            job={asked.job}
            selected={asked.rows}
            countText={countText}
            nameOf={nameOf}
            onClose={() => {
              setAsked(null);
              onAsked(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
