import { MAX_ORDER_LINES } from '../../../../shared/order-lines.ts';
import { parseInteger } from '../../lib/parse-typed.ts';

/** A line of the box that is not empty. */
export interface TypedLine {
  /** As it is counted in the box, from 1. */
  number: number;
  /** As it was typed. */
  text: string;
  /** What it asks for; null where it is not of the form `service id | link | quantity`. */
  order: { serviceId: number; link: string; quantity: number } | null;
}

/** Reads the box line by line; empty lines count for the numbers and are nothing else. */
export function parseLines(text: string): TypedLine[] {
  return text.split('\n').flatMap((typed, at) => {
    const line = typed.trim();
    return line === '' ? [] : [{ number: at + 1, text: line, order: parseOrder(line) }];
  });
}

/** Whether they are more than can be sent together. */
export function areTooMany(lines: readonly unknown[]): boolean {
  return lines.length > MAX_ORDER_LINES;
}

/** The box without the lines that were placed. */
export function withoutLines(text: string, numbers: ReadonlySet<number>): string {
  const kept = text.split('\n').filter((_, at) => !numbers.has(at + 1));
  return kept.some((line) => line.trim() !== '') ? kept.join('\n') : '';
}

/** A link may have a `|` of its own: the first and the last part the three. */
function parseOrder(line: string): TypedLine['order'] {
  const first = line.indexOf('|');
  const last = line.lastIndexOf('|');
  if (first === last) return null;
  const serviceId = parseInteger(line.slice(0, first));
  const quantity = parseInteger(line.slice(last + 1));
  if (serviceId === null || quantity === null) return null;
  return { serviceId, link: line.slice(first + 1, last).trim(), quantity };
}
