/** Who decides an order, a recharge or a request if no person does: a supplier, or later evidence. */
export const reviewers = ['supplier', 'evidence'] as const;
export type Reviewer = (typeof reviewers)[number];

/** The reviewers in messages, files and mails, after "by". */
export const reviewerNames: Record<Reviewer, string> = { supplier: 'the supplier', evidence: 'evidence' };
