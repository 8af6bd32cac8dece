/** The duration of some work in milliseconds. */
export async function msOf(work: () => PromiseLike<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** The values of some rounds, after one warm-up that does not count. */
export async function inRounds<Value>(rounds: number, work: () => Promise<Value>): Promise<Value[]> {
  await work();
  const values: Value[] = [];
  for (let round = 0; round < rounds; round++) values.push(await work());
  return values;
}
