import type { Outputs } from '../../../lib/trpc.ts';

// Without words: every list whose rows can be in a job loads it.

export type Job = Outputs['admin']['jobs']['list']['items'][number];

/** Whether no further row of a job is decided. */
export function isEnded({ status }: Pick<Job, 'status'>): boolean {
  return status === 'done' || status === 'canceled';
}
