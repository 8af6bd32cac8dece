import fc from 'fast-check';

/** Every choice that goes into an input, made from a seed alone. */
export interface Choices {
  pick: <Item>(items: readonly Item[]) => Item;
  /** True in so many of a hundred cases. */
  chance: (percent: number) => boolean;
  /** A whole number, both ends included. */
  whole: (min: number, max: number) => number;
}

/**
 * Makes something from choices that depend on nothing but the seed and the number.
 * @param number which of the seed's inputs it is, from 0
 */
export function chosenBy<Made>(seed: number, number: number, make: (choices: Choices) => Made): Made {
  const made = fc.gen().map((draw) => {
    const whole = (min: number, max: number) => draw(fc.integer, { min, max });
    return make({
      whole,
      pick: (items) => items[whole(0, items.length - 1)] as (typeof items)[number],
      chance: (percent) => whole(1, 100) <= percent,
    });
  });
  // Spread out, so that neighbouring numbers of neighbouring seeds are not the same input.
  const [only] = fc.sample(made, { seed: Math.imul(seed, 1_000_003) + number, numRuns: 1, unbiased: true });
  return only as Made;
}
