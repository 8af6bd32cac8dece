import { makePgArray } from 'drizzle-orm/pg-core/utils/array';
import type { PostgresType } from 'postgres';
import { parse } from 'postgres-array';
import { UnreadableAnswer } from '../errors.ts';

const SUPPLIER_AMOUNT = /^-?\d+\.\d{4}$/;
/** The text of a `bigint` or a `numeric`. Anything else comes from a stream with missing bytes. */
const NUMBER_TEXT = /^(-?\d+(\.\d+)?|NaN|-?Infinity)$/;

/**
 * The types that this project parses itself. PostgreSQL sends 64-bit integers and `numeric`, the type of their sums, as text, because a
 * number may not hold them exactly.
 *
 * Array types are listed, because the driver would otherwise query each new connection for all of them. PostgreSQL refuses an array of
 * any other type as malformed: add its type here. The ids are the same on every server: `select oid, typname from pg_type`.
 */
export const databaseTypes: Record<string, PostgresType> = {
  wholeNumbers: { to: 20, from: [20], serialize: String, parse: parseWholeNumber }, // bigint
  numerics: { to: 1700, from: [1700], serialize: String, parse: parseNumeric },
  texts: arraysOf([1009, 1015, 1003], (text) => text), // text[], varchar[], name[]
  uuids: arraysOf([2951], (text) => text),
  numbers: arraysOf([1007, 1005, 1021, 1022, 1028], Number), // integer[], smallint[], real[], double precision[], oid[]
  longNumbers: arraysOf([1016], parseWholeNumber), // bigint[]
  booleans: arraysOf([1000], (text) => text === 't'),
};

/**
 * Parses a `numeric`. One with 4 decimals is an amount of a supplier, which is its text without needless zeros (`SupplierMicros`).
 * @throws as {@link parseWholeNumber} for others
 */
function parseNumeric(text: string): number | string {
  return SUPPLIER_AMOUNT.test(text) ? text.replace(/\.?0+$/, '') : parseWholeNumber(text);
}

/**
 * Parses a whole number.
 * @throws RangeError for decimals and for numbers that can't be held exactly: the statement must select `::text` (all digits) or
 * `::float8` (an approximation). UnreadableAnswer for anything that is not a number.
 */
export function parseWholeNumber(text: string): number {
  if (!NUMBER_TEXT.test(text)) throw new UnreadableAnswer('The database sent something else in place of a number');
  const value = Number(text);
  if (Number.isSafeInteger(value) && !text.includes('.')) return value;
  throw new RangeError(`The database answered ${text}, which is no whole number that can be held exactly`);
}

function arraysOf(oids: [number, ...number[]], parseElement: (text: string) => unknown): PostgresType {
  return {
    to: oids[0],
    from: oids,
    serialize: (value: unknown) => (Array.isArray(value) ? makePgArray(value) : value),
    parse: (text: string) => parse(text, parseElement),
  };
}
