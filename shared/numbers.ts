import { z } from 'zod';
import { amountTooLarge, MAX_NANOS } from './money.ts';

/** Row ids, short enough to say on the phone. */
export const id = z.int().min(1);
/**
 * The idempotency key: the client makes it before the first try and sends it with every retry. Any UUID; UUIDv7 suits the index best.
 */
export const requestId = z.uuid();
/** Names a row by its id, or by the request id that its caller made it with. */
export const byIdOrRequestId = z
  .strictObject({ id: id.optional(), requestId: requestId.optional() })
  .refine((names) => (names.id === undefined) !== (names.requestId === undefined), 'Send either id or requestId')
  .meta({ examples: [{ id: 1 }] });
export type ByIdOrRequestId = z.output<typeof byIdOrRequestId>;
/** One id for all calls of a bulk run, so that the audit lists them as one. */
export const bulkId = z.uuid();

/** Money in the API is a plain integer; its name and type carry the unit. */
export const nanosOut = z.int().brand<'Nanos', 'inout'>();
/** A sum in decimal digits: it may exceed the integers that a number holds exactly. */
export const moneySumOut = z
  .string()
  .regex(/^-?\d{1,30}$/)
  .brand<'MoneySum', 'inout'>();
export const microsOut = z.int().brand<'Micros', 'inout'>();
export const takaOut = z.int().brand<'Taka', 'inout'>();
/** An amount of nano-dollars that a client sends; each verb sets its own narrower bounds. */
export const nanosIn = z
  .int({
    error: ({ code, input }) => (code === 'invalid_type' ? told('Amount', input) : amountTooLarge),
  })
  .min(-MAX_NANOS)
  .max(MAX_NANOS)
  .brand<'Nanos', 'inout'>();

/** A whole number. @param label the field's name in its message */
export function wholeNumber(label: string) {
  return z.int({
    error: ({ code, input }) => (code === 'invalid_type' ? told(label, input) : `${label} is out of range`),
  });
}

/** Whether a field is empty, in any of the ways that forms and older clients send it. */
export function isLeftEmpty(input: unknown): boolean {
  return input === undefined || input === null || input === '' || Number.isNaN(input);
}

function told(label: string, input: unknown): string {
  return `${label} ${isLeftEmpty(input) ? 'is required' : 'must be a whole number'}`;
}
