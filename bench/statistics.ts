/** The middle value, or the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? Number.NaN)) / 2 : upper;
}

/** The lowest and the highest. */
export function rangeOf(values: number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** "0.42 (0.40–0.45)": the median of per-round values and their range. */
export function medianWithRange(values: number[], decimals = 2): string {
  const [lowest, highest] = rangeOf(values);
  return `${median(values).toFixed(decimals)} (${lowest.toFixed(decimals)}–${highest.toFixed(decimals)})`;
}

/** The value that this share (0 to 1) of all is not above. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
