import { Box, Button, Dialog, Flex, Portal, Progress, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
import { readError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { ReasonField } from '../reason-field.tsx';
import { BulkResult, type RowResult } from './bulk-result.tsx';
import { reasonForm } from './reason-form.ts';
import { runAll } from './run-all.ts';
import type { Desk, Verdict } from './use-desk.ts';

interface BulkDialogProps<Row> {
  desk: Desk<Row>;
  verdict: Verdict;
  /** "3 orders". */
  countText: (count: number) => string;
  /** Names a row in the list of results. */
  nameOf: (row: Row) => ReactNode;
  /** What becomes of the money. */
  text: (rows: readonly Row[], verdict: Verdict) => string;
}

const words = {
  approve: { ask: 'Approve', doing: 'Approving', done: 'approved' },
  reject: { ask: 'Reject', doing: 'Rejecting', done: 'rejected' },
};

/**
 * Approves or rejects the selected rows and tells for each how it went. Mount it when it opens: it keeps the rows that were
 * selected then, while the list behind it moves on.
 */
export default function BulkDialog<Row>({ desk, verdict, countText, nameOf, text }: BulkDialogProps<Row>) {
  const [rows] = useState(() => desk.selection.rows.filter((row) => desk.can(row, verdict)));
  const [results, setResults] = useState<ReadonlyMap<string, RowResult>>(new Map());
  const [phase, setPhase] = useState<'asking' | 'running' | 'over'>('asking');
  const formId = useId();
  const form = useSchemaForm(reasonForm, { reason: '' });
  const { ask, doing, done } = words[verdict];
  const failed = rows.filter((row) => results.get(desk.idOf(row))?.error !== undefined);

  const start = async ({ reason }: { reason?: string | undefined }) => {
    setPhase('running');
    const stillSelected = new Set(rows.map(desk.idOf));
    await runAll(
      rows,
      (row) => desk.decide(row, verdict, verdict === 'reject' ? reason : undefined),
      (row, error) => {
        const id = desk.idOf(row);
        if (error === undefined) stillSelected.delete(id);
        setResults((before) =>
          new Map(before).set(id, { error: error === undefined ? undefined : readError(error).message }),
        );
      },
    );
    desk.selection.onChange(Object.fromEntries([...stillSelected].map((id) => [id, true])));
    setPhase('over');
    await desk.refresh();
  };

  const titles = {
    asking: `${ask} ${countText(rows.length)}?`,
    running: `${doing} ${countText(rows.length)}…`,
    over: failed.length
      ? `${countText(rows.length - failed.length)} ${done}, ${failed.length} failed`
      : `${countText(rows.length)} ${done}`,
  };

  return (
    <Dialog.Root
      open
      role="alertdialog"
      placement="center"
      size="md"
      scrollBehavior="inside"
      closeOnEscape={phase !== 'running'}
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && desk.bulk.close()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title aria-live="polite">{titles[phase]}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Stack asChild gap="4">
                <form id={formId} noValidate onSubmit={form.handleSubmit(start)}>
                  {phase === 'asking' && <Dialog.Description>{text(rows, verdict)}</Dialog.Description>}
                  {phase === 'running' && <BulkProgress done={results.size} total={rows.length} />}
                  <Box as="ul" listStyleType="none" borderWidth="1px" borderRadius="l2" maxH="40vh" overflowY="auto">
                    {rows.map((row) => (
                      <Flex
                        as="li"
                        key={desk.idOf(row)}
                        justify="space-between"
                        align="start"
                        gap="4"
                        px="3"
                        py="2"
                        textStyle="sm"
                        borderBottomWidth="1px"
                        _last={{ borderBottomWidth: '0' }}
                      >
                        <Box minW="0" overflowWrap="anywhere" _firstLetter={{ textTransform: 'uppercase' }}>
                          {nameOf(row)}
                        </Box>
                        {phase !== 'asking' && <BulkResult result={results.get(desk.idOf(row))} doneWord={done} />}
                      </Flex>
                    ))}
                  </Box>
                  {phase === 'asking' && verdict === 'reject' && (
                    <ReasonField
                      hint="The customers see it."
                      error={form.formState.errors.reason}
                      {...form.register('reason')}
                    />
                  )}
                </form>
              </Stack>
            </Dialog.Body>
            <Dialog.Footer>
              {phase === 'over' ? (
                <Button autoFocus onClick={desk.bulk.close}>
                  Close
                </Button>
              ) : (
                <>
                  <Button variant="outline" disabled={phase === 'running'} onClick={desk.bulk.close}>
                    Cancel
                  </Button>
                  <Button
                    type="submit"
                    form={formId}
                    colorPalette={verdict === 'reject' ? 'red' : 'brand'}
                    loading={phase === 'running'}
                    loadingText={`${doing}…`}
                  >
                    {ask} {countText(rows.length)}
                  </Button>
                </>
              )}
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function BulkProgress({ done, total }: { done: number; total: number }) {
  return (
    <Progress.Root value={done} max={total} size="sm" colorPalette="brand" aria-label="Progress">
      <Flex align="center" gap="3">
        <Progress.Track flex="1">
          <Progress.Range />
        </Progress.Track>
        <Text textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {done} of {total}
        </Text>
      </Flex>
    </Progress.Root>
  );
}
