import { expect, test, vi } from 'vitest';
import type { LedgerCheck } from '../money/check-changed-accounts.ts';
import { watchLedger } from './measure-panel.ts';

const figures = () => ({ drift: 0, wallets: 0, rows: 0, completedAtSeconds: undefined, walkedAtSeconds: undefined });

/** Returns one outcome after the other, and then always the last one. */
function checkOf(outcomes: (number[] | Error)[]): LedgerCheck & { checkNext: ReturnType<typeof vi.fn> } {
  const checkNext = vi.fn<() => Promise<number[]>>(async () => {
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    if (outcome instanceof Error) throw outcome;
    return outcome ?? [];
  });
  return { checkNext, figures };
}

function watch(check: LedgerCheck) {
  const log = { error: vi.fn<(...args: unknown[]) => void>(), warn: vi.fn<(...args: unknown[]) => void>() };
  return { log, watching: watchLedger({ check, log, everyMs: 1 }) };
}

test('wallets that do not match the ledger are an error in the log', async () => {
  const { log, watching } = watch(checkOf([[], [17, 18], []]));
  await vi.waitFor(() => expect(log.error).toHaveBeenCalled());
  await watching.stop();
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ accountIds: [17, 18] }, expect.stringContaining('ledger:check'));
});

test('while the database is unavailable there is one line, and the check continues afterwards', async () => {
  const check = checkOf([new Error('away'), new Error('away'), new Error('away'), []]);
  const { log, watching } = watch(check);
  await vi.waitFor(() => expect(check.checkNext.mock.calls.length).toBeGreaterThan(4));
  await watching.stop();
  expect(log.warn).toHaveBeenCalledOnce();
  expect(log.error).not.toHaveBeenCalled();
});
