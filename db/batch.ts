interface Batch<Question, Answer> extends PromiseWithResolvers<Answer[]> {
  questions: Question[];
}

/** A batch waits this long for the running query, which may be on a dead connection. Then it runs in parallel. */
const PATIENCE_MS = 100;

/**
 * Batches queries: keys that arrive while a query runs become the next query, so that many parallel requests cost a few queries. A
 * result is never older than its request. A hanging query does not delay later ones, and without a running query there is no wait.
 * @param ask resolves the keys of a batch in order; its error is thrown to each caller
 */
export function batched<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  let running = 0;
  let next: Batch<Question, Answer> | undefined;

  return async (question) => {
    next ??= openBatch();
    const { questions, promise } = next;
    const index = questions.push(question) - 1;
    return (await promise)[index] as Answer;
  };

  function openBatch(): Batch<Question, Answer> {
    const batch = { questions: [], ...Promise.withResolvers<Answer[]>() };
    // Calls in the same tick join the batch.
    queueMicrotask(() => {
      if (running === 0) void run(batch);
      else setTimeout(() => void run(batch), PATIENCE_MS);
    });
    return batch;
  }

  async function run(batch: Batch<Question, Answer>): Promise<void> {
    if (next !== batch) return;
    next = undefined;
    running++;
    await ask(batch.questions).then(batch.resolve, batch.reject);
    running--;
    if (next && running === 0) void run(next);
  }
}
