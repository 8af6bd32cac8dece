/** As many at once as the server gets in half a batch; the others wait, so that results come in row by row. */
const AT_ONCE = 5;

/**
 * Runs a task for every row, a few at once. One that fails stops none of the others.
 * @param onResult told of each row as soon as it is done; `error` is undefined when it went well
 * @param signal those that have not begun when it is aborted never do
 */
export async function runAll<Row>(
  rows: readonly Row[],
  task: (row: Row) => Promise<unknown>,
  onResult: (row: Row, error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = rows.values();
  const worker = async () => {
    for (const row of waiting) {
      if (signal?.aborted) return;
      const error = await task(row).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('failed'),
      );
      onResult(row, error);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
