/** How many calls one request may carry; a larger batch is refused whole, with `batch_too_large`. */
export const BATCH_MAX_CALLS = 10;
