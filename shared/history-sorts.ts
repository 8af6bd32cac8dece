/** Sort orders of histories, the default first; amounts are those ordered or added. */
export const historySorts = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type HistorySort = (typeof historySorts)[number];

export const statementSorts = ['newest', 'oldest'] as const satisfies HistorySort[];

/** Sort orders of the admins' order list; units are ordered quantities. */
export const adminOrderSorts = [...historySorts, 'mostUnits', 'fewestUnits'] as const;
export type AdminOrderSort = (typeof adminOrderSorts)[number];
