import { latinForm, visible } from './clean.ts';

/** Why a text has no transaction id that can be taken. */
export const referenceProblems = {
  missing: 'Transaction ID is required',
  no_reference: 'No transaction ID was found in this text: paste the ID alone',
  two_references: 'This text has two transaction IDs: which one? {first} or {second}',
  length: 'A transaction ID has 4 to 80 letters or digits',
  characters: 'A transaction ID has letters, digits, - and _ only',
} as const;
export type ReferenceProblem = keyof typeof referenceProblems;

export interface ReferenceRead {
  /** As typed, with Latin digits and without blanks. */
  reference: string;
  /** Whether the method's ids have another form: "is this the id?" */
  unusual: boolean;
}

export interface ReferenceRefused {
  /** A sentence in English. */
  problem: string;
  code: ReferenceProblem;
  values?: Record<string, string>;
}

interface Form {
  names: RegExp;
  /** Of an id alone. */
  form: RegExp;
  /** Of a word in a message, which also has words and phone numbers of that length. */
  word: RegExp;
}

/** Methods whose ids have a known form, by their names in English or Bengali. */
const forms: Form[] = [
  { names: /b-?kash|বিকাশ/i, form: /^[a-z\d]{10}$/i, word: /^(?=[A-Z\d]*\d)[A-Z][A-Z\d]{9}$/ },
  { names: /nagad|নগদ/i, form: /^[a-z\d]{8}$/i, word: /^(?=\d*[A-Z])(?=[A-Z]*\d)[A-Z\d]{8}$/ },
  { names: /rocket|রকেট/i, form: /^(?!01\d{9}$)\d{8,12}$/, word: /^(?!0)\d{10}$/ },
  { names: /upay|উপায়|উপায়/i, form: /^[a-z\d]{10}$/i, word: /^(?=\d*[A-Z])(?=[A-Z]*\d)[A-Z\d]{10}$/ },
];

const PHONE = /^01\d{9}$/;
const ANY = /^[A-Za-z\d_-]{4,80}$/;

/** What stands before an id in the messages of mobile money, and how people write it. */
const LABEL =
  /(?:\b(?:tr[xn]|txn?|tnx|trans(?:action)?)|ট্রান?জ্?যা?কশন|ট্রান?জেকশন|ট্র্যান?জ্?যা?কশন|ট্র্যানজেকশন|ট্রানজাকশন|ট্রাঞ্জেকশন|লেনদেন|টিআরএক্স)[ .-]?(?:id|no|number|আইডি|নম্বর|নং|নাম্বার)?\.? ?(?:is|হলো|হল)?[ :#=.\u2013-]{0,4}/gi;

/** The longest message that is read. */
const LONGEST = 2000;
/** An id is typed in at most so many pieces. */
const MOST_PIECES = 10;

/**
 * Reads the one transaction id of what people paste: the id alone, with blanks in it, or a whole message.
 * @param method the payment method's name, which tells the form of its ids
 */
export function readReference(text: string, method: string): ReferenceRead | ReferenceRefused {
  const typed = latinForm(visible(text)).replaceAll(/\s+/g, ' ');
  if (typed === '') return refuse('missing');
  const known = forms.find(({ names }) => names.test(method));
  const read = (reference: string): ReferenceRead => ({
    reference,
    unusual: known !== undefined && !known.form.test(reference),
  });
  const alone = /[\p{L}\d_-](?:.*[\p{L}\d_-])?/su.exec(typed)?.[0] ?? '';
  if (ANY.test(alone) && !/^(?:trx|txn|tnx)-?id/i.test(alone)) return read(alone);
  const joined = alone.replaceAll(/[ -]/g, '');
  if (known?.form.test(joined) && isOneCase(joined) && /\d/.test(joined)) return read(joined);
  const message = typed.slice(0, LONGEST);
  const [first, second] = new Set(idsIn(message, known));
  if (first === undefined) return refuse(whyNot(alone));
  return second === undefined ? read(first) : refuse('two_references', { first, second });
}

/** Other words may follow a label: an amount, or the sender's phone number. */
function idsIn(message: string, known: Form | undefined): string[] {
  const ids = labelled(message, known);
  if (!known) return ids;
  const fitting = ids.filter((id) => known.form.test(id));
  if (fitting.length > 0) return fitting;
  const words = message.split(/[^A-Za-z\d]+/).filter((word) => known.word.test(word));
  return words.length > 0 ? words : ids.filter((id) => !PHONE.test(id));
}

/** The ids that follow a label. */
function labelled(message: string, known: Form | undefined): string[] {
  return [...message.matchAll(LABEL)].flatMap(({ 0: label, index }) => {
    const rest = message.slice(index + label.length, index + label.length + 120).split(' ');
    const [word = ''] = /^[A-Za-z\d_-]*/.exec(rest[0] ?? '') ?? [];
    if (known && !known.form.test(word)) {
      const pieces = rest.slice(0, MOST_PIECES);
      const joined = pieces.map((_, at) =>
        pieces
          .slice(0, at + 1)
          .join('')
          .replace(/[.,]$/, ''),
      );
      // A piece that is an id alone is no part of one.
      const last = pieces.findIndex((piece) => known.word.test(piece));
      const whole = joined
        .slice(0, last < 0 ? undefined : last)
        .find((each) => known.form.test(each) && isOneCase(each));
      if (whole) return [whole];
    }
    // A word without a digit is a word of the message.
    return ANY.test(word) && /\d/.test(word) ? [word] : [];
  });
}

const isOneCase = (id: string): boolean => id === id.toUpperCase() || id === id.toLowerCase();

function whyNot(alone: string): ReferenceProblem {
  if (/\s/.test(alone)) return 'no_reference';
  return /^[A-Za-z\d_-]*$/.test(alone) ? 'length' : 'characters';
}

/** Characters that look alike, as one of them. In upper case an `l` is an `L`. */
const ALIKE: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8' };

/** Whether two different ids differ by look-alikes only (O and 0, I, 1 and l, S and 5, B and 8), or by one character. */
export function lookAlikes(one: string, other: string): boolean {
  const [a, b] = [one.toUpperCase(), other.toUpperCase()];
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  if (folded(a) === folded(b)) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(a.length === b.length ? at + 1 : at) === long.slice(at + 1);
}

/** An id in upper case with its look-alikes as one character: equal for ids that differ by nothing else. */
export function folded(id: string): string {
  return id.toUpperCase().replaceAll(/[OILSB]/g, (letter) => ALIKE[letter] ?? letter);
}

/** What an id has, folded. */
const SIGNS = Array.from('-0123456789ACDEFGHJKMNPQRTUVWXYZ_');

/** The folded form of every id that looks like this one: a few hundred for ten characters, some five thousand for eighty. */
export function foldedLookAlikes(id: string): string[] {
  const whole = folded(id);
  const near = Array.from({ length: whole.length + 1 }, (_, at) => {
    const [head, behind] = [whole.slice(0, at), whole.slice(at + 1)];
    return [head + behind, ...SIGNS.flatMap((sign) => [head + sign + behind, head + sign + whole.slice(at)])];
  });
  return [...new Set(near.flat())];
}

function refuse(code: ReferenceProblem, values?: Record<string, string>): ReferenceRefused {
  const problem = referenceProblems[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => values?.[name] ?? '');
  return values ? { problem, code, values } : { problem, code };
}
