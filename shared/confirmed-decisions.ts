/**
 * Decisions that also refund orders that their suppliers may deliver, and the decision that each is otherwise. An older server refuses
 * their rows.
 */
export const confirmedDecisions = { reject_confirmed: 'reject', accept_confirmed: 'accept' } as const;
