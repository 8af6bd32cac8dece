import type { EvidenceReason } from '#shared/evidence.ts';

/** Why a message is held back, with the values of its words. */
export interface Held<Reason extends EvidenceReason = EvidenceReason> {
  reason: Reason;
  values?: string[];
}

/** A message of the same provider that has credited a recharge. */
export interface KnownId {
  reference: string;
  at: Date;
}

const DAY_MS = 86_400_000;
/** Of Dhaka. */
const ZONE_MS = 6 * 3_600_000;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
/** Of a ULID. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/**
 * Compares the time that a transaction id carries with that of its message. No provider documents it, so it only ever holds a message back.
 * bKash: year (A is 2023), month (A to L) and day (1 to 9, A to V). Upay: the first ten characters of a ULID. Nagad and Rocket count up: the
 * shop's own credited ids are their scale.
 * @param known ids of this provider that have credited recharges
 */
export function judgeId(
  { provider, reference, at }: { provider: string; reference: string; at: Date },
  known: readonly KnownId[],
): Held<'id_says'> | undefined {
  const id = reference.toUpperCase();
  const day = dayOf(at);
  const says = (words: string): Held<'id_says'> => ({ reason: 'id_says', values: [words, wordsOf(day)] });
  const own = provider === 'bkash' ? dayOfBkash(id) : provider === 'upay' ? dayOfUlid(id) : undefined;
  // Around midnight the two may differ by a day.
  if (own !== undefined) return Math.abs(own - day) > 1 ? says(wordsOf(own)) : undefined;
  if (!countsUp(provider)) return undefined;
  const others = known.map((each) => ({ id: each.reference.toUpperCase(), day: dayOf(each.at) }));
  const alike = others.filter((other) => other.id.length === id.length);
  if (alike.some((other) => other.id < id && other.day > day + 1)) return says('a later day');
  return alike.some((other) => other.id > id && other.day < day - 1) ? says('an earlier day') : undefined;
}

/** Whether a provider's ids grow, without a time in them. */
export const countsUp = (provider: string) => provider === 'nagad' || provider === 'rocket';

/** Days since 1970 in Dhaka. */
const dayOf = (at: Date) => Math.floor((at.getTime() + ZONE_MS) / DAY_MS);

/** `1 January`. */
function wordsOf(day: number): string {
  const date = new Date(day * DAY_MS);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

function dayOfBkash(id: string): number | undefined {
  if (!/^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/.test(id)) return undefined;
  const [year, month, day] = [id.charCodeAt(0) - 65 + 2023, id.charCodeAt(1) - 65, DIGITS.indexOf(id[2] ?? '')];
  return Date.UTC(year, month, day) / DAY_MS;
}

function dayOfUlid(id: string): number | undefined {
  const digits = Array.from(id.slice(0, 10), (letter) => CROCKFORD.indexOf(letter));
  if (digits.length < 10 || digits.includes(-1)) return undefined;
  return dayOf(new Date(digits.reduce((time, digit) => time * 32 + digit, 0)));
}
