import fc from 'fast-check';

/** Random choices that depend only on a seed. */
export interface Choices {
  pick: <Item>(items: readonly Item[]) => Item;
  /** True with this probability. */
  chance: (percent: number) => boolean;
  /** A whole number, both ends included. */
  whole: (min: number, max: number) => number;
}

export function choicesOf(seed: number): Choices {
  const [draw] = fc.sample(fc.gen(), { seed, numRuns: 1, unbiased: true });
  if (!draw) throw new Error('fast-check returned no sample');
  const whole = (min: number, max: number) => draw(fc.integer, { min, max });
  return {
    whole,
    pick: (items) => items[whole(0, items.length - 1)] as (typeof items)[number],
    chance: (percent) => whole(1, 100) <= percent,
  };
}
