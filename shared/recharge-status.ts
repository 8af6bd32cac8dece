export const rechargeStatuses = ['pending', 'approved', 'rejected'] as const;
export type RechargeStatus = (typeof rechargeStatuses)[number];

/** How many a customer may have waiting at a time. */
export const MAX_PENDING_RECHARGES = 5;
