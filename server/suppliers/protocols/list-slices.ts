import { setImmediate as othersTurn } from 'node:timers/promises';
import { inSlices } from '../list-turns.ts';
import { beginningsIn, type JsonObject, objectIn, parseText } from './read-json.ts';

/** A longer line is not parsed. */
export const MAX_LINE_BYTES = 64 * 1024;
/** Eight megabytes have fewer real ones. */
const MOST_LINES = 200_000;
/** In place of a line that is too long. */
export const TOO_LONG = Symbol('too long');
/** Of an object around a list; it has more where it is the list. */
const MOST_FIELDS = 50;
const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((each) => each.charCodeAt(0)) as [number, number, number];
const [LIST, OBJECT, LIST_END, OBJECT_END] = Array.from('[{]}', (each) => each.charCodeAt(0)) as [
  ...[number, number, number, number],
];
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/;
const MAX_NAME_BYTES = 100;
/** The fields that a list may be in. */
const LIST_FIELD = /^\s*"(data|services)"\s*:\s*(?=[[{])/;

/** The JSON of a list, that is not parsed yet. */
export interface ListJson {
  /** The fields before it of the object around it. Empty for an array. */
  head: JsonObject;
  /** The lines are the values of an object. */
  isObject: boolean;
  /** Its lines as JSON values, with {@link TOO_LONG}, in slices; after each, other work gets a turn. @throws SyntaxError for no JSON */
  slices: AsyncIterable<unknown[]>;
}

/**
 * Finds the list in a response: an array, `data` or `services` of an object, or an object of objects. Its bytes are parsed by the slice:
 * megabytes at once would hold every request of the process.
 * @returns undefined where no JSON begins
 */
export function openList(body: Buffer): ListJson | undefined {
  const beginning = body.toString('latin1', 0, MAX_LINE_BYTES).replace(BYTE_ORDER_MARK, '   ');
  const [first, ...others] = beginningsIn(beginning);
  const open = others.length === 0 ? first : [first, ...others].find((at) => at !== undefined && isWhole(body, at));
  if (open === undefined) return undefined;
  if (body[open] === LIST) return { head: {}, isObject: false, slices: slicesOf(body, open) };
  const fields: [string, unknown][] = [];
  const members = membersIn(body, open);
  let from = open + 1;
  while (fields.length < MOST_FIELDS) {
    const name = LIST_FIELD.exec(body.toString('latin1', from, from + MAX_NAME_BYTES))?.[0];
    if (name !== undefined) {
      const list = from + name.length;
      return { head: Object.fromEntries(fields), isObject: body[list] === OBJECT, slices: slicesOf(body, list, false) };
    }
    const member = members.next();
    if (member.done) break;
    const { to } = member.value;
    if (to - from < MAX_LINE_BYTES)
      fields.push(...Object.entries(objectIn(parseText(`{${body.toString('utf8', from, to)}}`)) ?? {}));
    from = to + 1;
  }
  return { head: Object.fromEntries(fields), isObject: true, slices: slicesOf(body, open) };
}

/** Whether an array or object begins here and nothing follows it. */
function isWhole(body: Buffer, open: number): boolean {
  const members = membersIn(body, open);
  let next = members.next();
  while (!next.done) next = members.next();
  return isBlankFrom(body, next.value);
}

function isBlankFrom(body: Buffer, start: number | undefined): boolean {
  return start !== undefined && body.toString('latin1', start).trim() === '';
}

/** @param isLast whether nothing may follow the list */
async function* slicesOf(body: Buffer, open: number, isLast = true): AsyncGenerator<unknown[]> {
  const parse = ({ from, to }: Member) =>
    to - from > MAX_LINE_BYTES ? TOO_LONG : valueOf(body.toString('utf8', from, to), body[open] === LIST);
  let count = 0;
  for (const slice of inSlices(linesIn(body, open, isLast), ({ from, to }) => to - from)) {
    count += slice.length;
    if (count > MOST_LINES) throw new SyntaxError('A list does not have so many lines');
    yield slice.map(parse);
    await othersTurn();
  }
}

/** @throws SyntaxError where the list ends, if it is cut */
function* linesIn(body: Buffer, open: number, isLast: boolean): Generator<Member> {
  const end = yield* membersIn(body, open);
  if (end === undefined || (isLast && !isBlankFrom(body, end))) throw new SyntaxError('The list is cut');
}

/** @throws SyntaxError */
function valueOf(text: string, isElement: boolean): unknown {
  const value = isElement ? parseText(text) : Object.values(objectIn(parseText(`{${text}}`)) ?? {})[0];
  if (value === undefined) throw new SyntaxError('The member of a list is no JSON');
  return value;
}

interface Member {
  from: number;
  to: number;
}

/** The members of an array or object, without their commas. @returns the place behind it; undefined if it does not end */
function* membersIn(body: Buffer, open: number): Generator<Member, number | undefined> {
  const close = body[open] === LIST ? LIST_END : OBJECT_END;
  let depth = 0;
  let from = open + 1;
  for (let at = from; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) {
      at = endOfText(body, at);
      if (at === -1) return undefined;
    } else if (byte === LIST || byte === OBJECT) depth++;
    else if (byte === COMMA && depth === 0) {
      yield { from, to: at };
      from = at + 1;
    } else if (byte === LIST_END || byte === OBJECT_END) {
      if (depth-- > 0) continue;
      if (byte !== close) return undefined;
      if (body.toString('latin1', from, at).trim() !== '') yield { from, to: at };
      return at + 1;
    }
  }
  return undefined;
}

/** The place of the quote that ends a text. */
function endOfText(body: Buffer, start: number): number {
  for (let end = body.indexOf(QUOTE, start + 1); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (body[end - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}
