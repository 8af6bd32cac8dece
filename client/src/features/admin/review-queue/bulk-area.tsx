import { Button, type ButtonProps, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { LuClipboardList } from 'react-icons/lu';
import { MOST_JOB_ROWS } from '#shared/job-limits.ts';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { formatCount } from '../../../lib/format.ts';
import { newRequestId } from '../../../lib/request-id.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { SelectionFrame } from '../selection-frame.tsx';
import type { Action, BulkToolProps, BulkWords, QueueKind, QueueRow, ViewBarProps } from './declaration.ts';
import type { Decisions } from './use-decisions.tsx';
import { type MatchingRows, useMatchingRows } from './use-matching-rows.ts';

const loadBulkDialog = () => import('./bulk-dialog.tsx');
/** `lazy` loses the type parameter. */
const BulkDialog = lazy(loadBulkDialog) as unknown as Awaited<ReturnType<typeof loadBulkDialog>>['default'];

interface BulkAreaProps<Row> {
  kind: QueueKind;
  decisions: Decisions<Row>;
  actions: readonly Action<Row>[];
  listKey: string;
  /** Reads a page of all rows that match the filter. */
  readMatching: (cursor: string | null) => Promise<MatchingRows<Row>>;
  /** The number of matching rows as text, if more match than are loaded. */
  matching: string | undefined;
  copy: ((rows: readonly Row[]) => string) | undefined;
  Tool: ComponentType<BulkToolProps> | undefined;
  words: BulkWords<Row>;
  /** Called when its dialog opens and when it closes. */
  onOpenChange: (isOpen: boolean) => void;
  /** What approves the listed rows while none is selected. */
  Bar: ComponentType<ViewBarProps<Row>> | undefined;
  rows: readonly Row[];
  approval: Action<Row>;
}

/** The actions on the selected rows, or on all that the filter matches. */
export default function BulkArea<Row extends QueueRow>(props: BulkAreaProps<Row>) {
  const { kind, decisions, listKey, readMatching, matching, copy, Tool, words, onOpenChange, Bar, approval } = props;
  const t = useStore(queueTexts);
  const { selected, onChange, rows: selectedRows } = decisions.selection;
  const all = useMatchingRows(readMatching);
  const copying = useCopy();
  const [opened, setOpened] = useState<{ action: Action<Row>; rows: readonly Row[]; requestId: string } | null>(null);
  const canRun = (action: Action<Row>) => (row: Row) => decisions.can(row, action);
  const open = (action: Action<Row>, of: readonly Row[]) => {
    setOpened({ action, rows: of.filter(canRun(action)), requestId: newRequestId() });
    onOpenChange(true);
  };
  const close = () => {
    setOpened(null);
    onOpenChange(false);
  };
  const { forget } = all;
  // A new list, or a row selected by hand, ends the selection of all matches.
  useEffect(forget, [forget, listKey, selected]);
  const actions = props.actions.filter(({ isForMany = false }) => isForMany);
  const rows = all.rows?.filter((row) => actions.some((action) => canRun(action)(row))) ?? selectedRows;
  return (
    <>
      {rows.length > 0 && (
        <SelectionFrame
          label={t.selectedRows}
          text={
            all.isCut
              ? t.firstThatMatch({ count: rows.length, most: MOST_JOB_ROWS })
              : t.selected({ count: rows.length })
          }
          more={
            !all.rows &&
            matching && (
              <Button
                size="sm"
                variant="plain"
                px="2"
                textDecoration="underline"
                loading={all.readCount !== undefined}
                loadingText={t.readSoFar({ count: all.readCount ?? 0 })}
                onClick={() => void all.read()}
              >
                {t.selectAllMatching({ total: matching })}
              </Button>
            )
          }
          onClear={() => onChange({})}
        >
          <Flex gap="2" flexGrow={{ base: 1, sm: 0 }} wrap="wrap">
            {actions.map((action) => {
              const count = rows.filter(canRun(action)).length;
              const { label } = action.words();
              return (
                <Button
                  key={action.decision}
                  flex={{ base: '1 1 auto', sm: 'none' }}
                  {...look}
                  {...(action.tone === 'loud' ? { colorPalette: 'brand' } : { variant: 'outline' })}
                  disabled={count === 0}
                  aria-label={t.whatSelected({ action: label, count })}
                  onClick={() => open(action, rows)}
                >
                  <action.icon aria-hidden /> {label} {formatCount(count)}
                </Button>
              );
            })}
            {Tool && (
              <LazyBoundary>
                <Tool rows={rows} onDone={() => onChange({})} onOpenChange={onOpenChange} />
              </LazyBoundary>
            )}
            {copy && words.copy && (
              <Button variant="outline" {...look} aria-label={words.copy} onClick={() => copying.copy(copy(rows))}>
                <LuClipboardList aria-hidden />
                {copying.isCopied ? t.copied({ count: rows.length }) : words.copy}
              </Button>
            )}
          </Flex>
        </SelectionFrame>
      )}
      {Bar && rows.length === 0 && (
        <LazyBoundary>
          <Bar rows={props.rows.filter(canRun(approval))} approve={(listed) => open(approval, listed)} />
        </LazyBoundary>
      )}
      <Suspense>
        {opened && (
          <BulkDialog
            {...opened}
            kind={kind}
            words={words}
            onStarted={() => {
              onChange({});
              close();
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

const look: ButtonProps = { size: { base: 'sm', sm: 'md' } };
