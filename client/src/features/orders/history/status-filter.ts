import { useStore } from '@nanostores/react';
import type { OrderStatus } from '../../../../../shared/order-status.ts';
import { orderStatusTexts } from '../../../i18n/en/statuses.ts';

/** The customer's words as they stand in the URL, and which stored statuses each means. */
const meanings = {
  processing: ['pending', 'processing'],
  completed: ['completed'],
  partial: ['partial'],
  failed: ['rejected'],
} satisfies Record<string, [OrderStatus, ...OrderStatus[]]>;

export type StatusWord = keyof typeof meanings;

export const statusWords = Object.keys(meanings) as StatusWord[];

/** A chip a word, called as the badges of those orders are. */
export function useStatusChips() {
  const t = useStore(orderStatusTexts);
  return statusWords.map((value) => ({ value, label: t[meanings[value][0]] }));
}

export function statusesOf(word: StatusWord): OrderStatus[] {
  return meanings[word];
}
