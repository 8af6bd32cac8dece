/** In which order a history can be read; the amounts are those of what was ordered or added. The first is the usual one. */
export const historySorts = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type HistorySort = (typeof historySorts)[number];

export const statementSorts = ['newest', 'oldest'] as const satisfies HistorySort[];

/** In which order admins can read everybody's orders; units are what an order asks for. */
export const adminOrderSorts = [...historySorts, 'mostUnits', 'fewestUnits'] as const;
export type AdminOrderSort = (typeof adminOrderSorts)[number];
