/** How long something takes, in milliseconds. */
export async function msOf(what: () => PromiseLike<unknown>): Promise<number> {
  const startedMs = performance.now();
  await what();
  return performance.now() - startedMs;
}

/** Does something once more than counts, the first time to warm up. */
export async function inTurn<Value>(rounds: number, what: () => Promise<Value>): Promise<Value[]> {
  await what();
  const values: Value[] = [];
  for (let round = 0; round < rounds; round++) values.push(await what());
  return values;
}
