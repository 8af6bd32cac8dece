import { plainForm, visible } from '../paste/clean.ts';

/** A name or description in the form that is read, and as it is shown. */
export interface MarketText {
  /** One UTF-16 unit for each code point: styled letters as ASCII, flags and signs as one unit each. */
  plain: string;
  /** The visible text from one position of `plain` to another. */
  words: (start: number, end: number) => string;
}

/** Nobody names a service at more length. */
const LONGEST_NAME = 500;
export const LONGEST_DESCRIPTION = 5_000;

/** A key cap is a digit with a ring around it, as in 3️⃣. */
const RINGS = /\u20e3/g;

/**
 * A text of a list as it is shown: without invisible characters, and with one space for many. Lines stay.
 * @param longest the rest is cut off, in UTF-16 units
 */
export function shownText(text: string, longest = LONGEST_NAME): string {
  return visible(text.slice(0, longest).toWellFormed())
    .normalize('NFC')
    .replace(RINGS, '')
    .replaceAll(/[^\S\n]+/g, ' ');
}

/** A text of a list, to be read. Reads what {@link shownText} returns. */
export function marketText(text: string, longest = LONGEST_NAME): MarketText {
  const points = Array.from(shownText(text, longest));
  return {
    plain: plainForm(points.map(asPlain)).replaceAll('_', ' '),
    words: (start, end) => points.slice(start, end).join('').trim(),
  };
}

/** The first of the private characters that stand for the letters A to Z of flags. */
export const FLAG_A = 0xe000;
const REGIONAL_A = 0x1f1e6;

/** Signs of this trade with one meaning each. */
const signs: Readonly<Record<string, string>> = {
  '🔁': '♻',
  '🔄': '♻',
  '🚫': '❌',
  '⛔': '❌',
  '✖': '❌',
  '∞': '♾',
  '–': '-',
  '—': '-',
  '−': '-',
  '➖': '-',
  '⁓': '-',
  '〜': '-',
  '~': '-',
  '➜': '-',
  '→': '-',
  '➡': '-',
  '∕': '/',
  '⁄': '/',
  '【': '[',
  '】': ']',
  '〔': '[',
  '〕': ']',
  '「': '[',
  '」': ']',
  '『': '[',
  '』': ']',
  '｢': '[',
  '｣': ']',
  '⟦': '[',
  '⟧': ']',
  '❲': '[',
  '❳': ']',
  '〖': '[',
  '〗': ']',
  '{': '[',
  '}': ']',
  '│': '|',
  '┃': '|',
  '║': '|',
  '❘': '|',
  '❙': '|',
  '❚': '|',
  '⎮': '|',
  '•': '|',
  '●': '|',
  '▪': '|',
  '·': '|',
  '➤': '|',
  '►': '|',
  '»': '|',
};

const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ';

/** Letters in filled circles and squares, which Unicode does not take for letters. */
const FILLED = [0x1f150, 0x1f170];

function asPlain(point: string): string {
  if (point < '\x7f') return signs[point] ?? point;
  const sign = signs[point];
  if (sign !== undefined) return sign;
  const code = point.codePointAt(0) ?? 0;
  if (code >= REGIONAL_A && code < REGIONAL_A + 26) return String.fromCharCode(FLAG_A + code - REGIONAL_A);
  // A text must not pass for a flag.
  if (code >= FLAG_A && code < FLAG_A + 26) return '\ufffd';
  const from = FILLED.find((first) => code >= first && code < first + 26);
  if (from !== undefined) return String.fromCharCode(0x41 + code - from);
  const small = smallCapitals.indexOf(point);
  return small < 0 ? point : String.fromCharCode(0x61 + small);
}
