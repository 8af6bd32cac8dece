/** Who decides an order, a recharge or a request if no person does: a supplier, or later evidence. */
export const deciders = ['supplier', 'evidence'] as const;
export type Decider = (typeof deciders)[number];

/** The deciders in messages, files and mails, after "by". */
export const deciderNames: Record<Decider, string> = { supplier: 'the supplier', evidence: 'evidence' };
