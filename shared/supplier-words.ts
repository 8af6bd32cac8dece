/** What a supplier's word for the status of an order means for the panel. */
export const statusMeanings = [
  /** Waits or is being delivered; the order stays open. */
  'open',
  'completed',
  'partial',
  'canceled',
] as const;
export type StatusMeaning = (typeof statusMeanings)[number];

/** The words of a new shop, in the form of {@link plainWord}. */
export const initialStatusWords: Record<string, StatusMeaning> = {
  pending: 'open',
  processing: 'open',
  inprogress: 'open',
  active: 'open',
  paused: 'open',
  awaiting: 'open',
  queued: 'open',
  waiting: 'open',
  submitted: 'open',
  running: 'open',
  done: 'completed',
  completed: 'completed',
  complete: 'completed',
  success: 'completed',
  partial: 'partial',
  partiallycompleted: 'partial',
  canceled: 'canceled',
  cancelled: 'canceled',
  refunded: 'canceled',
  fail: 'canceled',
  failed: 'canceled',
  error: 'canceled',
  expired: 'canceled',
};

/**
 * What a supplier's words beside `error` mean. All but the last prove that nothing was bought: it is about this order, an active order has
 * its link, about the service, the money, or the key.
 */
export const refusalMeanings = ['order', 'link_in_use', 'service', 'funds', 'account', 'may_be_bought'] as const;
export type RefusalMeaning = (typeof refusalMeanings)[number];

/** A supplier's word without its spelling: lower case, without spaces, signs and emoji. A word of nothing else keeps its signs. */
export function plainWord(word: string): string {
  const lower = word.toLowerCase();
  return lower.replace(/\s|[^\p{L}\p{M}\p{N}\p{Cc}]|[\u{FE00}-\u{FE0F}\u20E3]/gu, '') || lower.replace(/[\s_-]/g, '');
}
