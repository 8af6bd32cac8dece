import { linesOf } from '#shared/comment-lines.ts';
import type { OrderField } from '#shared/order-fields.ts';
import { MAX_ORDER_LINES, type OrderLine } from '#shared/order-lines.ts';
import { readLink } from '#shared/paste/link.ts';
import { quantityOf, ruleOf, type ServiceType } from '#shared/service-types.ts';
import { parseInteger } from '../../../lib/parse-typed.ts';

/** The types of services as far as they are known, by id. */
export type Types = ReadonlyMap<number, ServiceType>;

export type LineOrder = Pick<OrderLine, 'serviceId' | OrderField>;
/** Every field that an order can have, written in the line or not. */
type Parts = { [Field in OrderField]: OrderLine[Field] };

/** A line of the box that is not empty. */
export interface TypedLine {
  /** Its line number in the box, from 1. */
  number: number;
  /** As typed. */
  text: string;
  /** The service that it begins with; null if it begins with none. */
  serviceId: number | null;
  /** The parsed order; null if the line does not have the form of its service's type. */
  order: LineOrder | null;
}

/**
 * Parses the box line by line; empty lines are counted and skipped. The type of its service decides the form of a line:
 * `service id | link | quantity`, `service id | link` or `service id | link | comment | comment`. While the type is unknown, the form is
 * the one that the line looks like.
 */
export function parseLines(text: string, types: Types): TypedLine[] {
  return text.split('\n').flatMap((typed, at) => {
    const line = typed.trim();
    return line === '' ? [] : [{ number: at + 1, text: line, ...parseLine(line, types) }];
  });
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
  const isWhole = isComplete(parseLine(line.trim(), types).order, types) && caret - start > bar;
  const head = bar < 0 ? line : line.slice(0, bar);
  const rest = SERVICE_PLACE.test(head) ? line.slice(head.length + 1) : ` ${line.trim()}`;
  const isNew = isWhole || rest.trim() === '';
  const written = `${isWhole ? `${line}\n` : ''}${id} |${isNew ? ' ' : rest}`;
  const quantity = isNew && ruleOf(type).quantity === 'entered' ? ` | ${min}` : '';
  return { text: text.slice(0, start) + written + quantity + text.slice(end), caret: start + written.length };
}

/** Whether a line needs nothing more; a link alone may be the beginning of one whose type is unknown. */
function isComplete(order: LineOrder | null, types: Types): boolean {
  return order !== null && (types.has(order.serviceId) || Boolean(order.quantity ?? order.comments));
}

function parseLine(line: string, types: Types): Pick<TypedLine, 'serviceId' | 'order'> {
  const [head = '', ...parts] = line.split('|');
  const serviceId = parseInteger(head.replace(/^\s*#/, ''));
  if (serviceId === null || parts.length === 0) return { serviceId, order: null };
  const order = parseParts(parts, types.get(serviceId));
  return { serviceId, order: order && { serviceId, ...order } };
}

/** Before a quantity, and in a package's line, a link may contain `|`. */
function parseParts(parts: string[], type: ServiceType | undefined): Parts | null {
  const quantity = parts.length > 1 ? parseInteger(parts.at(-1) ?? '') : null;
  const rule = type && ruleOf(type);
  if (rule ? rule.takesComments : looksLikeComments(parts, quantity)) {
    const [link = '', ...typed] = parts;
    // A pasted comment may have line breaks that do not end a line of the box.
    const comments = typed.flatMap((part) => linesOf(part));
    return comments.length > 0 ? { link: link.trim(), quantity: undefined, comments } : null;
  }
  if (quantity !== null) return { link: linkIn(parts.slice(0, -1)), quantity, comments: undefined };
  return rule?.quantity === 'entered' ? null : { link: linkIn(parts), quantity: undefined, comments: undefined };
}

function linkIn(parts: string[]): string {
  return parts.join('|').trim();
}

/** Comments follow the link, or a number follows parts that are no link together: "@shop | Nice! | 10". */
function looksLikeComments(parts: string[], quantity: number | null): boolean {
  if (parts.length === 1) return false;
  return quantity === null || (parts.length > 2 && 'problem' in readLink(linkIn(parts.slice(0, -1))));
}
