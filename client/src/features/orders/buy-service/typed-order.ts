import { findPending } from '../../../lib/money-actions/pending-actions.ts';
import {
  draftIn,
  forgetOrderDraft,
  isSameOrder,
  keepOrderDraft,
  nothingTyped,
  type OrderDraft,
  orderAction,
} from '../../../lib/order-draft.ts';
import { tabStorage } from '../../../lib/storage.ts';

/** The values typed before a service is chosen, stored in this tab. */
export function readTypedOrder(userId: number): OrderDraft {
  return draftIn(tabStorage.readJson(keyOf(userId))) ?? nothingTyped;
}

export function keepTypedOrder(userId: number, typed: OrderDraft): void {
  if (isSameOrder(typed, nothingTyped)) tabStorage.forget(keyOf(userId));
  else tabStorage.keep(keyOf(userId), JSON.stringify(draftIn(typed)));
}

/**
 * Moves the typed values to another service's draft, so that there is one. An unanswered order keeps its own, for sending it again
 * unchanged.
 * @param from null if none was chosen
 * @param to null to choose none
 */
export function moveTypedOrder(userId: number, typed: OrderDraft, from: number | null, to: number | null): void {
  if (from !== null && !findPending(userId, orderAction(userId, from))) forgetOrderDraft({ userId, serviceId: from });
  if (to === null) return keepTypedOrder(userId, typed);
  keepTypedOrder(userId, nothingTyped);
  if (!isSameOrder(typed, nothingTyped)) keepOrderDraft({ userId, serviceId: to }, typed);
}

function keyOf(userId: number): string {
  return `buy-service:${userId}`;
}
