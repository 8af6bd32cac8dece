/**
 * Decisions that also refund orders that their suppliers may deliver, or complete orders that are at a supplier, and the decision that
 * each is otherwise. An older server refuses their rows.
 */
export const confirmedDecisions = {
  reject_confirmed: 'reject',
  accept_confirmed: 'accept',
  complete_confirmed: 'complete',
} as const;
