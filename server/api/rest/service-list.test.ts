import { expect, test, vi } from 'vitest';
import { createQueue } from './service-list.ts';

test('jobs run one after the other, and too many are refused', async () => {
  const runQueued = createQueue(3);
  const finish: (() => void)[] = [];
  const job = () => new Promise<void>((resolve) => finish.push(resolve));
  const three = [runQueued(job), runQueued(job), runQueued(job)];
  await expect(runQueued(job)).rejects.toMatchObject({ code: 'busy', details: { retryAfterSeconds: 1 } });
  for (let turn = 1; turn <= 3; turn++) {
    await vi.waitFor(() => expect(finish).toHaveLength(turn));
    finish[turn - 1]?.();
  }
  await Promise.all(three);
  await expect(runQueued(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await runQueued(async () => 1)).toBe(1);
});
