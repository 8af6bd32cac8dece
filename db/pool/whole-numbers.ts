import type { PostgresType } from 'postgres';
import { UnreadableAnswer } from '../errors.ts';

/** What a `bigint` or a `numeric` is written as; anything else comes out of a stream that has a gap. */
const WRITTEN_NUMBER = /^(-?\d+(\.\d+)?|NaN|-?Infinity)$/;

/**
 * The one reader of 64-bit integers and of `numeric`, which is what PostgreSQL makes of their sums. It sends them as text, as
 * they may be larger than a number holds exactly. The numbers of the types are the same on every server.
 */
export const wholeNumberTypes: Record<string, PostgresType> = {
  wholeNumbers: { to: 20, from: [20, 1700], serialize: String, parse: parseWholeNumber }, // bigint, numeric
};

/**
 * A whole number as PostgreSQL writes it.
 * @throws RangeError for what a number does not hold exactly, and for decimals. A statement that has such a result says what it
 *   wants instead: `::text` for all the digits, `::float8` for an approximation. UnreadableAnswer for what is no number at all.
 */
export function parseWholeNumber(text: string): number {
  if (!WRITTEN_NUMBER.test(text)) throw new UnreadableAnswer('The database sent something else in place of a number');
  const value = Number(text);
  if (Number.isSafeInteger(value) && !text.includes('.')) return value;
  throw new RangeError(`The database answered ${text}, which is no whole number that can be held exactly`);
}
