import { chargeFor, decimalFromNanos, type Micros, type Nanos } from '#shared/money.ts';
import type { PlaceOrderInput } from '#shared/orders.ts';
import { type Per, quantityOf, ruleOf, type ServiceType } from '#shared/service-types.ts';
import { DomainError, fieldError } from '../base/errors.ts';

/** The terms of a service that affect an order. */
export interface OrderTerms {
  type: ServiceType;
  priceMicros: Micros;
  per: Per;
  min: number;
  max: number;
}

type JudgedInput = Pick<PlaceOrderInput, 'quantity' | 'comments' | 'expectedChargeNanos'>;

/**
 * Checks an order against everything except the balance.
 * @param service undefined if it is not on sale
 * @returns the quantity, and the charge in nano-dollars
 * @throws DomainError `service_not_found`, `comments_required`, `bad_input`, `quantity_out_of_range`, `amount_too_large`, `price_changed`
 */
export function judgeOrder(
  service: OrderTerms | undefined,
  input: JudgedInput,
): { quantity: number; chargeNanos: Nanos } {
  if (!service) throw new DomainError('service_not_found');
  const quantity = judgeQuantity(service, input);
  const chargeNanos = chargeFor(quantity, service);
  if (chargeNanos === null) throw new DomainError('amount_too_large');
  const { expectedChargeNanos } = input;
  if (expectedChargeNanos !== undefined && expectedChargeNanos !== chargeNanos)
    throw priceChanged(service, chargeNanos, expectedChargeNanos);
  return { quantity, chargeNanos };
}

function judgeQuantity({ type, min, max }: OrderTerms, { quantity: entered, comments = [] }: JudgedInput): number {
  const rule = ruleOf(type);
  if (rule.takesComments && comments.length === 0) throw fieldError('comments_required', 'comments');
  if (!rule.takesComments && comments.length > 0)
    throw fieldError('bad_input', 'comments', 'This service takes no comments');
  const quantity = quantityOf(type, entered, comments.length);
  if (quantity === undefined) throw fieldError('bad_input', 'quantity', 'Quantity is required');
  if (quantity < min || quantity > max)
    throw quantityOutOfRange(
      rule.quantity === 'comments'
        ? `This service takes ${min} to ${max} comments`
        : `Quantity must be between ${min} and ${max}`,
      { min, max },
    );
  if (entered !== undefined && entered !== quantity)
    throw quantityOutOfRange(
      rule.quantity === 'one'
        ? 'A package is ordered once: leave the quantity out, or send 1'
        : `The quantity is the number of comments, ${quantity}: leave it out, or send that`,
      { min, max },
    );
  return quantity;
}

function quantityOutOfRange(message: string, details: { min: number; max: number }): DomainError {
  return new DomainError('quantity_out_of_range', { message, fieldErrors: { quantity: [message] }, details });
}

function priceChanged({ priceMicros, per }: OrderTerms, chargeNanos: Nanos, expectedNanos: Nanos): DomainError {
  const price = `$${decimalFromNanos(chargeNanos)}`;
  // A page from before packages takes the price for that of 1000.
  const isOldPage = per === 1 && expectedNanos * 1000 === chargeNanos;
  const message = isOldPage
    ? `This service is a package for ${price}. Reload the page to order it.`
    : `The price is now ${price}. Please check it and submit again.`;
  return new DomainError('price_changed', { message, details: { chargeNanos, priceMicros } });
}
