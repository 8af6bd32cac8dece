/** The kinds of ledger entries. */
export const entryKinds = [
  /** An approved recharge. */
  'recharge',
  /** The rest of a recharge that was approved by mistake, taken back. */
  'recharge_reversal',
  /** Given by an admin outside any payment, or taken back where the amount is negative. */
  'grant',
  /** The price of an order, taken when it is placed. */
  'order_charge',
  /** The whole charge of a rejected order, given back. */
  'order_refund',
  /** The charge of an order that was rejected and then completed after all, taken again. */
  'order_recharge',
  /** The price of an order's undelivered units, given back. */
  'order_partial_refund',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The kinds of sums: entry kinds, with negative grants apart. */
export const totalKinds = [...entryKinds, 'grant_taken_back'] as const;
export type TotalKind = (typeof totalKinds)[number];
