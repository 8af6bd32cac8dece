/** Sort orders of histories; the first is the default. Amounts are those ordered or added. */
export const historySorts = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type HistorySort = (typeof historySorts)[number];

export const statementSorts = ['newest', 'oldest'] as const satisfies HistorySort[];

/** Sort orders of the admins' order list. `mostUnits` sorts by ordered quantity. */
export const adminOrderSorts = [...historySorts, 'mostUnits', 'fewestUnits'] as const;
export type AdminOrderSort = (typeof adminOrderSorts)[number];
