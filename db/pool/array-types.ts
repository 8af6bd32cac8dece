import { makePgArray } from 'drizzle-orm/pg-core/utils/array';
import type { PostgresType } from 'postgres';
import { parse } from 'postgres-array';
import { parseWholeNumber } from './whole-numbers.ts';

/**
 * The array types that statements take and give back. The driver would ask each new connection for all there are, a
 * round trip before the first statement.
 *
 * An array of any other type is sent as plain text, which PostgreSQL refuses as malformed: add its type here. The numbers
 * are the same on every server: `select oid, typname from pg_type where typcategory = 'A'`.
 */
export const arrayTypes: Record<string, PostgresType> = {
  texts: arraysOf([1009, 1015, 1003], (text) => text), // text[], varchar[], name[]
  uuids: arraysOf([2951], (text) => text),
  numbers: arraysOf([1007, 1005, 1021, 1022, 1028], Number), // integer[], smallint[], real[], double precision[], oid[]
  longNumbers: arraysOf([1016], parseWholeNumber), // bigint[]
  booleans: arraysOf([1000], (text) => text === 't'),
};

function arraysOf(oids: [number, ...number[]], parseElement: (text: string) => unknown): PostgresType {
  return {
    to: oids[0],
    from: oids,
    serialize: (value: unknown) => (Array.isArray(value) ? makePgArray(value) : value),
    parse: (text: string) => parse(text, parseElement),
  };
}
