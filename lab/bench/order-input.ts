/** A tenth of a cent per 1000 units, so that a wallet outlasts any run. */
export const PRICE_MICROS = 1000;
export const QUANTITY = 10;
export const CHARGE_NANOS = QUANTITY * PRICE_MICROS;
export const LINK = 'https://example.com/p/1';

/** The order that every contender places, as the panel's own client would send it. */
export function orderInput(serviceId: number, requestId: string) {
  return { serviceId, link: LINK, quantity: QUANTITY, expectedChargeNanos: CHARGE_NANOS, requestId };
}
