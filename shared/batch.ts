/** How many calls one request may contain. A larger batch is refused as a whole with `batch_too_large`. */
export const BATCH_MAX_CALLS = 10;
