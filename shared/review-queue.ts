import { z } from 'zod';
import { id } from './numbers.ts';

/** How many rows match a filter. `isAll` is false if counting stopped at the limit. */
export const boundedCount = z.object({ count: z.int(), isAll: z.boolean() });
export type BoundedCount = z.output<typeof boundedCount>;

/** Counts of the waiting rows and of each status. */
export const queueCounts = z.object({
  orders: z.object({
    /** Pending or processing, without those that are at a supplier. */
    open: z.int(),
    pending: z.int(),
    processing: z.int(),
    completed: z.int(),
    partial: z.int(),
    rejected: z.int(),
    all: z.int(),
  }),
  recharges: z.object({
    pending: z.int(),
    /** Pending ones with a message that has their transaction ID, and those of them whose message agrees in all. */
    withMessage: z.int(),
    matching: z.int(),
    approved: z.int(),
    rejected: z.int(),
    all: z.int(),
  }),
  requests: z.object({
    /** Without an outcome: pending, or accepted and not done yet. */
    open: z.int(),
    pending: z.int(),
    accepted: z.int(),
    rejected: z.int(),
    done: z.int(),
    all: z.int(),
  }),
  tickets: z.object({ open: z.int() }),
});
export type QueueCounts = z.output<typeof queueCounts>;

/** Options of the filters in admin lists. */
export const queueChoices = z.object({
  admins: z.array(z.object({ id, userName: z.string() })),
  methods: z.array(z.object({ id, name: z.string() })),
});
export type QueueChoices = z.output<typeof queueChoices>;
