import { chargeFor, decimalFromNanos, type Micros, type Nanos } from '#shared/money.ts';
import type { PlaceOrderInput } from '#shared/orders.ts';
import { DomainError } from '../errors.ts';

/** The terms of a service that affect an order. */
export interface OrderTerms {
  priceMicros: Micros;
  min: number;
  max: number;
}

/**
 * Checks an order against everything except the balance.
 * @param service undefined if it is not on sale
 * @returns the charge in nano-dollars
 * @throws DomainError `service_not_found`, `quantity_out_of_range`, `amount_too_large`, `price_changed`
 */
export function judgeOrder(
  service: OrderTerms | undefined,
  { quantity, expectedChargeNanos }: Pick<PlaceOrderInput, 'quantity' | 'expectedChargeNanos'>,
): Nanos {
  if (!service) throw new DomainError('service_not_found');
  const { min, max, priceMicros } = service;
  if (quantity < min || quantity > max) throw quantityOutOfRange(min, max);
  const chargeNanos = chargeFor(quantity, priceMicros);
  if (chargeNanos === null) throw new DomainError('amount_too_large');
  if (expectedChargeNanos !== undefined && expectedChargeNanos !== chargeNanos) {
    const message = `The price is now $${decimalFromNanos(chargeNanos)}. Please check it and submit again.`;
    throw new DomainError('price_changed', { message, details: { chargeNanos, priceMicros } });
  }
  return chargeNanos;
}

function quantityOutOfRange(min: number, max: number): DomainError {
  const message = `Quantity must be between ${min} and ${max}`;
  return new DomainError('quantity_out_of_range', {
    message,
    fieldErrors: { quantity: [message] },
    details: { min, max },
  });
}
