/** A JSON object. */
export type JsonObject = Record<string, unknown>;

const decoder = new TextDecoder();
const SEPARATORS = Array.from(',[{', (each) => each.charCodeAt(0));
/** A page, not a program's notice in front of the JSON. */
const PAGE = /^\s*<(!doctype|html|head|body)/i;
/** Where the JSON may begin behind notices of PHP: each place is a pass over the text. */
const MOST_BEGINNINGS = 4;
const LONGEST_NOTICES = 65_536;
/** Millions of values would stop the process for seconds. */
const MOST_SEPARATORS = 500_000;

/**
 * Reads the JSON of a response, independent of its content type. A byte order mark and PHP's notices before it are skipped. Every number
 * stays the text that was sent: none passes through a float.
 * @returns undefined for an empty response, a page, and anything else that is not JSON
 */
export function readJson(body: Buffer): unknown {
  if (hasTooManyValues(body)) return undefined;
  const text = decoder.decode(body).trim();
  for (const start of beginningsIn(text)) {
    const json = parseText(text.slice(start));
    if (json !== undefined) return json;
  }
  return undefined;
}

/**
 * Where the JSON of a response may begin: at the first bracket, and at those that begin a line, behind notices of PHP. Brackets within a
 * line of JSON are not beginnings: a cut response is not read.
 */
export function beginningsIn(text: string): number[] {
  const first = text.search(/[{[]/);
  if (first === -1 || PAGE.test(text)) return [];
  if (text.slice(0, first).trim() === '') return [first];
  const starts: number[] = [];
  for (const { index } of text.matchAll(/(?<=\n)[{[]/g)) {
    if (index > LONGEST_NOTICES || starts.push(index) === MOST_BEGINNINGS) break;
  }
  return [...new Set([first, ...starts])];
}

function hasTooManyValues(body: Buffer): boolean {
  return SEPARATORS.some((separator) => {
    let count = 0;
    for (let at = body.indexOf(separator); at !== -1; at = body.indexOf(separator, at + 1)) {
      if (++count > MOST_SEPARATORS) return true;
    }
    return false;
  });
}

/** The value of a JSON text, with numbers as texts; undefined if it is no JSON. */
export function parseText(text: string): unknown {
  try {
    // The third parameter has the source of a number.
    return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    ) as unknown;
  } catch {
    // No JSON, or nested deeper than the stack.
    return undefined;
  }
}

/** The value if it is an object and no list. */
export function objectIn(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of an object itself, never of its prototype. */
export function fieldOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The value if it is a text, or a number as its text, without spaces around it; undefined if it is empty. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

/** Whether PHP and JavaScript call a value true. A zero is not. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== '' && value !== '0';
}

/** How languages write that there is no value. */
const NO_VALUE = /^(null|none|nil|nan|undefined|true|false)$/i;
const NUMBER = /^\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * An id as text: of up to 64 letters, digits and `. _ : -`. A number with a point or an exponent is an id if it is whole.
 * @returns undefined for 0, negative numbers, and everything that is no id
 */
export function idIn(value: unknown): string | undefined {
  const text = textIn(value);
  if (text === undefined || text.length > 64 || NO_VALUE.test(text)) return undefined;
  if (/^\d+$/.test(text)) return /^0+$/.test(text) ? undefined : text;
  if (!NUMBER.test(text)) return /^[A-Za-z0-9_][A-Za-z0-9_.:-]*$/.test(text) ? text : undefined;
  const whole = Number(text);
  return Number.isSafeInteger(whole) && whole > 0 ? String(whole) : undefined;
}
