/** Stands for a key in everything that is stored or displayed. */
const MASK = '***';

/** Takes a key out of texts and bytes, in the spellings that a supplier may echo it in. */
export interface KeyMask {
  text(text: string): string;
  /** As `text`, except that a key of a few characters stays: it would be found in ordinary words. */
  words(text: string): string;
  /** The masked beginning of a body. @param maxBytes of the result */
  bytes(body: Buffer, maxBytes: number): Buffer;
}

const HTML_ENTITIES: Record<string, string[]> = {
  '&': ['&amp;', '&#38;', '&#038;'],
  '"': ['&quot;', '&#34;', '&#034;'],
  "'": ['&#39;', '&#039;', '&apos;'],
  '<': ['&lt;', '&#60;'],
  '>': ['&gt;', '&#62;'],
  '/': ['&#47;'],
};

const SHORTEST_IN_WORDS = 8;

/** The longest spelling of one character of a key: percent-encoded, four bytes in UTF-8. */
const LONGEST_SPELLING = 12;

/** Finds the key plain, percent-encoded, as in a form, JSON-escaped and HTML-escaped, in any mixture. */
export function createKeyMask(key: string): KeyMask {
  const pattern = new RegExp(Array.from(key, anySpelling).join(''), 'g');
  const longest = key.length * LONGEST_SPELLING;
  const masked = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(pattern, MASK), 'latin1');
  const text = (each: string) => masked(Buffer.from(each)).toString();
  return {
    text,
    words: (each) => (key.length < SHORTEST_IN_WORDS || each.length < key.length ? each : text(each)),
    bytes(body, maxBytes) {
      const isWhole = body.length <= maxBytes + longest;
      const beginning = masked(body.subarray(0, maxBytes + longest));
      // A key that the cut divides is not recognized: it can only be in the last bytes.
      return beginning.subarray(0, isWhole ? maxBytes : Math.min(maxBytes, beginning.length - longest));
    },
  };
}

/** A pattern for one character, over the bytes of UTF-8 as Latin-1. */
function anySpelling(character: string): string {
  const bytes = [...Buffer.from(character)];
  const spellings = [
    bytes.map((byte) => String.fromCharCode(byte)).join(''),
    Buffer.from(JSON.stringify(character).slice(1, -1)).toString('latin1'),
    ...(HTML_ENTITIES[character] ?? []),
    ...(character === '/' ? ['\\/'] : []),
    ...(character === ' ' ? ['+'] : []),
  ];
  const percent = bytes.map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`).join('');
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const unicode = units.map((unit) => `\\\\u${anyCase(unit.toString(16).padStart(4, '0'))}`).join('');
  return `(?:${[percent, unicode, ...new Set(spellings.map(literally))].join('|')})`;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** A pattern for exactly this text of Latin-1. */
function literally(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('hex').replace(/../g, '\\x$&');
}
