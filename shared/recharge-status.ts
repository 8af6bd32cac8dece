export const rechargeStatuses = ['pending', 'approved', 'rejected'] as const;
export type RechargeStatus = (typeof rechargeStatuses)[number];

/** How many recharges of a customer may be pending at a time. */
export const MAX_PENDING_RECHARGES = 5;
