/**
 * The number of letters to add, remove, replace or swap with a neighbour to get from one word to the other.
 * @returns `most + 1` if it is more than `most`
 */
export function editDistance(one: string, other: string, most: number): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [row, letter] of from.entries()) {
    const line = [row + 1];
    for (const [at, otherLetter] of to.entries()) {
      const isSwapped = letter === to[at - 1] && from[row - 1] === otherLetter;
      line.push(
        Math.min(
          (last[at] ?? 0) + (letter === otherLetter ? 0 : 1),
          (last[at + 1] ?? 0) + 1,
          (line[at] ?? 0) + 1,
          isSwapped ? (beforeLast[at - 1] ?? 0) + 1 : most + 1,
        ),
      );
    }
    if (Math.min(...line) > most) return most + 1;
    [beforeLast, last] = [last, line];
  }
  return Math.min(last[to.length] ?? 0, most + 1);
}
