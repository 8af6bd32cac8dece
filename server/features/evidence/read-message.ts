import type { Direction, EvidenceReason } from '#shared/evidence.ts';
import { type Fields, lower, match, normalized, type Pattern, readPattern } from './pattern.ts';

/** A wording as the reader needs it. */
export interface KnownWording {
  id: number;
  provider: string;
  kind: string;
  direction: Direction;
  senders: string[];
  pattern: string;
}

/** What a message says. Amounts are integer poisha. */
export interface MessageRead {
  wordingId: number;
  provider: string;
  kind: string;
  direction: Direction;
  amountPoisha: number | null;
  feePoisha: number | null;
  balancePoisha: number | null;
  payer: string | null;
  memo: string | null;
  reference: string | null;
  at: Date | null;
}

/** A longer text is no message of a provider. */
const LONGEST = 2000;

/** Each wording is read once. */
const patterns = new Map<string, Pattern>();

/**
 * Reads a message by the wordings of its sender. One of them has to fit the whole text, and only one.
 * @returns what it says, or why it is not understood
 */
export function readMessage(
  { sender, text }: { sender: string; text: string },
  wordings: readonly KnownWording[],
): MessageRead | { reason: EvidenceReason } {
  const own = wordings.filter(({ senders }) => senders.some((each) => isSame(each, sender)));
  if (own.length === 0) return { reason: 'foreign_sender' };
  if (text.length > LONGEST) return { reason: 'no_wording' };
  const message = normalized(text);
  const read = own.flatMap((wording) => {
    const fields = match(patternOf(wording.pattern), message);
    const values = fields && valuesOf(fields);
    if (!values) return [];
    const { id: wordingId, provider, kind, direction } = wording;
    const head = { wordingId, provider, kind, direction };
    // Only a customer's payment has a payer.
    return [{ ...values, ...head, ...(direction !== 'in' && { payer: null, memo: null }) }];
  });
  const [only, other] = read;
  if (!only) return { reason: 'no_wording' };
  return other ? { reason: 'several_wordings' } : only;
}

/** Exact but for the case: other letters may look like these. */
const isSame = (one: string, other: string) => lower(one) === lower(other);

function patternOf(text: string): Pattern {
  const known = patterns.get(text);
  if (known) return known;
  const pattern = readPattern(text);
  // One that was stored by another version fits nothing.
  const read = 'problem' in pattern ? [{ literal: '\0' }] : pattern;
  if (patterns.size >= 500) patterns.clear();
  patterns.set(text, read);
  return read;
}

/** The fields as values; undefined for a day that does not exist. */
function valuesOf(fields: Fields): Omit<MessageRead, 'wordingId' | 'provider' | 'kind' | 'direction'> | undefined {
  const at = fields.at === undefined ? null : momentOf(fields.at);
  if (at === undefined) return undefined;
  return {
    amountPoisha: poishaOf(fields.amount),
    feePoisha: poishaOf(fields.fee),
    balancePoisha: poishaOf(fields.balance),
    payer: fields.payer ?? fields.name?.trim() ?? null,
    memo: fields.memo || null,
    reference: fields.id ?? null,
    at,
  };
}

/** `5,075.5` as 507550. */
function poishaOf(figures: string | undefined): number | null {
  if (figures === undefined) return null;
  const [taka = '', decimals = ''] = figures.replaceAll(',', '').split('.');
  return Number(taka) * 100 + Number(decimals.padEnd(2, '0'));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Bangladesh has no summer time. */
const DHAKA_HOURS = 6;

/**
 * `30/12/2024 13:22`, `31-JUL-26 04:50:30 pm` or `2024-12-30 13:22`, which are times of Dhaka; undefined if there is no such moment.
 * @param text the last form occurs in statements alone
 */
export function momentOf(text: string): Date | undefined {
  const [, day, month = '', year = '', hour, minute, second = '0', half] =
    /^(\d{2})[/-](\w+)[/-](\d{2,4}) (\d{2}):(\d{2})(?::(\d{2}))?(?: ([ap])m)?$/i.exec(
      text.replace(/^(\d{4})-(\d{2})-(\d{2})[ T]/, '$3/$2/$1 '),
    ) ?? [];
  const monthAt = /\d/.test(month) ? Number(month) - 1 : MONTHS.indexOf(month.toLowerCase());
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const at = new Date(Date.UTC(fullYear, monthAt, Number(day), hours, Number(minute), Number(second)));
  if (fullYear < 2000 || fullYear > 2099) return undefined;
  const isReal =
    at.getUTCDate() === Number(day) && at.getUTCMonth() === monthAt && Number(minute) < 60 && Number(second) < 60;
  if (!isReal || hours > 23 || (half !== undefined && Number(hour) > 12)) return undefined;
  at.setUTCHours(at.getUTCHours() - DHAKA_HOURS);
  return at;
}
