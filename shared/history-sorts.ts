/** In which order a history can be read; the amounts are those of what was ordered or added. The first is the usual one. */
export const historySorts = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type HistorySort = (typeof historySorts)[number];

export const statementSorts = ['newest', 'oldest'] as const satisfies HistorySort[];
