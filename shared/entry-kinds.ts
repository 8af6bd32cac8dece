/** What moved money, in ledger terms. */
export const entryKinds = [
  'recharge',
  'grant',
  'order_charge',
  'order_refund',
  'order_recharge',
  'order_partial_refund',
] as const;
export type EntryKind = (typeof entryKinds)[number];
