import { Alert, Button, Dialog, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { sendOnCtrlEnter, useSchemaForm } from '../../../lib/form.ts';
import { Modal } from '../../../lib/modal.tsx';
import { ReasonField } from '../reason-field.tsx';
import { SavedReasons } from '../saved-reasons.tsx';
import { BulkRows } from './bulk-rows.tsx';
import type { Action, BulkWords, QueueKind, QueueRow } from './declaration.ts';
import { reasonForm } from './reason-form.ts';
import { useStartJob } from './use-start-job.ts';

interface BulkDialogProps<Row> {
  kind: QueueKind;
  action: Action<Row>;
  /** As they were when selected. */
  rows: readonly Row[];
  requestId: string;
  words: BulkWords<Row>;
  onStarted: () => void;
  onClose: () => void;
}

/** Asks before one decision on the selected rows, and starts the job. Mount it when it opens. */
export default function BulkDialog<Row extends QueueRow>(props: BulkDialogProps<Row>) {
  const { kind, action, rows, requestId, words, onStarted, onClose } = props;
  const t = useStore(queueTexts);
  const job = useStore(jobTexts);
  const { ask, send } = action.words();
  const { start, isPending, error, isLost } = useStartJob(requestId);
  const form = useSchemaForm(reasonForm, { reason: '' });
  const { register, handleSubmit, formState } = form;
  const formId = useId();
  const submit = handleSubmit(async ({ reason }) => {
    const hasStarted = await start({
      kind,
      decision: action.decision,
      rows,
      reason: action.asksReason ? reason : undefined,
    });
    if (hasStarted) onStarted();
  });

  return (
    <Modal
      role="alertdialog"
      size="md"
      scrollBehavior="inside"
      closeOnEscape={!isPending}
      closeOnInteractOutside={false}
      onClose={onClose}
      panel={{ onKeyDown: (event) => !isPending && sendOnCtrlEnter(event, formId) }}
    >
      <Dialog.Header>
        <Dialog.Title>{ask(words.count(rows.length))}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0">
        <Stack asChild gap="4">
          <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
            <Dialog.Description>{action.consequence(rows)}</Dialog.Description>
            <BulkRows rows={rows} nameOf={words.nameOf} />
            {action.asksReason && (
              <ReasonField
                hint={t.customersSee}
                error={formState.errors.reason}
                // What may have started is sent again unchanged.
                readOnly={isLost}
                {...register('reason')}
              />
            )}
            {action.asksReason && !isLost && <SavedReasons form={form} about={rows.map(words.about)} />}
          </form>
        </Stack>
      </Dialog.Body>
      {/* A canceled confirmation is no failure. */}
      {error && error.code !== 'reauthentication_required' && (
        <Alert.Root status={isLost ? 'warning' : 'error'} role="alert" mx="6" w="auto">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{isLost ? job.lost : job.startFailed}</Alert.Title>
            <Alert.Description>{isLost ? job.lostText({ message: error.message }) : error.message}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      <Dialog.Footer>
        <Button variant="outline" disabled={isPending} onClick={onClose}>
          {t.cancel}
        </Button>
        <Button
          type="submit"
          form={formId}
          colorPalette={action.tone === 'danger' ? 'red' : 'brand'}
          loading={isPending}
          loadingText={job.starting}
        >
          {isLost ? job.tryAgain : send(words.count(rows.length))}
        </Button>
      </Dialog.Footer>
    </Modal>
  );
}
