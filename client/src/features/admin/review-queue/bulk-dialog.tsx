import { Button, Dialog, Portal, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { sendOnCtrlEnter, useSchemaForm } from '../../../lib/form.ts';
import { ReasonField } from '../reason-field.tsx';
import type { BulkWords } from './bulk-area.tsx';
import { BulkProgress, BulkRows } from './bulk-rows.tsx';
import type { Action } from './declaration.ts';
import { reasonForm } from './reason-form.ts';
import { type BulkRun, type BulkRunOptions, useBulkRun } from './use-bulk-run.ts';

interface BulkDialogProps<Row> extends BulkRunOptions<Row> {
  action: Action<Row>;
  words: BulkWords<Row>;
  onClose: () => void;
}

/** Runs one action on the selected rows, with a result for each. Mount it when it opens. */
export default function BulkDialog<Row extends { id: number }>(props: BulkDialogProps<Row>) {
  const { action, words, onClose } = props;
  const t = useStore(queueTexts);
  const { send, inBulk } = action.words();
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
              <Dialog.Title aria-live="polite">{titleOf(run, action, words.count)}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Stack asChild gap="4">
                <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
                  {isAsking && <Dialog.Description>{action.consequence(rows)}</Dialog.Description>}
                  {isRunning && <BulkProgress done={results.size} total={rows.length} />}
                  <BulkRows run={run} nameOf={words.nameOf} doneWord={inBulk?.doneRow ?? ''} />
                  {isAsking && action.asksReason && (
                    <ReasonField hint={t.customersSee} error={formState.errors.reason} {...register('reason')} />
                  )}
                </form>
              </Stack>
            </Dialog.Body>
            <Dialog.Footer>
              {phase === 'over' ? (
                // The key makes it a new button, which takes the focus.
                <Button key="close" autoFocus onClick={onClose}>
                  {t.close}
                </Button>
              ) : (
                <>
                  <Button variant="outline" disabled={phase === 'stopping'} onClick={isAsking ? onClose : run.stop}>
                    {isAsking ? t.cancel : t.stop}
                  </Button>
                  <Button
                    type="submit"
                    form={formId}
                    colorPalette={action.tone === 'danger' ? 'red' : 'brand'}
                    loading={!isAsking}
                    loadingText={inBulk?.doing(words.count(rows.length))}
                  >
                    {send(words.count(rows.length))}
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

function titleOf<Row>(run: BulkRun<Row>, action: Action<Row>, countOf: (count: number) => string): string {
  const { phase, rows, results, failedCount, unsureCount } = run;
  const t = queueTexts.get();
  const { ask, inBulk } = action.words();
  if (phase === 'asking') return ask(countOf(rows.length));
  if (phase === 'stopping') return t.stopping;
  if (phase === 'running') return inBulk?.doing(countOf(rows.length)) ?? '';
  const unsent = rows.length - results.size;
  return [
    inBulk?.done(countOf(results.size - failedCount - unsureCount)),
    ...(failedCount > 0 ? [t.failed({ count: failedCount })] : []),
    ...(unsureCount > 0 ? [t.withoutAnswer({ count: unsureCount })] : []),
    ...(unsent > 0 ? [t.notSentCount({ count: unsent })] : []),
  ].join(', ');
}
