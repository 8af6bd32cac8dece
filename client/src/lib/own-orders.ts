/** How often a customer's own orders are asked for again, wherever they are shown. */
export const OWN_ORDERS_POLL_MS = 10_000;
