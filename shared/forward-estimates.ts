import { z } from 'zod';
import { startedOrderIds } from './forwards.ts';
import { nanosOut } from './numbers.ts';
import { adminOrderFilter } from './orders.ts';

/** Orders that an estimate by filter reads at most. */
export const MAX_ESTIMATED_ORDERS = 10_000;

/** The orders themselves, or those that match a filter of the admins' list. */
export const estimateForwardsInput = z
  .strictObject({ orderIds: startedOrderIds.optional(), filter: adminOrderFilter.optional() })
  .refine(({ orderIds, filter }) => (orderIds === undefined) !== (filter === undefined), {
    path: ['orderIds'],
    message: 'Choose orders, or a filter',
  })
  .meta({ examples: [{ orderIds: [1] }] });
export type EstimateForwardsInput = z.output<typeof estimateForwardsInput>;

/** The orders that could be forwarded, and the others; see `startObstacles`. */
export const forwardEstimate = z.object({
  count: z.int(),
  /** At the first source of each that is not paused. */
  costNanos: nanosOut,
  skipped: z.int(),
  /** Whether the filter matches more orders than were read. */
  isMore: z.boolean(),
});
export type ForwardEstimate = z.output<typeof forwardEstimate>;
