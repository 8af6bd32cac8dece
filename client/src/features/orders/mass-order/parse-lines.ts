import { MAX_ORDER_LINES } from '#shared/order-lines.ts';
import { type LineReading, type LineOrder as ReadOrder, readOrderLine, type Types } from '#shared/paste/order-line.ts';
import { quantityOf, ruleOf, type ServiceType } from '#shared/service-types.ts';

export type { Types } from '#shared/paste/order-line.ts';

export interface LineOrder extends ReadOrder {
  /** The customer wants it although its link does not fit. */
  fit?: 'confirmed';
}

/** A line of the box that is not empty. */
export interface TypedLine extends LineReading {
  /** Its line number in the box, from 1. */
  number: number;
  /** As typed. */
  text: string;
  order: LineOrder | null;
}

/**
 * Reads the box line by line; empty lines are counted and skipped. The type of its service decides the form of a line. A line whose
 * service is gone stays one for that service: that its quantity is the number of another service is only a choice.
 * @param confirmed the texts of lines that are ordered although their links do not fit
 */
export function parseLines(text: string, types: Types, confirmed: ReadonlySet<string> = new Set()): TypedLine[] {
  const onSale = new Map([...types].filter(([, type]) => type !== null));
  return text.split('\n').flatMap((typed, at) => {
    const line = typed.trim();
    if (line === '') return [];
    const only = readOrderLine(line, types);
    const usual = only.order && only.reordered ? readOrderLine(line, onSale) : only;
    const isOther = only.order && usual.order && only.order.serviceId !== usual.order.serviceId;
    const read: LineReading = isOther ? { ...usual, choices: [only.order as LineOrder] } : only;
    const order: LineOrder | null =
      read.order && confirmed.has(line) ? { ...read.order, fit: 'confirmed' } : read.order;
    return [{ ...read, number: at + 1, text: line, order }];
  });
}

/** An order as a line that has one reading. */
export function plainLine({ serviceId, link, quantity, comments }: ReadOrder): string {
  const [only = '', ...others] = comments ?? [];
  // A single comment with `/` in it is asked about unless its count follows.
  const written = comments && others.length === 0 ? [only, 1] : (comments ?? quantity ?? []);
  return [serviceId, link, written].flat().join(' | ');
}

/** The quantity of a line's order; undefined while its service's type is unknown and the line has none. */
export function quantityOfLine({ serviceId, quantity, comments }: LineOrder, types: Types): number | undefined {
  const type = types.get(serviceId);
  return type ? quantityOf(type, quantity, comments?.length ?? 0) : (quantity ?? comments?.length);
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

/** Replaces a line of the box by another text. A line that the customer has edited since stays. */
export function withLine(text: string, { number, text: before }: TypedLine, after: string): string {
  const lines = text.split('\n');
  return lines[number - 1]?.trim() === before ? lines.with(number - 1, after).join('\n') : text;
}

export interface PickedService {
  id: number;
  min: number;
  type: ServiceType;
}

/** The first part of a line, if it may be overwritten: it is empty or has an id. */
const SERVICE_PLACE = /^[\s\d০-৯#]*$/;

/**
 * Puts a service's id into the line at the caret: it replaces another id, or precedes the rest of the line. An empty line also gets the
 * smallest quantity if its type has one, and only the link is left to type. A complete line stays unchanged unless the caret is in its id;
 * the service then starts the next line.
 * @param caret the position in the text
 * @returns the text, and the next position
 */
export function withService(
  text: string,
  caret: number,
  { id, min, type }: PickedService,
  types: Types,
): { text: string; caret: number } {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const end = text.indexOf('\n', caret) < 0 ? text.length : text.indexOf('\n', caret);
  const line = text.slice(start, end);
  const bar = line.indexOf('|');
  const isWhole = isComplete(readOrderLine(line.trim(), types), types) && caret - start > bar;
  const head = bar < 0 ? line : line.slice(0, bar);
  const rest = SERVICE_PLACE.test(head) ? line.slice(head.length + 1) : ` ${line.trim()}`;
  const isNew = isWhole || rest.trim() === '';
  const written = `${isWhole ? `${line}\n` : ''}${id} |${isNew ? ' ' : rest}`;
  const quantity = isNew && ruleOf(type).quantity === 'entered' ? ` | ${min}` : '';
  return { text: text.slice(0, start) + written + quantity + text.slice(end), caret: start + written.length };
}

/** Whether a line needs nothing more; a link alone may be the beginning of one whose type is unknown. */
function isComplete({ order, choices: [choice] = [] }: LineReading, types: Types): boolean {
  const read = order ?? choice;
  return read !== undefined && (Boolean(types.get(read.serviceId)) || Boolean(read.quantity ?? read.comments));
}
