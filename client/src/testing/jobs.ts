import { moneySum } from '#shared/money-sum.ts';
import type { Outputs } from '../lib/trpc.ts';

type Job = Outputs['admin']['jobs']['list']['items'][number];

/** A job of the signed-in admin that waits for its first row. */
export function aJob(overrides: Partial<Job> = {}): Job {
  return {
    id: 1,
    kind: 'orders',
    decision: 'reject',
    reason: null,
    status: 'waiting',
    total: 49,
    done: 0,
    refused: 0,
    movedNanos: moneySum('0'),
    by: { id: 1, userName: 'boss', name: 'Boss' },
    createdAt: new Date().toISOString(),
    startsAt: new Date(Date.now() + 8_000).toISOString(),
    endedAt: null,
    stoppedFor: null,
    canceledBy: null,
    ...overrides,
  };
}
