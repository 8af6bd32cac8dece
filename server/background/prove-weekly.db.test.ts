import { expect, test, vi } from 'vitest';
import { onlyPrimary } from '#db/reads/reads.ts';
import { testDatabase } from '#db/testing/database.ts';
import { readFullProof } from '../money/full-proof.ts';
import { dollars, makeUser } from '../testing/factories.ts';
import { tamper } from '../testing/money-history.ts';
import { proveWeekly } from './prove-weekly.ts';

const { db } = await testDatabase();

/** Runs the task until it has logged something. */
async function logged(maxAgeHours: number) {
  const line = () => vi.fn<(...args: unknown[]) => void>();
  const log = { info: line(), warn: line(), error: line() };
  const task = proveWeekly({ reads: onlyPrimary(db), log, maxAgeHours, everyMs: 5 });
  await vi.waitFor(() => expect([log.info, log.error].some(({ mock }) => mock.calls.length > 0)).toBe(true), 20_000);
  await task.stop();
  return log;
}

test('the whole ledger is proved when it is due, and a difference is an error in the log', async () => {
  const { id } = await makeUser(db, { balanceNanos: dollars(3) });
  expect((await logged(168)).info).toHaveBeenCalledExactlyOnceWith('the whole ledger was read and proved');
  expect(await readFullProof(db)).toMatchObject({ problems: 0 });
  await tamper(db, `update accounts set balance_nanos = balance_nanos + 1 where user_id = ${id}`);
  const { error } = await logged(0);
  expect(error).toHaveBeenCalledWith(
    { count: 2, problems: expect.arrayContaining([expect.stringMatching(/^account 4/)]) },
    expect.stringContaining('--full'),
  );
  await vi.waitFor(async () => expect((await readFullProof(db))?.problems).toBe(2), 20_000);
});
