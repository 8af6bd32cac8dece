import { z } from 'zod';
import { type ErrorCode, errorMessages } from './errors.ts';
import { targetOut } from './links.ts';
import { id, nanosOut, requestId } from './numbers.ts';
import { orderOut, placeOrderInput } from './orders.ts';
import { targetKinds } from './paste/target.ts';
import { serviceTypes } from './service-types.ts';

/** How many orders one call accepts. */
export const MAX_ORDER_LINES = 500;

/** One of many orders in a call. Their idempotency keys are derived from the request id of the call. */
export const orderLine = placeOrderInput.omit({ requestId: true });
export type OrderLine = z.output<typeof orderLine>;

/** A parsed line. An invalid line keeps its issues, so that only that line is refused. */
export type ReadLine = { line: OrderLine } | { issues: z.core.$ZodIssue[] };

const readLine = orderLine
  .transform((line): ReadLine => ({ line }))
  // The caught error has no messages yet, so the line is parsed again to get them.
  .catch(({ value }): ReadLine => ({ issues: orderLine.safeParse(value).error?.issues ?? [] }));

/** The count is checked first: no line of a list that is too long is parsed. */
const orderLines = z.preprocess(
  (lines, ctx) => {
    if (Array.isArray(lines) && lines.length > MAX_ORDER_LINES) ctx.addIssue(tooMany(lines));
    return lines;
  },
  z.array(readLine, 'A list of lines is required').min(1, 'At least one line is required'),
) as z.ZodType<ReadLine[], z.input<typeof orderLine>[]>;

export const checkManyInput = z.strictObject({ lines: orderLines, fit: orderLine.shape.fit });
export type CheckManyInput = z.output<typeof checkManyInput>;

export const placeManyInput = z.strictObject({ lines: orderLines, requestId, fit: orderLine.shape.fit });
export type PlaceManyInput = z.output<typeof placeManyInput>;

/** The line's index in the call, from 0. */
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
  serviceNameBn: z.string().nullable(),
  type: z.enum(serviceTypes),
  chargeNanos: nanosOut,
  /** The first earlier line with the same target, whatever service it names. */
  duplicateOf: index.optional(),
  /** An open order of the same service and target. */
  runningOrder: id.optional(),
});
export type AcceptableLine = z.output<typeof acceptableLine>;

/** A line that would be refused, with the names and type of its service if that is on sale. */
const refusableLine = refusedLine.extend({
  serviceName: z.string().optional(),
  serviceNameBn: z.string().nullable().optional(),
  type: z.enum(serviceTypes).optional(),
  /** link_does_not_fit: what the link leads to, and what the service takes. */
  details: z
    .object({
      read: targetOut,
      expected: z.object({ platform: z.string().nullable(), kinds: z.array(z.enum(targetKinds)).nullable() }),
    })
    .optional(),
});
export type RefusableLine = z.output<typeof refusableLine>;

export const checkedLines = z.object({
  lines: z.array(z.union([acceptableLine, refusableLine])),
  /** Of the acceptable lines. The balance is not checked. */
  totalNanos: nanosOut,
  balanceNanos: nanosOut,
});
export type CheckedLines = z.output<typeof checkedLines>;

const placedLine = z.object({ index, order: orderOut });

export const placedLines = z.object({
  results: z.array(z.union([placedLine, refusedLine])),
  balanceNanos: nanosOut,
});
export type PlacedLines = z.output<typeof placedLines>;

function tooMany(input: unknown[]) {
  const message = `At most ${MAX_ORDER_LINES} lines can be sent at a time`;
  return { code: 'too_big', origin: 'array', maximum: MAX_ORDER_LINES, inclusive: true, input, message } as const;
}
