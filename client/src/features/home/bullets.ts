/** A description as lines, split at its full stops; a point within a number does not split. */
export function bulletsOf(description: string): string[] {
  return description
    .split(/(?<=[.।])\s+|\n+/)
    .map((line) => line.trim().replace(/[.।]$/, ''))
    .filter(Boolean);
}
