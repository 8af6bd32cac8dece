/** Numbers that only look random: the same seed gives the same ones. */
export interface Random {
  /** From `low` up to `high`, a whole number. */
  between: (low: number, high: number) => number;
  pick: <T>(from: readonly T[]) => T | undefined;
}

/** Mulberry32, by Tommy Ettinger: small, and good enough to choose faults by. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { between, pick: (from) => from[between(0, from.length - 1)] };
}
