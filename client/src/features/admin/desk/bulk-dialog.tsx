import { Button, Dialog, Portal, Stack } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { sendOnCtrlEnter, useSchemaForm } from '../../../lib/form.ts';
import { formatCount } from '../../../lib/format.ts';
import { ReasonField } from '../reason-field.tsx';
import type { BulkJob } from './bulk-jobs.ts';
import { BulkProgress, BulkRows } from './bulk-rows.tsx';
import { reasonForm } from './reason-form.ts';
import { type BulkRun, useBulkRun } from './use-bulk-run.ts';
import type { Desk } from './use-desk.ts';

interface BulkDialogProps<Row> {
  desk: Desk<Row>;
  job: BulkJob<Row>;
  /** As they are when it opens; what comes later is not touched. */
  selected: readonly Row[];
  /** "3 orders". */
  countText: (count: number) => string;
  /** Names a row in the list of results. */
  nameOf: (row: Row) => ReactNode;
  onClose: () => void;
}

/** Does one thing with the selected rows and tells for each how it went. Mount it when it opens. */
export default function BulkDialog<Row>({ desk, job, selected, countText, nameOf, onClose }: BulkDialogProps<Row>) {
  const run = useBulkRun(desk, job, selected);
  const { register, handleSubmit, formState } = useSchemaForm(reasonForm, { reason: '' });
  const formId = useId();
  const { rows, phase, results } = run;
  const submit = handleSubmit(({ reason }) => run.start(job.asksReason ? reason : undefined));
  const isUnderWay = phase === 'running' || phase === 'stopping';

  return (
    <Dialog.Root
      open
      role="alertdialog"
      placement="center"
      size="md"
      scrollBehavior="inside"
      closeOnEscape={!isUnderWay}
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content onKeyDown={(event) => phase === 'asking' && sendOnCtrlEnter(event, formId)}>
            <Dialog.Header>
              <Dialog.Title aria-live="polite">{titleOf(run, job, countText)}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Stack asChild gap="4">
                <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
                  {phase === 'asking' && <Dialog.Description>{job.text(rows)}</Dialog.Description>}
                  {isUnderWay && <BulkProgress done={results.size} total={rows.length} />}
                  <BulkRows run={run} idOf={desk.idOf} nameOf={nameOf} doneWord={job.done} />
                  {phase === 'asking' && job.asksReason && (
                    <ReasonField hint="The customers see it." error={formState.errors.reason} {...register('reason')} />
                  )}
                </form>
              </Stack>
            </Dialog.Body>
            <BulkFoot formId={formId} run={run} job={job} what={countText(rows.length)} onClose={onClose} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

interface BulkFootProps<Row> {
  formId: string;
  run: BulkRun<Row>;
  job: BulkJob<Row>;
  what: string;
  onClose: () => void;
}

function BulkFoot<Row>({ formId, run: { phase, stop }, job, what, onClose }: BulkFootProps<Row>) {
  if (phase === 'over') {
    return (
      <Dialog.Footer>
        {/* Its key makes it a new button, which takes the focus, and not the one that stood here. */}
        <Button key="close" autoFocus onClick={onClose}>
          Close
        </Button>
      </Dialog.Footer>
    );
  }
  const isAsking = phase === 'asking';
  return (
    <Dialog.Footer>
      <Button variant="outline" disabled={phase === 'stopping'} onClick={isAsking ? onClose : stop}>
        {isAsking ? 'Cancel' : 'Stop'}
      </Button>
      <Button
        type="submit"
        form={formId}
        colorPalette={job.tone === 'danger' ? 'red' : 'brand'}
        loading={!isAsking}
        loadingText={`${job.doing}…`}
      >
        {job.ask} {what}
      </Button>
    </Dialog.Footer>
  );
}

function titleOf<Row>(run: BulkRun<Row>, job: BulkJob<Row>, countText: (count: number) => string): string {
  const { ask, doing, done } = job;
  const { phase, rows, results, failedCount, unsureCount } = run;
  if (phase === 'asking') return `${ask} ${countText(rows.length)}?`;
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
