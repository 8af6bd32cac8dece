import type { z } from 'zod';

/** A text of a given length that makes a pattern backtrack. */
export interface HostileShape {
  name: string;
  textOf: (length: number) => string;
}

/** Characters that patterns use, and characters with special treatment at run time: surrogates, combining marks, directions. */
const CHARACTERS = [
  ...'aAz09 \t\n\r.@-_+()/\\:,;<>%$#?&={}[]"\'*^|~`!'.split(''),
  ...[
    '\0',
    '\u00a0',
    'é',
    'e\u0301',
    '\u0301',
    'ß',
    'İ',
    'ক',
    '০',
    '😀',
    '\ud800',
    '\udc00',
    '\u200b',
    '\u202e',
    '\ufeff',
  ],
];

/** Beginnings that patterns match, and ends that break the match. */
const FRAMES: [start: string, end: string][] = [
  ['', ''],
  ['a@', '@'],
  ['a@a', '.'],
  ['https://', ' '],
  ['https://a.', '\0'],
  ['/', '\n'],
  ['+8', 'x'],
  ['$1', 'x'],
  ['1.', 'x'],
  ['Ab', '\u0000'],
];

/** The parts of a pattern that are not literal text. */
const PATTERN_SYNTAX = /\\[a-zA-Z](?:\{[^}]*\})?|\{[^}]*\}|[\^$[\]()*+?|\\]|[a-zA-Z0-9]-[a-zA-Z0-9]/g;

/**
 * Shapes hostile to patterns: each character, and each pair of the patterns' own characters, repeated in every frame.
 * @param patterns their own characters are added to the usual ones
 */
export function hostileShapes(patterns: RegExp[] = []): HostileShape[] {
  const own = patterns.flatMap(({ source }) => source.replaceAll(PATTERN_SYNTAX, '').split(''));
  const units = new Set([...CHARACTERS, ...own, ...pairsOf([...new Set([...own, 'a', '1', '.', ' ', '@'])])]);
  return [...units].flatMap((unit) =>
    FRAMES.map(([start, end]) => ({
      name: `${JSON.stringify(start)} + ${JSON.stringify(unit)} over and over + ${JSON.stringify(end)}`,
      textOf: (length) => start + unit.repeat(Math.ceil((length - start.length - end.length) / unit.length)) + end,
    })),
  );
}

/** The patterns of a text's schema. */
export function patternsOf(schema: z.ZodType): RegExp[] {
  const { checks = [], ...own } = schema._zod.def as { checks?: z.core.$ZodCheck[]; pattern?: RegExp };
  const asked = [own, ...checks.map((check) => check._zod.def)] as { pattern?: RegExp }[];
  return asked.flatMap(({ pattern }) => pattern ?? []);
}

export interface Care {
  /** The kernel counts a thread's time in ticks of a few milliseconds, so shorter measurements are noise. */
  leastMs: number;
  turns: number;
}

/** For a first, quick measurement. */
export const ROUGHLY: Care = { leastMs: 20, turns: 2 };
export const CAREFULLY: Care = { leastMs: 60, turns: 5 };

/**
 * The ratio of two functions' processor times, once per turn. They run in alternation for about the same time, because a machine's
 * speed changes from second to second.
 */
export function costRatios(dear: () => void, cheap: () => void, { leastMs, turns }: Care): number[] {
  return Array.from({ length: turns }, () => processorMs(dear, leastMs) / processorMs(cheap, leastMs));
}

/** The average processor time of `work` on this thread, repeated for at least `leastMs`. */
export function processorMs(work: () => void, leastMs: number): number {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times++) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= leastMs) return ms / times;
  }
}

/** Whether `work` ends within the limit in real time, which is at least its processor time. */
export function isOverWithin(limitMs: number, work: () => void): boolean {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs < limitMs;
}

function pairsOf(units: string[]): string[] {
  return units.flatMap((first) => units.filter((second) => second !== first).map((second) => first + second));
}
