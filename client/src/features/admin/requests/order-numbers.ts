import { parseId } from '#shared/parse-id.ts';
import type { RequestKind } from '#shared/request-status.ts';

/** Order numbers in a message, by the request that it names for them. */
export interface OrderNumbers {
  /** Each number once for each kind. `null`: the message does not name a request for them. */
  groups: { kind: RequestKind | null; orderIds: number[] }[];
  /** The words that are neither numbers nor requests. */
  unread: string[];
  /** How many numbers there are in all groups. */
  count: number;
}

/** As customers write them; the first letters are enough. */
const kindWords: readonly [start: string, kind: RequestKind][] = [
  ['refil', 'refill'],
  ['রিফিল', 'refill'],
  ['cancel', 'cancel'],
  ['ক্যান্সেল', 'cancel'],
  ['বাতিল', 'cancel'],
  ['speed', 'speed_up'],
  ['স্পিড', 'speed_up'],
  ['দ্রুত', 'speed_up'],
];

/** The second halves of "speed up", and words that mean nothing here. */
const quietWords = new Set([
  'up',
  'আপ',
  'and',
  'order',
  'orders',
  'id',
  'ids',
  'please',
  'অর্ডার',
  'করুন',
  'করা',
  'ও',
  '-',
  ':',
]);

/**
 * Reads "123, 124 refill" and lists of such lines. A word names the request of the numbers before it. At the start of a line it names
 * that of the numbers after it, and alone on its line that of the next lines. Bengali digits are read, too; links are not.
 */
export function readOrderNumbers(message: string): OrderNumbers {
  const byKind = new Map<RequestKind | null, Set<number>>();
  const unread = new Set<string>();
  let waiting: number[] = [];
  let heading: RequestKind | null = null;
  const give = (kind: RequestKind | null) => {
    if (waiting.length === 0) return;
    const ids = byKind.get(kind) ?? new Set();
    for (const id of waiting) ids.add(id);
    byKind.set(kind, ids);
    waiting = [];
  };
  for (const line of message.split('\n')) {
    const words = wordsOf(line, unread);
    const [first] = words;
    if (words.length === 1 && typeof first === 'string') {
      if (waiting.length === 0) heading = first;
      give(first);
      continue;
    }
    let leading: RequestKind | null = null;
    if (typeof first === 'string') give(heading);
    for (const [at, word] of words.entries()) {
      if (typeof word === 'number') waiting.push(word);
      else if (at === 0) leading = word;
      else {
        give(leading ?? word);
        if (leading) leading = word;
      }
    }
    if (leading ?? heading) give(leading ?? heading);
  }
  give(null);
  const groups = [...byKind].map(([kind, ids]) => ({ kind, orderIds: [...ids] }));
  return { groups, unread: [...unread], count: groups.reduce((sum, { orderIds }) => sum + orderIds.length, 0) };
}

/** The numbers and requests in a line; its other words are added to `unread`. */
function wordsOf(line: string, unread: Set<string>): (number | RequestKind)[] {
  return line.split(/[\s,;]+/).flatMap((word) => {
    const found = numberIn(word) ?? kindIn(word);
    if (found === null && word !== '' && !quietWords.has(word.toLowerCase())) unread.add(word);
    return found ?? [];
  });
}

/** "123", "#123", "123." and "১২৩". */
function numberIn(word: string): number | null {
  const digits = word.replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BENGALI_ZERO));
  const [, number] = /^[#(]?(\d{1,16})[.):]?$/.exec(digits) ?? [];
  return number === undefined ? null : parseId(number.replace(/^0+(?=\d)/, ''));
}

const BENGALI_ZERO = '০'.charCodeAt(0);

function kindIn(word: string): RequestKind | null {
  const lower = word.toLowerCase().replace(/^[(“"']/, '');
  return kindWords.find(([start]) => lower.startsWith(start))?.[1] ?? null;
}
