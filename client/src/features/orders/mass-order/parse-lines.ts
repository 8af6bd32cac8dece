import { MAX_ORDER_LINES } from '#shared/order-lines.ts';
import { parseInteger } from '../../../lib/parse-typed.ts';

/** A line of the box that is not empty. */
export interface TypedLine {
  /** Its line number in the box, from 1. */
  number: number;
  /** As typed. */
  text: string;
  /** The parsed order; null if the line is not `service id | link | quantity`. */
  order: { serviceId: number; link: string; quantity: number } | null;
}

/** Parses the box line by line; empty lines are counted and skipped. */
export function parseLines(text: string): TypedLine[] {
  return text.split('\n').flatMap((typed, at) => {
    const line = typed.trim();
    return line === '' ? [] : [{ number: at + 1, text: line, order: parseOrder(line) }];
  });
}

/** Whether they exceed the limit of one call. */
export function areTooMany(lines: readonly unknown[]): boolean {
  return lines.length > MAX_ORDER_LINES;
}

/** The box without the lines that were placed. */
export function withoutLines(text: string, numbers: ReadonlySet<number>): string {
  const kept = text.split('\n').filter((_, at) => !numbers.has(at + 1));
  return kept.some((line) => line.trim() !== '') ? kept.join('\n') : '';
}

/** The first part of a line, if it may be overwritten: it is empty or has an id. */
const SERVICE_PLACE = /^[\s\d০-৯#]*$/;

/**
 * Puts a service's id into the line at the caret: it replaces another id, or precedes the rest of the line. An empty line also gets the
 * smallest quantity, and only the link is left to type. A complete line stays unchanged unless the caret is in its id; the service then
 * starts the next line.
 * @param caret the position in the text
 * @returns the text, and the next position
 */
export function withService(
  text: string,
  caret: number,
  { id, min }: { id: number; min: number },
): { text: string; caret: number } {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const end = text.indexOf('\n', caret) < 0 ? text.length : text.indexOf('\n', caret);
  const line = text.slice(start, end);
  const bar = line.indexOf('|');
  const isWhole = parseOrder(line.trim()) !== null && caret - start > bar;
  const head = bar < 0 ? line : line.slice(0, bar);
  const rest = SERVICE_PLACE.test(head) ? line.slice(head.length + 1) : ` ${line.trim()}`;
  const isNew = isWhole || rest.trim() === '';
  const written = `${isWhole ? `${line}\n` : ''}${id} |${isNew ? ' ' : rest}`;
  const quantity = isNew ? ` | ${min}` : '';
  return { text: text.slice(0, start) + written + quantity + text.slice(end), caret: start + written.length };
}

/** A link may contain `|`: the first and the last one separate the three parts. */
function parseOrder(line: string): TypedLine['order'] {
  const first = line.indexOf('|');
  const last = line.lastIndexOf('|');
  if (first === last) return null;
  const serviceId = parseInteger(line.slice(0, first).replace(/^\s*#/, ''));
  const quantity = parseInteger(line.slice(last + 1));
  if (serviceId === null || quantity === null) return null;
  return { serviceId, link: line.slice(first + 1, last).trim(), quantity };
}
