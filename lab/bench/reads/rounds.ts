/** How long something takes, in milliseconds. */
export async function msOf(work: () => PromiseLike<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** The values of some rounds, after one that warms up and does not count. */
export async function inRounds<Value>(rounds: number, work: () => Promise<Value>): Promise<Value[]> {
  await work();
  const values: Value[] = [];
  for (let round = 0; round < rounds; round++) values.push(await work());
  return values;
}
