import { expect, test } from 'vitest';
import { runAll } from './use-bulk-run.ts';

test('every row gets its own result, and a failure stops no other', async () => {
  const results = new Map<number, unknown>();
  const rows = Array.from({ length: 23 }, (_, at) => at);
  await runAll(
    rows,
    async (row) => {
      await new Promise((resolve) => setTimeout(resolve, row % 3));
      if (row === 4) throw new Error('refused');
    },
    (row, error) => results.set(row, error),
  );
  expect([...results.keys()].toSorted((a, b) => a - b)).toEqual(rows);
  expect([...results].filter(([, error]) => error !== undefined)).toEqual([[4, new Error('refused')]]);
});

test('no more than five run in parallel', async () => {
  let running = 0;
  let most = 0;
  await runAll(
    Array.from({ length: 20 }, (_, at) => at),
    async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
    },
    () => undefined,
  );
  expect(most).toBe(5);
});
