import type { z } from 'zod';

/** A text of about so many characters that is meant to make a pattern try again and again. */
export interface HostileShape {
  name: string;
  textOf: (length: number) => string;
}

/** What patterns are made of, and what the runtime treats in ways of its own: surrogates, marks that combine, directions. */
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

/** Beginnings and ends that patterns wait for, with what spoils a match at the very end. */
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

/** What stands in a pattern and for nothing in a text. */
const PATTERN_SYNTAX = /\\[a-zA-Z](?:\{[^}]*\})?|\{[^}]*\}|[\^$[\]()*+?|\\]|[a-zA-Z0-9]-[a-zA-Z0-9]/g;

/**
 * Shapes hostile to patterns: each character repeated, each pair of those that patterns name, in every frame.
 * @param patterns whose own characters are tried beside the usual ones
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

/** The patterns that a text's schema asks, apart from its lengths. */
export function patternsOf(schema: z.ZodType): RegExp[] {
  const { checks = [], ...own } = schema._zod.def as { checks?: z.core.$ZodCheck[]; pattern?: RegExp };
  const asked = [own, ...checks.map((check) => check._zod.def)] as { pattern?: RegExp }[];
  return asked.flatMap(({ pattern }) => pattern ?? []);
}

export interface Care {
  /** The kernel counts a thread's time in ticks of a few milliseconds, so less than a good number of them says nothing. */
  leastMs: number;
  turns: number;
}

/** For a first look, which lets pass what is far from dear. */
export const ROUGHLY: Care = { leastMs: 20, turns: 2 };
export const CAREFULLY: Care = { leastMs: 60, turns: 5 };

/**
 * How many times the processor time of the one the other takes, once a turn. They are measured right after each other and about as
 * long, because a machine becomes faster and slower from one second to the next.
 */
export function costRatios(dear: () => void, cheap: () => void, { leastMs, turns }: Care): number[] {
  return Array.from({ length: turns }, () => processorMs(dear, leastMs) / processorMs(cheap, leastMs));
}

/** Milliseconds of this thread's processor time that something takes, on average over as many times as make `leastMs`. */
export function processorMs(work: () => void, leastMs: number): number {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times++) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= leastMs) return ms / times;
  }
}

/** Whether something is over so soon, by the clock: it can't have cost more of the processor than that. */
export function isOverWithin(limitMs: number, work: () => void): boolean {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs < limitMs;
}

function pairsOf(units: string[]): string[] {
  return units.flatMap((first) => units.filter((second) => second !== first).map((second) => first + second));
}
