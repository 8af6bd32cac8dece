import { useState } from 'react';
import { type AppError, isUnsure, readError } from '../../../lib/errors.ts';
import { type Inputs, trpc } from '../../../lib/trpc.ts';
import { readJobsAgain } from '../jobs/jobs.ts';
import type { Declaration, QueueRow } from './declaration.ts';
import { noteDecided } from './pending-decisions.ts';

interface JobToStart {
  kind: Declaration<QueueRow, never, never, never>['kind'];
  decision: string;
  rows: readonly QueueRow[];
  reason: string | undefined;
}

/**
 * Starts a job. After a lost response it may have started: it is sent again unchanged, under the same key.
 * @param requestId the idempotency key
 */
export function useStartJob(requestId: string) {
  const { mutateAsync, isPending } = trpc.admin.jobs.start.useMutation();
  const [error, setError] = useState<AppError>();
  /** The input without a response. */
  const [lost, setLost] = useState<Inputs['admin']['jobs']['start']>();

  /** @returns whether the job has started */
  const start = async ({ kind, decision, rows, reason }: JobToStart): Promise<boolean> => {
    const input = lost ?? {
      // The server checks the decision and the statuses of each kind.
      ...({ kind: `${kind}s`, decision } as { kind: 'orders'; decision: 'reject' }),
      rows: rows.map(({ id, status }) => ({ id, expectedStatus: status as 'pending' })),
      reason,
      requestId,
    };
    setError(undefined);
    try {
      await mutateAsync(input);
    } catch (thrown) {
      const failure = readError(thrown);
      setLost(isUnsure(failure, lost !== undefined) ? input : undefined);
      setError(failure);
      // It may be there.
      void readJobsAgain();
      return false;
    }
    for (const { id } of rows) noteDecided(`${kind}:${id}`);
    await readJobsAgain();
    return true;
  };
  return { start, isPending, error, isLost: lost !== undefined };
}
