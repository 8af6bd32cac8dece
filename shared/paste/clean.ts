/** A joiner that Bengali spelling needs stays. Controls, format characters and everything else without a glyph goes. */
const INVISIBLE =
  /(?<!\p{Script=Bengali})[\u200c\u200d]|[\u200c\u200d](?!\p{Script=Bengali})|(?![\u200c\u200d\s])[\p{Cc}\p{DI}\ufff9-\ufffb]|\ufeff/gu;

/** A text without its invisible and bidirectional characters, and without spaces around it. */
export function visible(text: string): string {
  // Most texts are plain, and Unicode patterns are slow.
  return (/^[\x20-\x7e]*$/.test(text) ? text : text.replace(INVISIBLE, '')).trim();
}

/**
 * A text with one code unit for each of its code points: digits of any script, full-width ASCII and styled letters (𝐈𝐧𝐬𝐭𝐚) become
 * ASCII. Positions in it are positions in the list of code points.
 */
export function plainForm(points: Iterable<string>): string {
  let plain = '';
  for (const point of points) plain += point < '\x7f' ? point : plainPoint(point);
  return plain;
}

/** The ASCII form of a text, if it has one: Latin digits for `১২০`. Other characters stay. */
export function latinForm(text: string): string {
  return text.replace(/[^\0-\x7e]/gu, (point) => asciiOf(point) ?? point);
}

function plainPoint(point: string): string {
  return asciiOf(point) ?? (point.length > 1 ? '\ufffd' : point);
}

const known = new Map<string, string | null>();

function asciiOf(point: string): string | null {
  let ascii = known.get(point);
  if (ascii === undefined) {
    ascii = readAscii(point);
    // A text has few different characters; a hostile one must not fill the memory.
    if (known.size < 2000) known.set(point, ascii);
  }
  return ascii;
}

function readAscii(point: string): string | null {
  const folded = point.normalize('NFKC');
  if (/^[\x21-\x7e]$/.test(folded)) return folded;
  if (!/\p{Nd}/u.test(point)) return null;
  // Decimal digits stand in runs of ten, from 0 to 9.
  let before = point.codePointAt(0) ?? 0;
  let value = -1;
  do {
    before -= 1;
    value += 1;
  } while (/\p{Nd}/u.test(String.fromCodePoint(before)));
  return String(value % 10);
}

const OPENERS = '([<（【「『';
const CLOSERS = ')]>）】」』';
const QUOTES = `"'“”‘’„«»‹›\`*`;
const LEADERS = OPENERS + QUOTES;
const BRACKET = /[()[\]<>（）【】「」『』]/;
/** Ends of sentences and lists, which are no part of what they follow. */
const STOPS = '.,;:!?।…';

/** A text that ends like this was cut off where it was copied. */
export const ELLIPSIS = /…|\.\./;

/** Emojis that people put around an address. */
const EMOJI = /^[\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}]$/u;

/**
 * The range of a text without quotes and brackets around it, and without a full stop at its end. A bracket with its partner stays.
 * @param text in plain form
 * @param points the code points of an address: emojis around it go, too
 * @param stops the signs that go at its end
 */
export function unwrapped(text: string, points?: ArrayLike<string>, stops = STOPS): [start: number, end: number] {
  const isEmoji = (at: number) => {
    const point = points?.[at] ?? '';
    return point > '\x7f' && EMOJI.test(point);
  };
  let start = 0;
  let end = text.length;
  const trailers = stops + QUOTES;
  while (start < end && (LEADERS.includes(text[start] as string) || isEmoji(start))) start += 1;
  const open = CLOSERS.split('').map(() => 0);
  for (let at = BRACKET.test(text) ? start : end; at < end; at += 1) {
    const opener = OPENERS.indexOf(text[at] as string);
    const closer = CLOSERS.indexOf(text[at] as string);
    if (opener >= 0) open[opener] = (open[opener] ?? 0) + 1;
    if (closer >= 0) open[closer] = (open[closer] ?? 0) - 1;
  }
  for (; end > start; end -= 1) {
    const last = text[end - 1] as string;
    const closer = CLOSERS.indexOf(last);
    if (closer >= 0) {
      if ((open[closer] ?? 0) >= 0) break;
      open[closer] = (open[closer] ?? 0) + 1;
    } else if (!trailers.includes(last) && !isEmoji(end - 1)) break;
  }
  return [start, end];
}
