import { Alert, Button, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { confirmedDecisions } from '#shared/confirmed-decisions.ts';
import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { useStartJob } from '../review-queue/use-start-job.ts';
import type { Job } from './job-state.ts';
import { countOf, type JobRow } from './job-words.ts';

/**
 * The rows that were refused because their suppliers may deliver, or because orders to complete are at suppliers. After the question
 * that one such order has, another job decides them all the same.
 */
export function MayDeliver({ job, rows }: { job: Job; rows: readonly JobRow[] }) {
  const t = useStore(jobTexts);
  const { requestId } = useRequestId();
  const { start, isPending, error, isLost } = useStartJob(requestId);
  const [isStarted, setStarted] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  const { kind, reason } = job;
  const [decision] = Object.entries(confirmedDecisions).find(([, plain]) => plain === job.decision) ?? [];
  const completes = job.decision === 'complete';
  const refused = rows.filter(({ code }) => code === (completes ? 'at_supplier' : 'supplier_may_deliver'));
  if (refused.length === 0) return null;

  const decideAll = async () => {
    const { confirmAtSupplier, confirmMayDeliver } = await import('../purchases/may-deliver.ts');
    const ask = completes ? confirmAtSupplier : confirmMayDeliver;
    if (decision === undefined || !(await ask(countOf(kind, refused.length)))) return;
    const jobRows = refused.map(({ id, expectedStatus = 'pending' }) => ({ id, status: expectedStatus }));
    const queue = kind === 'requests' ? 'request' : 'order';
    if (!(await start({ kind: queue, decision, rows: jobRows, reason: reason ?? undefined }))) return;
    setStarted(true);
    // The button is removed.
    notice.current?.focus();
  };

  return (
    <Alert.Root ref={notice} tabIndex={-1} status="warning" flexWrap="wrap" alignItems="center">
      <Alert.Indicator />
      <Alert.Content flex="1 1 16rem">
        <Alert.Description>{(completes ? t.atSupplier : t.mayDeliver)({ count: refused.length })}</Alert.Description>
        {error && error.code !== 'reauthentication_required' && (
          <Stack role="alert" gap="0">
            <Text fontWeight="semibold">{isLost ? t.lost : t.startFailed}</Text>
            <Text>{isLost ? t.lostText({ message: error.message }) : error.message}</Text>
          </Stack>
        )}
      </Alert.Content>
      {decision !== undefined && !isStarted && (
        <Button variant="outline" loading={isPending} loadingText={t.starting} onClick={() => void decideAll()}>
          {isLost ? t.tryAgain : (completes ? t.completeAll : t.refundAll)({ rows: countOf(kind, refused.length) })}
        </Button>
      )}
    </Alert.Root>
  );
}
