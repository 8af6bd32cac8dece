import { z } from 'zod';
import { id, wholeNumber } from './numbers.ts';
import { MAX_QUANTITY } from './services.ts';

const startCount = wholeNumber('Start count').min(0, 'Start count must be at least 0');
const remains = wholeNumber('Remains')
  .min(0, 'Remains must be at least 0')
  .max(MAX_QUANTITY, `Remains must be at most ${MAX_QUANTITY}`);

/** How far an order is. A missing field stays unchanged, null clears it. */
export const setProgressInput = z.strictObject({
  id,
  /** The count at the link before the delivery began. */
  startCount: startCount.nullish(),
  /** The units that are not delivered yet: at most the ordered quantity. */
  remains: remains.nullish(),
});
export type SetProgressInput = z.output<typeof setProgressInput>;
