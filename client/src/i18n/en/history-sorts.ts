import type { HistorySort } from '#shared/history-sorts.ts';
import { texts } from '../texts.ts';

/** The sort orders of a history. */
export const historySortTexts = texts('historySorts', {
  newest: 'Newest first',
  oldest: 'Oldest first',
  largest: 'Largest first',
  smallest: 'Smallest first',
} satisfies Record<HistorySort, string>);
