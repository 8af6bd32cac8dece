/** Runs at most `most` works at once; others wait in turn. */
export function limiter(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
