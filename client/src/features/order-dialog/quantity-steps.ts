/**
 * How far one step of the slider goes: the largest power of ten that leaves at least a hundred steps and divides the
 * whole way, so that round quantities and both ends can be reached.
 */
export function sliderStep(min: number, max: number): number {
  const way = max - min;
  let step = 1;
  while (step * 10 <= way / 100 && way % (step * 10) === 0) step *= 10;
  return step;
}

/** Where the slider stands for a typed quantity: as near as it can be, at its start while nothing is typed. */
export function withinRange(quantity: number | null, min: number, max: number): number {
  return Math.min(Math.max(quantity ?? min, min), max);
}
