import { Button, Dialog, Portal, Stack } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { sendOnCtrlEnter, useSchemaForm } from '../../../lib/form.ts';
import { ReasonField } from '../reason-field.tsx';
import { BulkProgress, BulkRows } from './bulk-rows.tsx';
import { reasonForm } from './reason-form.ts';
import { type BulkRun, useBulkRun } from './use-bulk-run.ts';
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

/** Approves or rejects the selected rows and tells for each how it went. Mount it when it opens. */
export default function BulkDialog<Row>({ desk, verdict, countText, nameOf, text }: BulkDialogProps<Row>) {
  const run = useBulkRun(desk, verdict);
  const { register, handleSubmit, formState } = useSchemaForm(reasonForm, { reason: '' });
  const formId = useId();
  const { rows, phase, results } = run;
  const isReject = verdict === 'reject';
  const submit = handleSubmit(({ reason }) => run.start(isReject ? reason : undefined));

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
          <Dialog.Content onKeyDown={(event) => phase === 'asking' && sendOnCtrlEnter(event, formId)}>
            <Dialog.Header>
              <Dialog.Title aria-live="polite">{titleOf(run, verdict, countText)}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Stack asChild gap="4">
                <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
                  {phase === 'asking' && <Dialog.Description>{text(rows, verdict)}</Dialog.Description>}
                  {phase === 'running' && <BulkProgress done={results.size} total={rows.length} />}
                  <BulkRows run={run} idOf={desk.idOf} nameOf={nameOf} doneWord={words[verdict].done} />
                  {phase === 'asking' && isReject && (
                    <ReasonField hint="The customers see it." error={formState.errors.reason} {...register('reason')} />
                  )}
                </form>
              </Stack>
            </Dialog.Body>
            <BulkFoot
              formId={formId}
              phase={phase}
              verdict={verdict}
              what={countText(rows.length)}
              onClose={desk.bulk.close}
            />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

interface BulkFootProps {
  formId: string;
  phase: BulkRun<unknown>['phase'];
  verdict: Verdict;
  what: string;
  onClose: () => void;
}

function BulkFoot({ formId, phase, verdict, what, onClose }: BulkFootProps) {
  const { ask, doing } = words[verdict];
  const isRunning = phase === 'running';
  if (phase === 'over') {
    return (
      <Dialog.Footer>
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </Dialog.Footer>
    );
  }
  return (
    <Dialog.Footer>
      <Button variant="outline" disabled={isRunning} onClick={onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={formId}
        colorPalette={verdict === 'reject' ? 'red' : 'brand'}
        loading={isRunning}
        loadingText={`${doing}…`}
      >
        {ask} {what}
      </Button>
    </Dialog.Footer>
  );
}

function titleOf<Row>(run: BulkRun<Row>, verdict: Verdict, countText: (count: number) => string): string {
  const { ask, doing, done } = words[verdict];
  const { phase, rows, failedCount } = run;
  if (phase === 'asking') return `${ask} ${countText(rows.length)}?`;
  if (phase === 'running') return `${doing} ${countText(rows.length)}…`;
  const went = `${countText(rows.length - failedCount)} ${done}`;
  return failedCount > 0 ? `${went}, ${failedCount} failed` : went;
}
