interface Batch<Question, Answer> extends PromiseWithResolvers<Answer[]> {
  questions: Question[];
}

/** A batch waits this long for the running query, which may be on a dead connection, and then runs beside it. */
const PATIENCE_MS = 100;

/**
 * Batches questions to the database: those asked while a query runs become the next query, so that many parallel requests cost a few
 * queries. An answer is never older than its question, a hanging query does not hold up later questions, and a question waits for nothing
 * if no query runs.
 * @param ask answers the questions of a batch in their order; its failure is thrown to each of them
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
    // Questions of the same turn belong to the batch.
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
