import { z } from 'zod';
import { type ErrorCode, errorMessages } from './errors.ts';
import { nanosOut, requestId } from './numbers.ts';
import { orderOut, placeOrderInput } from './orders.ts';

/** How many orders one call takes. */
export const MAX_ORDER_LINES = 500;

/** One of many orders that are sent together; their keys come from the request id of the whole. */
export const orderLine = placeOrderInput.omit({ requestId: true });
export type OrderLine = z.output<typeof orderLine>;

/** A line as read: one that breaks a rule keeps its problem, so that it refuses only itself. */
export type ReadLine = { line: OrderLine } | { issues: z.core.$ZodIssue[] };

const readLine = orderLine
  .transform((line): ReadLine => ({ line }))
  // What is caught has no sentences yet; asking again gives those that the line would be refused with by itself.
  .catch(({ value }): ReadLine => ({ issues: orderLine.safeParse(value).error?.issues ?? [] }));

/** The count is judged first and ends the matter: no line of a list that is too long is looked at. */
const orderLines = z.preprocess(
  (lines, ctx) => {
    if (Array.isArray(lines) && lines.length > MAX_ORDER_LINES) ctx.addIssue(tooMany(lines));
    return lines;
  },
  z.array(readLine, 'A list of lines is required').min(1, 'At least one line is required'),
) as z.ZodType<ReadLine[], z.input<typeof orderLine>[]>;

export const checkManyInput = z.strictObject({ lines: orderLines });
export type CheckManyInput = z.output<typeof checkManyInput>;

export const placeManyInput = z.strictObject({ lines: orderLines, requestId });
export type PlaceManyInput = z.output<typeof placeManyInput>;

/** Its place among the lines that were sent, counted from 0. */
const index = z.int().min(0);

const refusedLine = z.object({
  index,
  domainCode: z.enum(Object.keys(errorMessages) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
});
export type RefusedLine = z.output<typeof refusedLine>;

const acceptableLine = z.object({
  index,
  serviceName: z.string(),
  chargeNanos: nanosOut,
  /** The first line before it that has the same link. */
  duplicateOf: index.optional(),
});
export type AcceptableLine = z.output<typeof acceptableLine>;

/** A line that would be refused, with its service's name where that is on sale. */
const refusableLine = refusedLine.extend({ serviceName: z.string().optional() });
export type RefusableLine = z.output<typeof refusableLine>;

export const checkedLines = z.object({
  lines: z.array(z.union([acceptableLine, refusableLine])),
  /** Of the acceptable lines; whether the balance covers it is not judged. */
  totalNanos: nanosOut,
  balanceNanos: nanosOut,
});
export type CheckedLines = z.output<typeof checkedLines>;

const placedLine = z.object({ index, order: orderOut });
export type PlacedLine = z.output<typeof placedLine>;

export const placedLines = z.object({
  results: z.array(z.union([placedLine, refusedLine])),
  balanceNanos: nanosOut,
});
export type PlacedLines = z.output<typeof placedLines>;

function tooMany(input: unknown[]) {
  const message = `At most ${MAX_ORDER_LINES} lines can be sent at a time`;
  return { code: 'too_big', origin: 'array', maximum: MAX_ORDER_LINES, inclusive: true, input, message } as const;
}
