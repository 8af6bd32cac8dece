const grouped = new Intl.NumberFormat('en-US');

/** A whole number with thousands parted: "12,500". */
export function formatCount(value: number): string {
  return grouped.format(value);
}

/** "1 hour", "24 hours". */
export function formatHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${formatCount(hours)} hours`;
}
