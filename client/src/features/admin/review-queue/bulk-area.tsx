import { Button, type ButtonProps, Clipboard, Flex } from '@chakra-ui/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LuClipboardList } from 'react-icons/lu';
import { formatCount } from '../../../lib/format.ts';
import { newRequestId } from '../../../lib/request-id.ts';
import { SelectionFrame } from '../selection-frame.tsx';
import type { Action, Terms } from './declaration.ts';
import type { Decisions } from './use-decisions.tsx';
import { type MatchingRows, MOST_AT_ONCE, useMatchingRows } from './use-matching-rows.ts';

export const loadBulkDialog = () => import('./bulk-dialog.tsx');
/** `lazy` loses the type parameter. */
const BulkDialog = lazy(loadBulkDialog) as unknown as Awaited<ReturnType<typeof loadBulkDialog>>['default'];

export type BulkAction<Row> = Action<Row> & Required<Pick<Action<Row>, 'inBulk'>>;

interface BulkAreaProps<Row> {
  decisions: Decisions<Row>;
  decide: (row: Row, action: Action<Row>, terms?: Terms) => Promise<unknown>;
  refresh: () => Promise<unknown>;
  actions: readonly Action<Row>[];
  listKey: string;
  /** Reads a page of all rows that match the filter. */
  readMatching: (cursor: string | null) => Promise<MatchingRows<Row>>;
  /** The number of matching rows as text, if more match than are loaded. */
  matching: string | undefined;
  copy: { label: string; text: (rows: readonly Row[]) => string } | undefined;
  /** "3 orders". */
  countText: (count: number) => string;
  nameOf: (row: Row) => string;
  /** Called when its dialog opens and when it closes. */
  onOpenChange: (isOpen: boolean) => void;
}

/** The actions on the selected rows, or on all that the filter matches. */
export function BulkArea<Row extends { id: number }>(props: BulkAreaProps<Row>) {
  const { decisions, listKey, readMatching, matching, copy, countText, nameOf, onOpenChange } = props;
  const { selected, onChange, rows: selectedRows } = decisions.selection;
  const all = useMatchingRows(readMatching);
  const [opened, setOpened] = useState<{ action: BulkAction<Row>; rows: readonly Row[]; bulkId: string } | null>(null);
  const { forget } = all;
  // A new list, or a row selected by hand, ends the selection of all matches.
  useEffect(forget, [forget, listKey, selected]);
  const actions = props.actions.filter((action): action is BulkAction<Row> => action.inBulk !== undefined);
  const canRun = (action: Action<Row>) => (row: Row) => decisions.can(row, action);
  const rows = all.rows?.filter((row) => actions.some((action) => canRun(action)(row))) ?? selectedRows;
  return (
    <>
      {rows.length > 0 && (
        <SelectionFrame
          label="Selected rows"
          text={
            <>
              {formatCount(rows.length)} selected
              {all.isCut && `, the first ${formatCount(MOST_AT_ONCE)} that match`}
            </>
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
                loadingText={`${formatCount(all.readCount ?? 0)} read…`}
                onClick={() => void all.read()}
              >
                Select all {matching} that match
              </Button>
            )
          }
          onClear={() => onChange({})}
        >
          <Flex gap="2" flexGrow={{ base: 1, sm: 0 }} wrap="wrap">
            {actions.map((action) => {
              const count = rows.filter(canRun(action)).length;
              return (
                <Button
                  key={action.label}
                  flex={{ base: '1 1 auto', sm: 'none' }}
                  {...look}
                  {...(action.tone === 'loud' ? { colorPalette: 'brand' } : { variant: 'outline' })}
                  disabled={count === 0}
                  aria-label={`${action.label} ${count} selected`}
                  onClick={() => {
                    setOpened({ action, rows: rows.filter(canRun(action)), bulkId: newRequestId() });
                    onOpenChange(true);
                  }}
                >
                  <action.icon aria-hidden /> {action.label} {formatCount(count)}
                </Button>
              );
            })}
            {copy && (
              <Clipboard.Root value={copy.text(rows)} timeout={2000}>
                <Clipboard.Trigger asChild>
                  <Button variant="outline" {...look} aria-label={copy.label}>
                    <LuClipboardList aria-hidden />
                    <Clipboard.Indicator copied={`${formatCount(rows.length)} copied`}>
                      {copy.label}
                    </Clipboard.Indicator>
                  </Button>
                </Clipboard.Trigger>
              </Clipboard.Root>
            )}
          </Flex>
        </SelectionFrame>
      )}
      <Suspense>
        {opened && (
          <BulkDialog
            {...opened}
            run={(row, reason) => props.decide(row, opened.action, { reason, bulkId: opened.bulkId })}
            countText={countText}
            nameOf={nameOf}
            onOver={(leftIds) => {
              onChange(Object.fromEntries(leftIds.map((id) => [id, true])));
              return props.refresh();
            }}
            onClose={() => {
              setOpened(null);
              onOpenChange(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const look: ButtonProps = { size: { base: 'sm', sm: 'md' } };
