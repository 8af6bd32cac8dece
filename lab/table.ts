import { median } from './statistics.ts';

/** Rows as aligned lines: the first column to the left, figures to the right. */
export function tableOf(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTableOf([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** A figure for display: "1,298", "4" or "2.53". */
export function shown(value: number): string {
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}

export function rangeText(range: [number, number]): string {
  return range.map(shown).join('–');
}

/** "0.42 (0.40–0.45)": a median with its range. */
export function medianText(values: number[]): string {
  return `${shown(median(values))} (${rangeText([Math.min(...values), Math.max(...values)])})`;
}
