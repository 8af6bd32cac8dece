import { z } from 'zod';
import { commentsInput, MAX_COMMENTS } from '#shared/comments.ts';
import { orderFieldInputs } from '#shared/order-fields.ts';
import type { ServiceLimits } from '#shared/service-limits.ts';
import { ruleOf, type ServiceType } from '#shared/service-types.ts';
import { formatCount } from '../../lib/format.ts';
import { typedInteger } from '../../lib/typed-numbers.ts';

/** The schema of an order's fields, by the type of the service and within its limits. A value without a field is left out. */
export function orderFormSchema({ type, min, max }: ServiceLimits & { type: ServiceType }) {
  const { quantity, takesComments } = ruleOf(type);
  return z.object({
    ...orderFieldInputs,
    quantity: quantity === 'entered' ? quantityWithin(min, max) : leftOut,
    comments: takesComments
      ? comments(quantity === 'comments' ? { min, max } : { min: 1, max: MAX_COMMENTS })
      : leftOut,
  });
}

const leftOut = z.string().transform(() => undefined);

function quantityWithin(min: number, max: number): z.ZodType<number, string> {
  const outOfRange = `Quantity must be between ${formatCount(min)} and ${formatCount(max)}`;
  return typedInteger(
    z.int().min(min, outOfRange).max(max, outOfRange),
    'Quantity is required',
    'Quantity must be a whole number',
  );
}

function comments({ min, max }: ServiceLimits): z.ZodType<string[], string> {
  const outOfRange = `This service takes ${formatCount(min)} to ${formatCount(Math.min(max, MAX_COMMENTS))} comments`;
  // It takes a list as well, which a form never has.
  return (commentsInput as z.ZodType<string[], string>)
    .refine(({ length }) => length > 0, { error: 'Comments are required', abort: true })
    .refine(({ length }) => length >= min && length <= max, outOfRange);
}
