import { z } from 'zod';
import { isLeftEmpty } from '#shared/numbers.ts';
import { idPattern } from '#shared/parse-id.ts';
import { readNumber } from '#shared/paste/number.ts';
import { text } from '#shared/text.ts';
import type { ListMeta } from './envelope.ts';

/** Older clients read whole lists; longer ones must be paged. */
const WHOLE_LIST_ROWS = 5_000;
const MAX_PAGE = 1_000_000;

/** Older clients send these for a missing value. */
const EMPTY_VALUES = new Set<unknown>(['', 'undefined', 'null']);

/** A query parameter that counts as missing if it is empty, or the text `undefined` or `null`. */
export function optionalQuery<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (EMPTY_VALUES.has(value) ? undefined : value), schema.optional());
}

const wholeNumber = (name: string, max: number) =>
  optionalQuery(
    z.coerce
      .number(`${name} must be a whole number`)
      .int(`${name} must be a whole number`)
      .min(1, `${name} must be at least 1`)
      .max(max, `${name} must be at most ${max}`),
  );

export const pageQuery = z.object({
  page: wholeNumber('page', MAX_PAGE).meta({ description: 'From 1' }),
  limit: wholeNumber('limit', WHOLE_LIST_ROWS).meta({ description: `Without it up to ${WHOLE_LIST_ROWS} rows` }),
});
export type PageQuery = z.output<typeof pageQuery>;

const notAnId = 'The id must be a whole number';

const idText = text({ missing: notAnId, max: [15, notAnId], form: [idPattern, notAnId], keepsSpaces: true });

/** An id in a path. */
export const idParams = z.object({ id: idText.transform(Number) });

/** An id in a body: a text, as in responses, or a number. */
export const idInBody = z.union([idText, z.int(notAnId).min(1, notAnId)], notAnId).transform(Number);

/** More digits than any accepted whole number. */
const MAX_DIGITS = 15;

/**
 * A whole number, or its digits as text.
 * @param label the field's name in its messages
 * @param number the schema of the number
 */
export function numberOrDigits<S extends z.ZodType<number>>(label: string, number: S) {
  const notWhole = `${label} must be a whole number`;
  const digits = text({ max: [MAX_DIGITS, notWhole], form: [/^\d+$/, notWhole] }).transform(Number);
  // TypeScript loses the brand of the number in a pipe.
  const ofDigits = digits.pipe(number as unknown as z.ZodType<z.output<S>, number>);
  return z
    .union([number, ofDigits], {
      error({ input }) {
        const read = typeof input === 'string' && readNumber(input, 'plain');
        if (read && 'values' in read) return read.problem;
        return isLeftEmpty(input) ? `${label} is required` : notWhole;
      },
    })
    .meta({ description: 'A whole number, or its digits as text' });
}

interface Rows<Row> {
  items: Row[];
  nextCursor: string | null;
}

/**
 * Reads one page by its number.
 * @param count the total; called only if the page does not determine it
 */
export async function readPage<Row>(
  { page = 1, limit = WHOLE_LIST_ROWS }: PageQuery,
  read: (window: { limit: number; skip: number }) => Promise<Rows<Row>>,
  count: () => Promise<number>,
): Promise<{ rows: Row[]; meta: ListMeta }> {
  const skip = (page - 1) * limit;
  const { items, nextCursor } = await read({ limit, skip });
  const seen = skip + items.length;
  const isEnd = nextCursor === null && (items.length > 0 || skip === 0);
  // A count may be some seconds old, and smaller than the page.
  const total = isEnd ? seen : Math.max(await count(), nextCursor === null ? 0 : seen + 1);
  return { rows: items, meta: { total, page, limit } };
}
