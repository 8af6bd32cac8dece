import type { OrderStatus } from '../../../../shared/order-status.ts';

/** The customer's words as they stand in the URL, and which stored statuses each means. */
const meanings = {
  processing: { label: 'Processing', statuses: ['pending', 'processing'] },
  completed: { label: 'Completed', statuses: ['completed'] },
  partial: { label: 'Partial', statuses: ['partial'] },
  failed: { label: 'Failed', statuses: ['rejected'] },
} satisfies Record<string, { label: string; statuses: OrderStatus[] }>;

export type StatusWord = keyof typeof meanings;

export const statusWords = Object.keys(meanings) as StatusWord[];
export const statusChips = statusWords.map((value) => ({ value, label: meanings[value].label }));

export function statusesOf(word: StatusWord): OrderStatus[] {
  return meanings[word].statuses;
}
