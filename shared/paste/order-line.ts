import { linesOf } from '../comment-lines.ts';
import { ruleOf, type ServiceType } from '../service-types.ts';
import { latinForm } from './clean.ts';
import { readLink } from './link.ts';
import { readNumber } from './number.ts';

/** The types of services as far as they are known, by id; null for an id that no service has. */
export type Types = ReadonlyMap<number, ServiceType | null>;

/** Every field that an order can have, written in the line or not. */
export interface LineOrder {
  serviceId: number;
  link: string;
  quantity: number | undefined;
  comments: string[] | undefined;
}

/** Why a line is not an order. A line whose link or quantity is the problem has the sentence of that. */
export const lineProblems = {
  malformed: 'Write it as service id | link | quantity',
  malformed_package: 'Write it as service id | link',
  malformed_comments: 'Write it as service id | link | comment | comment',
  which_number: 'Which number is the service? Write # before it',
  which_reading: 'This line can be read in more than one way: write | between its parts',
  comments_by_slash: 'Are these several comments? Write | between them',
  link: 'The link can’t be read',
  quantity: 'The quantity can’t be read',
} as const;
export type LineProblem = keyof typeof lineProblems;

export interface LineReading {
  /** The service that the line names; null if it names none. */
  serviceId: number | null;
  /** Null for a line that can't be read, or that is asked about. */
  order: LineOrder | null;
  /** Whether the parts stand in another order than service, link, quantity. */
  reordered: boolean;
  /** A sentence in English. */
  problem?: string;
  code?: LineProblem;
  /** What an asked-about line could mean. */
  choices?: LineOrder[];
}

/** Signs between the columns of a line, by how sure they are. */
const SEPARATORS = ['|', '\t', ';', ','] as const;

/**
 * Reads a line of a mass order: a service, a link and a quantity or comments, in any order. The type of the service decides the form of
 * its line; while the type is unknown, the form is the one that the line looks like.
 */
export function readOrderLine(line: string, types: Types): LineReading {
  let best: LineReading | undefined;
  for (const separator of SEPARATORS) {
    if (!line.includes(separator)) continue;
    const reading = separator === ',' ? readCommas(line, types) : readColumns(line.split(separator), separator, types);
    if (reading.order) return reading;
    if (!best || (reading.choices && !best.choices)) best = reading;
  }
  return best ?? refuse('malformed', serviceIn(line));
}

/** Commas also group digits and stand in links: a line counts that has one reading. */
function readCommas(line: string, types: Types): LineReading {
  const parts = line.split(',');
  if (parts.length > MOST_PARTS) return refuse('malformed', serviceIn(parts[0] ?? ''));
  const found = new Map<string, LineReading>();
  let first: LineReading | undefined;
  const add = (cells: string[][]) => {
    const reading = readColumns(
      cells.map((cell) => cell.join(',')),
      ',',
      types,
    );
    first ??= reading;
    // The comma behind a number is a separator, if it groups no digits.
    if (
      cells.some(
        (cell) => cell.length > 1 && serviceIn(cell[0] ?? '') !== null && kindOf(cell.join(), ',') !== 'number',
      )
    )
      return;
    for (const order of reading.order ? [reading.order] : (reading.choices ?? [])) {
      found.set(JSON.stringify(order), reading.order ? reading : { ...reading, order });
    }
  };
  const cuts = [...parts.keys()].slice(1);
  for (const one of cuts) {
    for (const two of cuts.slice(one)) add([parts.slice(0, one), parts.slice(one, two), parts.slice(two)]);
  }
  if (found.size === 0) for (const one of cuts) add([parts.slice(0, one), parts.slice(one)]);
  const all = [...found.values()];
  // A line in the usual order is not also one in another order.
  const usual = all.filter(({ reordered }) => !reordered);
  const readings = usual.length > 0 ? usual : all;
  const [only] = readings;
  if (!only) return first ?? refuse('malformed', serviceIn(parts[0] ?? ''));
  if (readings.length === 1 && only.code === undefined) return only;
  const choices = readings.flatMap(({ order }) => order ?? []);
  return { ...refuse(only.code ?? 'which_reading', only.serviceId), choices };
}

/** A line of three columns has no more commas. */
const MOST_PARTS = 12;

function readColumns(typed: string[], separator: string, types: Types): LineReading {
  const end = separator === '\t' ? typed.findLastIndex((cell) => cell.trim() !== '') + 1 : typed.length;
  const written = separator === '|' ? typed : typed.slice(0, end).map(unquoted);
  const cells = written.map((cell) => cell.trim());
  const serviceId = serviceIn(cells[0] ?? '');
  if (cells.length < 2) return refuse('malformed', serviceId);
  if (serviceId !== null && types.get(serviceId) === null && cells.length === 3) {
    // No service has this number: it may be the quantity.
    const at = linkAt(cells, separator, true, false);
    const other = at < 0 ? undefined : readOthers(cells[at] ?? '', cells.toSpliced(at, 1), false, types);
    if (other?.order) return other;
  }
  const at = linkAt(cells, separator, serviceId !== null, serviceId !== null && takesComments(types.get(serviceId)));
  if (serviceId !== null && at === 1) return readRest(serviceId, written.slice(1), separator, types);
  if (at < 0) return refuse(malformedFor(types.get(serviceId ?? 0)), serviceId);
  return readOthers(cells[at] ?? '', cells.toSpliced(at, 1), at === 0, types);
}

/** Where the link is; -1 if no part is one. A bare number is a page only where no other part is a link. */
function linkAt(cells: string[], separator: string, hasService: boolean, hasComments: boolean): number {
  if (hasService && isNamed(kindOf(cells[1] ?? '', separator))) return 1;
  const kinds = cells.map((cell) => kindOf(cell, separator));
  const addresses = kinds.filter((kind) => kind === 'address').length;
  if (addresses === 1) return kinds.indexOf('address');
  if (hasService && (hasComments || !kinds.includes('name', 2))) return 1;
  const names = kinds.filter((kind) => kind === 'name').length;
  return addresses === 0 && names === 1 ? kinds.indexOf('name') : -1;
}

type Kind = 'number' | 'address' | 'name' | 'text';

const isNamed = (kind: Kind): boolean => kind === 'address' || kind === 'name';

function kindOf(cell: string, separator: string): Kind {
  const number = readNumber(cell, 'person');
  if (serviceIn(cell) !== null || 'value' in number || number.values) return 'number';
  if (separator === ',' && /\s/.test(cell)) return 'text';
  const read = readLink(cell);
  if ('link' in read) return /^https?:/i.test(read.link) ? 'address' : 'name';
  return read.code === 'not_a_link' || read.code === 'missing' || read.code === 'too_long' ? 'text' : 'address';
}

/** The parts beside a link that does not follow the service. */
function readOthers(link: string, others: string[], isFirst: boolean, types: Types): LineReading {
  const named = others.findIndex((cell) => cell.startsWith('#'));
  const [first, second] = others.slice(0, 2).flatMap((cell, at) => {
    const serviceId = serviceIn(cell);
    const type = serviceId === null ? null : types.get(serviceId);
    if (serviceId === null || type === null || (named >= 0 && at !== named)) return [];
    if (at === 1 && (others.length > 2 || takesComments(type))) return [];
    return [readRest(serviceId, [link, ...others.toSpliced(at, 1)], '\t', types)];
  });
  if (!first) return refuse('malformed', null);
  // "service | quantity | link" is usual; of two numbers after a link neither is more likely the service.
  const isAsked = isFirst && first.order && second?.order;
  const reading = isAsked ? { ...refuse('which_number', null), choices: [first.order, second.order] } : first;
  return { ...(reading as LineReading), reordered: true };
}

/** The parts after the service: link and quantity, or link and comments. Before a quantity, a link may have the separator in it. */
function readRest(serviceId: number, parts: string[], separator: string, types: Types): LineReading {
  const type = types.get(serviceId);
  const rule = type ? ruleOf(type) : undefined;
  const last = parts.length > 1 ? (parts.at(-1)?.trim() ?? '') : '';
  const hasQuantity = last !== '' && /\d/.test(latinForm(last)) && !isComment(last);
  if (rule ? rule.takesComments : looksLikeComments(parts, hasQuantity, separator)) {
    return readComments(serviceId, parts, type);
  }
  if (rule?.quantity === 'entered' && !hasQuantity) return refuse('malformed', serviceId);
  const link = (hasQuantity ? parts.slice(0, -1) : parts).join(separator).trim();
  const number = hasQuantity ? readNumber(last, 'person') : { value: undefined };
  const read = readWhole(link);
  if (!read) return { ...refuse('link', serviceId), ...problemOf(link) };
  const order = (quantity: number | undefined): LineOrder => ({ serviceId, link: read, quantity, comments: undefined });
  // Nothing is charged on a guess: of several numbers any may be the quantity, and a short one in the link's place is hardly a page.
  const others = parts.slice(1, -1).map((part) => readNumber(part.trim(), 'person'));
  const counts = [...others, number].flatMap((each) => ('value' in each ? [each.value] : []));
  if (counts.length > 1) {
    const [page = ''] = parts.map(readWhole);
    return { ...refuse('quantity', serviceId), choices: counts.map((count) => ({ ...order(count), link: page })) };
  }
  if (/^\d{1,4}$/.test(read) && 'value' in number)
    return { ...refuse('link', serviceId), choices: [order(number.value)] };
  if ('value' in number) {
    if (number.value === 0) return refuse('quantity', serviceId);
    return { serviceId, order: order(number.value), reordered: false };
  }
  const choices = number.values?.map(order);
  return { ...refuse('quantity', serviceId), problem: number.problem, ...(choices && { choices }) };
}

/** A link that has spaces is a text with a link in it, and no link that was cut at a separator. */
function readWhole(typed: string): string | undefined {
  const read = readLink(typed);
  return 'link' in read ? read.link : undefined;
}

function problemOf(typed: string): { problem?: string } {
  const read = readLink(typed);
  return 'problem' in read ? { problem: read.problem } : {};
}

/** Whether a text is more than a number could be. */
const isComment = (text: string): boolean => {
  const read = readNumber(text, 'person');
  return 'problem' in read && read.values === undefined;
};

/** Comments follow the link, or a number follows parts that are no link together: "@shop | Nice! | 10". */
function looksLikeComments(parts: string[], hasQuantity: boolean, separator: string): boolean {
  if (parts.length === 1) return false;
  if (!hasQuantity) return true;
  const link = parts.slice(0, -1).join(separator).trim();
  return parts.length > 2 && (/\s/.test(link) || readWhole(link) === undefined);
}

function readComments(
  serviceId: number,
  [link = '', ...typed]: string[],
  type: ServiceType | null | undefined,
): LineReading {
  // A pasted comment may have line breaks that do not end a line of the box.
  const parts = typed.flatMap((part) => linesOf(part));
  const comments = withoutCount(parts);
  const read = readWhole(link);
  if (comments.length === 0) return refuse(type ? malformedFor(type) : 'malformed_comments', serviceId);
  if (!read) return { ...refuse('link', serviceId), ...problemOf(link) };
  const order = (written: string[]): LineOrder => ({ serviceId, link: read, quantity: undefined, comments: written });
  const long = comments.filter((comment) => !/^\d+$/.test(latinForm(comment)));
  const pieces = piecesOf(long.length === 1 ? (long[0] ?? '') : '');
  const isCounted = comments.length === 2 && comments.some((comment) => latinForm(comment) === String(pieces.length));
  if (pieces.length < 2 || comments.length < parts.length || (comments.length > 1 && !isCounted)) {
    return { serviceId, order: order(comments), reordered: false };
  }
  return { ...refuse('comments_by_slash', serviceId), choices: [order(pieces), order(long)] };
}

/** A number before or after the comments that says how many they are is none of them. */
function withoutCount(comments: string[]): string[] {
  const isCount = (text: string | undefined) => text !== undefined && latinForm(text) === String(comments.length - 1);
  if (comments.length < 2) return comments;
  if (isCount(comments[0])) return comments.slice(1);
  return isCount(comments.at(-1)) ? comments.slice(0, -1) : comments;
}

/** The pieces of a comment with `/` between words, as some panels separate comments. */
function piecesOf(comment: string): string[] {
  if (comment.includes('://')) return [];
  const pieces = comment.split('/').map((piece) => piece.trim());
  return pieces.every((piece) => /[\p{L}\p{Extended_Pictographic}]/u.test(piece)) ? pieces : [];
}

/** A cell as spreadsheets and programs quote it. */
const unquoted = (cell: string): string => /^\s*"([^"]*)"\s*$/.exec(cell)?.[1] ?? cell;

/** The service of a part: its number, which may follow a `#`. */
function serviceIn(cell: string): number | null {
  const digits = /^\s*#?\s*(\d{1,15})\s*$/.exec(latinForm(cell.slice(0, 100)))?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

const takesComments = (type: ServiceType | null | undefined): boolean => (type ? ruleOf(type).takesComments : false);

function malformedFor(type: ServiceType | null | undefined): LineProblem {
  if (takesComments(type)) return 'malformed_comments';
  return type && ruleOf(type).quantity === 'one' ? 'malformed_package' : 'malformed';
}

function refuse(code: LineProblem, serviceId: number | null): LineReading {
  return { serviceId, order: null, reordered: false, problem: lineProblems[code], code };
}
