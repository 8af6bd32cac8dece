/** Ten round numbers within each power of ten, at nearly equal ratios. */
const ROUND = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80];
/** Up to this many quantities, each has its own stop. */
const FEW = 50;
const MAX_QUICK = 4;

/**
 * The stops of the slider: both limits and round numbers between them, closer together where they are small, so that 300 can be picked
 * between 100 and 100,000.
 */
export function quantityStops(min: number, max: number): number[] {
  if (max - min <= FEW) return Array.from({ length: max - min + 1 }, (_, at) => min + at);
  return [min, ...between(min, max, ROUND), max];
}

/** The slider's position for a typed quantity: the nearest stop, or its start while the field is empty. */
export function nearestStop(stops: readonly number[], quantity: number | null): number {
  let nearest = 0;
  if (quantity === null) return nearest;
  for (const [at, stop] of stops.entries()) {
    if (Math.abs(stop - quantity) < Math.abs((stops[nearest] ?? 0) - quantity)) nearest = at;
  }
  return nearest;
}

/** Common quantities, the smallest allowed ones first; both limits have their own buttons. */
export function quickQuantities(min: number, max: number): number[] {
  return between(min, max, [10, 50]).slice(0, MAX_QUICK);
}

/** Each of the numbers, from 10 to 99, times a power of ten, if it is within the limits. */
function between(min: number, max: number, numbers: readonly number[]): number[] {
  const found: number[] = [];
  for (let power = 1; power * 10 < max; power *= 10) {
    found.push(...numbers.map((number) => number * power).filter((quantity) => quantity > min && quantity < max));
  }
  return found;
}
