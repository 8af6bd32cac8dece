import { Button, Dialog, Portal, Stack } from '@chakra-ui/react';
import { useId } from 'react';
import { sendOnCtrlEnter, useSchemaForm } from '../../../lib/form.ts';
import { formatCount } from '../../../lib/format.ts';
import { ReasonField } from '../reason-field.tsx';
import type { BulkAction } from './bulk-area.tsx';
import { BulkProgress, BulkRows } from './bulk-rows.tsx';
import { reasonForm } from './reason-form.ts';
import { type BulkRun, type BulkRunOptions, useBulkRun } from './use-bulk-run.ts';

interface BulkDialogProps<Row> extends BulkRunOptions<Row> {
  action: BulkAction<Row>;
  /** "3 orders". */
  countText: (count: number) => string;
  nameOf: (row: Row) => string;
  onClose: () => void;
}

/** Runs one action on the selected rows, with a result for each. Mount it when it opens. */
export default function BulkDialog<Row extends { id: number }>(props: BulkDialogProps<Row>) {
  const { action, countText, nameOf, onClose } = props;
  const run = useBulkRun(props);
  const { register, handleSubmit, formState } = useSchemaForm(reasonForm, { reason: '' });
  const formId = useId();
  const { rows, phase, results } = run;
  const submit = handleSubmit(({ reason }) => run.start(action.asksReason ? reason : undefined));
  const isAsking = phase === 'asking';
  const isRunning = phase === 'running' || phase === 'stopping';

  return (
    <Dialog.Root
      open
      role="alertdialog"
      placement="center"
      size="md"
      scrollBehavior="inside"
      closeOnEscape={!isRunning}
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content onKeyDown={(event) => isAsking && sendOnCtrlEnter(event, formId)}>
            <Dialog.Header>
              <Dialog.Title aria-live="polite">{titleOf(run, action, countText)}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Stack asChild gap="4">
                <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
                  {isAsking && <Dialog.Description>{action.consequence(rows)}</Dialog.Description>}
                  {isRunning && <BulkProgress done={results.size} total={rows.length} />}
                  <BulkRows run={run} nameOf={nameOf} doneWord={action.inBulk.done} />
                  {isAsking && action.asksReason && (
                    <ReasonField hint="The customers see it." error={formState.errors.reason} {...register('reason')} />
                  )}
                </form>
              </Stack>
            </Dialog.Body>
            <Dialog.Footer>
              {phase === 'over' ? (
                // The key makes it a new button, which takes the focus.
                <Button key="close" autoFocus onClick={onClose}>
                  Close
                </Button>
              ) : (
                <>
                  <Button variant="outline" disabled={phase === 'stopping'} onClick={isAsking ? onClose : run.stop}>
                    {isAsking ? 'Cancel' : 'Stop'}
                  </Button>
                  <Button
                    type="submit"
                    form={formId}
                    colorPalette={action.tone === 'danger' ? 'red' : 'brand'}
                    loading={!isAsking}
                    loadingText={`${action.inBulk.doing}…`}
                  >
                    {action.label} {countText(rows.length)}
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

function titleOf<Row>(run: BulkRun<Row>, action: BulkAction<Row>, countText: (count: number) => string): string {
  const { phase, rows, results, failedCount, unsureCount } = run;
  const { doing, done } = action.inBulk;
  if (phase === 'asking') return `${action.label} ${countText(rows.length)}?`;
  if (phase === 'stopping') return 'Stopping…';
  if (phase === 'running') return `${doing} ${countText(rows.length)}…`;
  const unsent = rows.length - results.size;
  return [
    `${countText(results.size - failedCount - unsureCount)} ${done}`,
    ...(failedCount > 0 ? [`${formatCount(failedCount)} failed`] : []),
    ...(unsureCount > 0 ? [`${formatCount(unsureCount)} without an answer`] : []),
    ...(unsent > 0 ? [`${formatCount(unsent)} not sent`] : []),
  ].join(', ');
}
