/** The kinds of ledger entries. */
export const entryKinds = [
  /** An approved recharge. */
  'recharge',
  /** A reversal of a recharge that was approved by mistake: what was left of it. */
  'recharge_reversal',
  /** Added by an admin outside any payment; a negative amount was taken back. */
  'grant',
  /** The charge of a new order. */
  'order_charge',
  /** The full charge of a rejected order, refunded. */
  'order_refund',
  /** The charge of an order that was rejected and completed later. */
  'order_recharge',
  /** The price of undelivered units, refunded. */
  'order_partial_refund',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Kinds of totals: entry kinds, with negative grants separate. */
export const totalKinds = [...entryKinds, 'grant_taken_back'] as const;
export type TotalKind = (typeof totalKinds)[number];
