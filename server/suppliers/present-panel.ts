import { sql } from 'drizzle-orm';

/**
 * Whether the panel at the present address of a supplier has accepted a forward, in SQL over the aliases `f` and `s` of their rows. Another
 * panel has other numbers: asked about a number of the previous one, it answers about another customer's order, or refills that.
 */
export const isOfPresentPanel = sql.raw('(s.moved_at is null or f.accepted_at >= s.moved_at)');
