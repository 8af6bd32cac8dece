interface Batch<Question, Answer> extends PromiseWithResolvers<Answer[]> {
  questions: Question[];
}

/** Beyond the query that is under way a batch waits so long for it to end, and is then asked beside it: it may be on a dead connection. */
const PATIENCE_MS = 100;

/**
 * Makes what asks the database for many at once: whatever is asked while a query is under way is gathered into the next one, so
 * that many parallel requests cost a few queries. No answer is older than its question, no query that hangs keeps later
 * questions waiting, and where nothing is under way none waits.
 * @param ask answers each question, in the same order; when it fails those who asked are told
 */
export function gathered<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  let underWay = 0;
  let gathering: Batch<Question, Answer> | undefined;

  return async (question) => {
    gathering ??= gather();
    const { questions, promise } = gathering;
    const index = questions.push(question) - 1;
    return (await promise)[index] as Answer;
  };

  function gather(): Batch<Question, Answer> {
    const batch = { questions: [], ...Promise.withResolvers<Answer[]>() };
    // Those that ask in the same turn come along.
    queueMicrotask(() => {
      if (underWay === 0) void run(batch);
      else setTimeout(() => void run(batch), PATIENCE_MS);
    });
    return batch;
  }

  async function run(batch: Batch<Question, Answer>): Promise<void> {
    if (gathering !== batch) return;
    gathering = undefined;
    underWay++;
    await ask(batch.questions).then(batch.resolve, batch.reject);
    underWay--;
    if (gathering && underWay === 0) void run(gathering);
  }
}
