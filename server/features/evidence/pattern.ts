/** What a wording may name between braces, and the form of each: all but `memo`, which is what its neighbours leave. */
const figures = /(?:\d{1,3}(?:,\d{2,3}){0,2},\d{3}|\d{1,9})(?:\.\d{1,2})?|\.\d{1,2}/y;
const forms = {
  amount: figures,
  fee: figures,
  balance: figures,
  /** A phone number, also a masked one. */
  payer: /\+?[\dX*]{4,16}(?![\p{L}\p{N}])/uy,
  /** A word, such as a bank's. */
  source: /[A-Za-z]{2,20}/y,
  id: /(?=[A-Za-z]*\d)[A-Za-z\d]{6,32}(?![\p{L}\p{N}])/uy,
  at: /\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}(?::\d{2})?|\d{2}-[A-Za-z]{3}-\d{2} \d{2}:\d{2}:\d{2} [ap]m/y,
  /** A code, also a masked one. */
  code: /[\d•]{4,8}/y,
};
/** A name of a business: it ends where the text goes on, has a letter, and no full stop. */
const NAME = /^(?=.*\p{L})[\p{L}\p{M}\d &'’()/_-]{2,60}$/u;
/** The payer's own words. */
const LONGEST_MEMO = 100;
/** What stands behind a memo is at most so long. */
const LONGEST_TAIL = 400;

export const fieldNames = [...Object.keys(forms), 'name', 'memo'] as (keyof typeof forms | 'name' | 'memo')[];
export type FieldName = (typeof fieldNames)[number];

type Token = { literal: string } | { field: FieldName };
export type Pattern = Token[];
export type Fields = Partial<Record<FieldName, string>>;

/** Why a text is no wording. */
export interface PatternProblem {
  /** A sentence in English. */
  problem: string;
}

/**
 * Reads a wording: text with fields in braces. Between two fields stands a text, so that each message has one reading, found in linear
 * time.
 */
export function readPattern(text: string): Pattern | PatternProblem {
  const parts = normalized(text).text.split(/\{([^{}]*)\}/);
  const tokens: Token[] = [];
  const seen = new Set<string>();
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) {
      if (/[{}]/.test(part)) return { problem: 'A brace stands alone: fields are written like {amount}' };
      if (part !== '') tokens.push({ literal: part });
      continue;
    }
    const field = fieldNames.find((name) => name === part);
    if (!field) return { problem: `There is no field {${part.slice(0, 20)}}. The fields are ${fieldNames.join(', ')}` };
    if (seen.has(field)) return { problem: `The field {${field}} is there twice` };
    const last = tokens.at(-1);
    if (last && 'field' in last) return { problem: `Between {${last.field}} and {${field}} a text is missing` };
    seen.add(field);
    tokens.push({ field });
  }
  if (!tokens.some((token) => 'literal' in token && /\p{L}{3}/u.test(token.literal))) {
    return { problem: 'The wording needs a text beside its fields' };
  }
  const last = tokens.at(-1);
  if (last && 'field' in last && last.field === 'memo') return { problem: 'Behind {memo} a text is missing' };
  return tokens;
}

/** White space behind one of these is left out. */
const STOP = /[.,:!]/;

/** A text as it is compared, and where each of its characters stood. */
interface Normalized {
  text: string;
  /** The text with its white space folded, from which memos are taken. */
  folded: string;
  /** The place of each character in it. */
  places: number[];
}

/**
 * White space is folded and left out behind `.`, `,`, `:` and `!`, where providers are inconsistent, but not within a number; digits of other widths become ASCII;
 * an advertisement and a full stop at the end are left out.
 */
export function normalized(raw: string): Normalized {
  const folded = raw
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replace(/\.? ?Download [^.]{0,40}https?:\/\/\S{1,60}$/i, '')
    .replace(/\.$/, '');
  const places: number[] = [];
  let text = '';
  for (let at = 0; at < folded.length; at++) {
    if (folded[at] === ' ' && STOP.test(folded[at - 1] ?? '') && !/\d[.,] \d/.test(folded.slice(at - 2, at + 2)))
      continue;
    places.push(at);
    text += folded[at];
  }
  return { text, folded, places };
}

/** Full-width and mathematical digits; those of other scripts stay, and are refused where a number stands. */
function asciiDigit(digit: string): string {
  const plain = digit.normalize('NFKC');
  return /^\d$/.test(plain) ? plain : digit;
}

/** Only ASCII, so that the length stays. */
export const lower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The fields of a message that a wording fits from end to end; undefined if it does not. */
export function match(pattern: Pattern, message: Normalized): Fields | undefined {
  const low = lower(message.text);
  const memoAt = pattern.findIndex((token) => 'field' in token && token.field === 'memo');
  if (memoAt < 0) {
    const read = step(pattern, message.text, low, 0);
    return read?.end === low.length ? read.fields : undefined;
  }
  const head = step(pattern.slice(0, memoAt), message.text, low, 0);
  if (!head) return undefined;
  // From the end, because a payer may write what looks like the provider's own words.
  const [first, ...rest] = pattern.slice(memoAt + 1);
  if (!first || !('literal' in first)) return undefined;
  const literal = first.literal.trimStart();
  const tail = [{ literal }, ...rest];
  const words = literalsOf(tail);
  const word = lower(literal);
  for (
    let at = low.lastIndexOf(word);
    at >= head.end && low.length - at <= LONGEST_TAIL;
    at = at > 0 ? low.lastIndexOf(word, at - 1) : -1
  ) {
    // The blank before it may have been left out.
    const isApart = literal === first.literal || at === head.end || /[ .,:!]/.test(low[at - 1] ?? '');
    const read = isApart ? step(tail, message.text, low, at) : undefined;
    if (read?.end !== low.length) continue;
    const memo = memoBetween(message, head.end, at);
    return memo === undefined || isImitation(memo, words) ? undefined : { ...head.fields, ...read.fields, memo };
  }
  return undefined;
}

const literalsOf = (tokens: Pattern) => tokens.flatMap((token) => ('literal' in token ? [lower(token.literal)] : []));

function memoBetween({ folded, places }: Normalized, start: number, end: number): string | undefined {
  const [from = 0, to = 0] = [places[start], places[end]];
  const memo = folded.slice(from, to).trim();
  return memo.length <= LONGEST_MEMO ? memo : undefined;
}

/** Whether a memo has the words that stand around the provider's fields. */
function isImitation(memo: string, words: string[]): boolean {
  const bare = (text: string) => lower(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const typed = bare(memo);
  return words.map(bare).some((word) => word.length >= 4 && typed.includes(word));
}

/** Reads tokens one after another from a place; undefined where one does not fit. */
function step(tokens: Pattern, text: string, low: string, start: number): { end: number; fields: Fields } | undefined {
  const fields: Fields = {};
  let at = start;
  for (const [index, token] of tokens.entries()) {
    if ('literal' in token) {
      if (!low.startsWith(lower(token.literal), at)) return undefined;
      at += token.literal.length;
      continue;
    }
    const value = token.field === 'name' ? nameAt(tokens[index + 1], text, low, at) : valueAt(token.field, text, at);
    if (value === undefined) return undefined;
    fields[token.field] = value;
    at += value.length;
  }
  return { end: at, fields };
}

function valueAt(field: FieldName, text: string, at: number): string | undefined {
  const form = forms[field as keyof typeof forms];
  form.lastIndex = at;
  return form.exec(text)?.[0];
}

/** A name ends where the next text begins. */
function nameAt(next: Token | undefined, text: string, low: string, at: number): string | undefined {
  const end = next && 'literal' in next ? low.indexOf(lower(next.literal), at) : text.length;
  const name = end < 0 || end - at > 60 ? '' : text.slice(at, end);
  return NAME.test(name) && !/[\dX*]{6}/i.test(name) ? name : undefined;
}
